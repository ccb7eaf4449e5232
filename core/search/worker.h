// One thread of a search: the tree below the root moves.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/oracle.h"
#include "core/outcome.h"
#include "core/search/control.h"
#include "core/search/ordering.h"
#include "core/search/pv.h"
#include "core/search/transposition.h"

namespace bookends {

struct RootMove {
  Move move;
  bool searched = false;  // in the present iteration, with a score of its own
  Score score = 0;        // the last known
  int depth = 0;
  int seldepth = 0;
  bool lower_bound = false;
  bool upper_bound = false;
  Variation pv;
};

template <const Rules& R>
class Worker {
 public:
  explicit Worker(TranspositionTable& table);

  void clear();
  // Makes ready for a search of `moves`, which are legal and not none. All arguments outlive the search.
  void begin(const Game<R>& game, const MoveList& moves, SearchControl& control, const SearchOptions& options,
             const Oracle<R>* oracle);

  // Searches the root moves from index `first` on and brings the best of them to `first`. The score is fail-soft; when
  // stopped() it means nothing, but root moves that were finished are up to date.
  Score search_root(Score alpha, Score beta, int depth, int first);

  bool stopped() const { return stopped_; }
  void check_stop() { poll(); }
  std::vector<RootMove>& roots() { return roots_; }
  // Of this thread; hands the last nodes over to the control.
  const SearchStatistics& statistics();

 private:
  using P = Position<R>;

  struct Frame {
    std::array<Move, 2> killers{};
    Key repetition_key = 0;
    int reversible = 0;                 // plies since the last move that cannot be undone (or a null move)
    int context = History::kNoContext;  // the move that led here
  };

  // A position under search with what its functions share.
  struct Node {
    const P& position;
    Score alpha;
    Score beta;
    int depth;
    int ply;
    bool pv;
    bool in_check;
    Key key = 0;
    std::optional<TableEntry> entry{};
    Score evaluation = TableEntry::kNoEvaluation;
    Move best_move{};
    Score best = -kInfinite;
  };

  // The quiet moves tried before a cutoff.
  struct Tried {
    std::array<Move, 64> moves;
    int size = 0;
    void add(Move m) {
      if (size < 64) moves[static_cast<std::size_t>(size++)] = m;
    }
  };

  Score negamax(const P& p, Score alpha, Score beta, int depth, int ply, bool may_pass);
  std::optional<Score> table_cutoff(Node& node);
  std::optional<Score> prune(const Node& node, bool may_pass);
  std::optional<Score> null_move(const Node& node);
  Score search_moves(Node& node);
  bool skip(const Node& node, const PickedMove& picked, int tried) const;
  Score search_child(const Node& node, const PickedMove& picked, int number, Score alpha);
  int reduction(const Node& node, const PickedMove& picked, int number) const;
  void reward_cutoff(const Node& node, const PickedMove& best, const Tried& quiets);
  void store(const Node& node, Score alpha);

  Score quiescence(const P& p, Score alpha, Score beta, int ply);
  Score quiescence_moves(Node& node, const MoveList& moves, Score stand);
  bool futile_capture(const Node& node, const PickedMove& picked, Score stand) const;
  bool watch_for_stalemate(const P& p) const;

  bool enter(int ply);
  void poll();
  std::optional<Score> known_value(const P& p, int ply);
  std::optional<Score> oracle_value(const P& p, int ply);
  bool repeated(int ply) const;
  Score score_without_moves(bool in_check, int ply) const;
  void descend(const P& from, Move m, const P& to, int ply);
  Key table_key(const P& p) const;
  OrderingHints hints(const Node& node) const;
  bool can_pass(const P& p) const;

  Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }
  const Frame& frame(int ply) const { return frames_[static_cast<std::size_t>(ply)]; }

  TranspositionTable& table_;
  SearchControl* control_ = nullptr;
  const Oracle<R>* oracle_ = nullptr;
  const P* root_ = nullptr;
  bool selective_ = true;
  bool stopped_ = false;
  int root_depth_ = 0;
  int seldepth_ = 0;
  std::uint64_t next_poll_ = 0;
  std::uint64_t reported_nodes_ = 0;
  SearchStatistics statistics_;
  std::vector<RootMove> roots_;
  std::vector<Key> game_keys_;  // of the positions before the root, the latest last
  std::array<Frame, kMaxPly + 2> frames_{};
  PvTable pv_;
  History history_;
  std::array<std::array<std::int8_t, 64>, 64> reductions_{};  // [depth][move number]
};

}  // namespace bookends
