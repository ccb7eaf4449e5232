// One probe under way: what is stored, resolved by the moves that the files leave to it.
//
// A result is the better of what is stored and of the best conversion, since a file may say anything of a position
// whose best conversion wins, and may take a draw by conversion for a loss. A side that is not stored is worth the best
// of all its moves. Distances follow their results: once it is known that a position is lost, it is known of all its
// moves that they lose, and only distances are looked up; once it is known to be won, only moves that win need theirs.
//
// Each position on the way is asked of our table, or of Syzygy's where we have none (prober_syzygy-inl.h): a capture
// may lead from one kind to the other.
#pragma once

#include <climits>

#include "tablebases/probe/probe.h"
#include "tablebases/probe/table_set.h"

namespace bookends::tables {

// What is asked for besides the result.
struct Wanted {
  bool dtm = false;
  bool dtz = false;
};

// Categories as numbers, for the side to move; and what cannot be said because a table is missing or damaged.
using Result5 = int;
inline constexpr Result5 kWon = 2, kDrawn = 0, kLost = -2;
inline constexpr Result5 kUnknown = -100;

template <const Rules& R>
class Prober {
 public:
  explicit Prober(const TableSet<R>& tables) : tables_(tables) {}

  // May be asked once.
  Probed probe(const Board<R>& board, Wanted wanted);

  // The first material that a table was missing for. Meaningless unless the status was no_table.
  MaterialKey missing() const { return missing_; }

 private:
  using Spot = typename TableSet<R>::Spot;
  using Side = typename TableSet<R>::Side;
  static constexpr bool kLimited = R.move_limit != 0;
  static constexpr int kLimit = 2 * R.move_limit;               // in plies
  static constexpr Result5 kNone = -50;                         // worse than any result
  static constexpr int kFar = 1 << 24;                          // longer than any distance
  static constexpr std::uint64_t kFarAway = ~std::uint64_t{0};  // no number of a near position (is_near)

  // Whether results are wanted under the move limit (five values) or without it (won, drawn, lost).
  enum class Scale : std::uint8_t { three, five };

  // `spot` is the board's.
  Result5 result(const Board<R>& board, const Spot& spot, Scale scale);
  Result5 result(const Board<R>& board, Scale scale) { return result(board, tables_.locate(board), scale); }
  Result5 result_here(const Board<R>& board, const Spot& spot, Scale scale);
  Result5 result_with_en_passant(const Board<R>& board, const Spot& spot, Scale scale);
  Result5 stored_result(const Side& side, std::uint64_t number, Scale scale);
  Result5 syzygy_result(const Board<R>& board, const Spot& spot, Scale scale);
  template <Which which>
  Result5 best_result(const Board<R>& board, const Spot& spot, Scale scale);
  Result5 reply(const Step<R>& step, const Board<R>& child, Scale scale);
  Result5 under_limit(const Board<R>& child, Result5 theirs);
  Result5 under_count(const Board<R>& board, const Board<R>& child, Result5 theirs);
  Result5 without_moves(const Board<R>& board) const;

  // The least or greatest distance so far, `stop` as of dtm().
  struct DtmSearch {
    bool won;
    int stop;
    int best;
    bool unknown = false;
    bool enough() const { return won ? best <= stop : best >= stop; }
  };
  int dtm(const Board<R>& board, bool won, int stop);
  int dtm_here(const Board<R>& board, bool won, int stop);
  int dtm_with_en_passant(const Board<R>& board, bool won);
  bool take_dtm_after(const Step<R>& step, DtmSearch& search);
  void search_all_for_dtm(const Board<R>& board, const Spot& spot, DtmSearch& search);

  int dtz(const Board<R>& board, Result5 ours, int stop);
  int dtz_here(const Board<R>& board, Result5 ours, int stop);
  int dtz_with_en_passant(const Board<R>& board, Result5 ours);
  int stored_dtm(const Side& side, std::uint64_t number, bool won);
  int stored_dtz(const Side& side, std::uint64_t number, Result5 ours);
  int searched_dtz(const Board<R>& board, const Spot& spot, Result5 ours);
  int syzygy_dtz(const Board<R>& board, const Spot& spot, Result5 ours);
  void settle_dtz(const Board<R>& board, const Spot& spot, Probed& probed);
  void settle_syzygy_dtz(const Board<R>& board, const Spot& spot, Probed& probed);
  template <Which which>
  bool some_move_reaches(const Board<R>& board, Result5 theirs);

  // Whether the other side's table is this one, and what is stored there can be looked up without making the board.
  static bool is_near(const Spot& spot, const Step<R>& step) {
    return (step.type == MoveType::quiet || step.type == MoveType::pawn_step) && !spot.table->ending.symmetric();
  }
  enum class Bound : std::uint8_t { skip, exact, open };
  Bound bound_dtm(const Spot& spot, const Step<R>& step, std::uint64_t number, bool won, int& best);
  Bound bound_dtz(const Spot& spot, const Step<R>& step, std::uint64_t number, Result5 ours, int& best);

  // Whether the files know what the limit makes of the results there.
  static bool knows_limit(const Spot& spot) {
    return spot.syzygy != nullptr || (spot.table != nullptr && spot.table->knows_limit);
  }

  Result5 no_answer(const Board<R>& board);
  int damage();

  // A zeroing move that reaches a result.
  static constexpr int at_once(Result5 of) { return of == kWon || of == kLost ? 1 : kLimit + 1; }

  const TableSet<R>& tables_;
  bool damaged_ = false;
  bool rounded_ = false;      // a rounded distance had a part in the answer
  bool limit_known_ = false;  // to the table of the position asked for
  bool has_missing_ = false;
  MaterialKey missing_ = 0;
};

#define BOOKENDS_EXTERN_PROBER(game) extern template class Prober<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_PROBER)
#undef BOOKENDS_EXTERN_PROBER

}  // namespace bookends::tables
