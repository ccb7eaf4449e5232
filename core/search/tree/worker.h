// One thread of a search: the tree below the root moves.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/eval/net/accumulator.h"
#include "core/position/oracle.h"
#include "core/position/outcome.h"
#include "core/search/tree/control.h"
#include "core/search/tree/history.h"
#include "core/search/tree/ordering.h"
#include "core/search/tree/pv.h"
#include "core/search/tree/transposition.h"

namespace bookends {

struct RootMove {
  Move move;
  Score score = 0;  // the last known
  int depth = 0;
  int seldepth = 0;
  bool lower_bound = false;
  bool upper_bound = false;
  Variation pv;
};

// Once a win is known only a faster one is of interest, and what cannot win material may still mate: nothing is left
// out or reduced from then on, so that no move that is searched after it hides a faster one.
constexpr bool seeks_faster_win(Score alpha) { return alpha >= kTableWin - kMaxPly; }
// Such a search, at either side's turn, has table entries of its own: those of a selective search prove nothing to it.
constexpr bool seeks_mate(Score alpha, Score beta) { return seeks_faster_win(alpha) || beta <= -kTableWin + kMaxPly; }
inline constexpr Key kSeekingKey = 0x5bd1e995c2b2ae35ULL;
constexpr Key seeking_key(Score alpha, Score beta) { return seeks_mate(alpha, beta) ? kSeekingKey : 0; }
inline constexpr Key kHuntKey = 0x8f3a61d2c94be705ULL;

template <const Rules& R>
class Worker {
 public:
  explicit Worker(TranspositionTable& table);

  void clear();
  void set_net(const std::shared_ptr<const Net<R>>& net);    // null: the hand-made terms
  void set_weights(const Weights& own) { weights_ = &own; }  // of the terms; outlive the worker
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
    int reversible = 0;          // plies since the last move that cannot be undone (or a null move)
    int place = Context::kNone;  // where the move that led here arrived; none for a null move
    Score evaluation = 0;        // static; meaningless in check
    bool in_check = false;
    bool arrived = false;                // by a move, and not looked at yet
    int cutoffs = 0;                     // of nodes at this ply, since the one two plies before began
    int doubled = 0;                     // double extensions on the way here
    int reduced = 0;                     // plies by which the search of the move that led here is less deep
    int quiet = History<R>::kNoSquares;  // that move, if it was quiet: History::squares()
    Move excluded{};                     // left out by a search that asks how good the others are
  };

  // A position under search with what its functions share.
  struct Node {
    const P& position;
    Score alpha;
    Score beta;
    int depth;
    int ply;
    bool cut;  // expected to fail high: a sibling of a move that did not
    bool pv;
    bool in_check;
    bool improving = false;  // the static evaluation has risen since our last move
    Key key = 0;
    std::optional<TableEntry> entry{};
    Score raw_evaluation = TableEntry::kNoEvaluation;  // static
    Score evaluation = TableEntry::kNoEvaluation;      // the best guess: corrected, and sharpened by the table
    Move best_move{};
    Score best = -kInfinite;
  };

  // The moves tried before a cutoff.
  struct Tried {
    std::array<Move, 64> moves;
    int size = 0;
    void add(Move m) {
      if (size < 64) moves[static_cast<std::size_t>(size++)] = m;
    }
    const Move* begin() const { return moves.data(); }
    const Move* end() const { return moves.data() + size; }
  };

  // tree-inl.h
  Score negamax(const P& p, Score alpha, Score beta, int depth, int ply, bool cut);
  std::optional<Score> table_cutoff(Node& node);
  void raise_alpha(Node& node, Move m, Score score);
  Score search_moves(Node& node);
  Score search_child(const Node& node, const PickedMove& picked, int number, int extension);
  void reward_cutoff(const Node& node, const PickedMove& best, const Tried& quiets, const Tried& captures,
                     const MovePicker<R>& picker);
  void store(const Node& node, Score alpha);
  void judge(Node& node);
  void judge_last_move(Node& node);
  std::optional<Score> judge_and_prune(Node& node);
  void learn(const Node& node, Score alpha);

  // selective-inl.h: what is not searched, what is searched less and what more.
  std::optional<Score> prune(const Node& node);
  std::optional<Score> razor(const Node& node);
  std::optional<Score> null_move(const Node& node);
  std::optional<Score> probable_cut(const Node& node);
  bool skip(const Node& node, const PickedMove& picked, int tried, MovePicker<R>& picker) const;
  int extension_of(Node& node, Move m, std::optional<Score>& cutoff);
  int reduction(const Node& node, const PickedMove& picked, int number) const;
  bool can_pass(const P& p) const;

  // quiescence-inl.h
  Score quiescence(const P& p, Score alpha, Score beta, int ply);
  Score quiescence_moves(Node& node, Score stand);
  Score stand_pat(Node& node);
  std::optional<Score> futile_capture(const Node& node, const PickedMove& picked, Score stand) const;
  bool watch_for_stalemate(const P& p) const;

  Score static_evaluation(const P& p, int ply);
  Score quick_evaluation(const P& p, Score alpha, Score beta, int ply);

  bool enter(int ply);
  void poll();
  std::optional<Score> known_value(const P& p, int depth, int ply);
  std::optional<Score> oracle_value(const P& p, int ply);
  bool repeated(int ply) const;
  Score score_without_moves(bool in_check, int ply) const;
  P descend(const Node& node, Move m);  // the position after the move; its frame says how it came about
  Key table_key(const P& p) const;
  OrderingHints hints(const Node& node) const;
  Context context(const Node& node) const;
  Score corrected(const P& p, Score raw) const;

  Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }
  const Frame& frame(int ply) const { return frames_[static_cast<std::size_t>(ply)]; }

  TranspositionTable& table_;
  std::unique_ptr<NetEvaluator<R>> net_;
  const Weights* weights_;
  SearchControl* control_ = nullptr;
  const Oracle<R>* oracle_ = nullptr;
  int oracle_depth_ = 0;  // plies that have to be left for it to be asked
  const P* root_ = nullptr;
  bool whole_root_ = true;  // every legal move of the root is searched
  bool selective_ = true;
  bool hunts_ = false;  // a lone king, from the root on: by the terms, whatever network there is (lone_king.h)
  bool stopped_ = false;
  int root_depth_ = 0;
  int seldepth_ = 0;
  int may_pass_from_ = 0;  // no null move at a ply before this: it is being verified
  std::uint64_t next_poll_ = 0;
  SearchCounters told_;  // of statistics_, to control_
  SearchStatistics statistics_;
  std::vector<RootMove> roots_;
  std::vector<Key> game_keys_;  // of the positions before the root, the latest last
  std::array<Frame, kMaxPly + 4> frames_{};
  PvTable pv_;
  History<R> history_;
  Correction<R> correction_;
  std::array<std::array<int, 64>, 64> reductions_{};  // [depth][move number], in kReductionUnit-ths of a ply
};

inline constexpr int kReductionUnit = 1024;

}  // namespace bookends
