// Asking the tables of a folder. Const and thread-safe after open(): lookups take no lock while what they need is in
// the cache.
//
// What an answer is made of. A file leaves out what captures and promotions ("conversions") say, and often one of the
// two sides to move. So a probe looks at the conversions, and where its side is not stored at all moves, one ply deep;
// the tables they lead to are part of the answer. Where one of these is missing the answer is no_table, unless it
// cannot depend on it.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/position/move.h"
#include "core/position/oracle.h"
#include "core/position/outcome.h"
#include "core/position/position.h"
#include "tablebases/file/format.h"
#include "tablebases/file/left_out.h"
#include "tablebases/probe/category.h"

namespace bookends::tables {

template <const Rules& R>
class Board;

struct TablesOptions {
  // Of decoded blocks, for the whole folder, and as many of pages of Syzygy's files, if there are such; 0: none is
  // kept. Only what is asked for is ever written to. The results of a hard ending of five men (KRPvKR) take 54 MB, its
  // DTZ as much again.
  std::size_t cache_bytes = std::size_t{256} << 20;
  // Whether a file that is damaged when it is opened is left out, instead of an error: its ending is then not there. Of
  // Syzygy's ending without a sound file of DTZ the results are.
  bool leave_out_damaged = false;
};

enum class ProbeStatus : std::uint8_t {
  ok,
  no_table,     // the folder has no file for this ending, or for one that the answer depends on
  not_covered,  // castling rights, or a running count that makes the result depend on more than the position
  illegal,      // no position of the game: only from probe_men
  damaged,      // a block could not be read, or contradicts itself
};

// For the side to move. The position is taken as if its half-move clock stood at zero: see category_at().
struct Probed {
  ProbeStatus status = ProbeStatus::ok;
  // Without the move limit: a cursed win is a win. `plies` to mate, DTM; -1 for draws, where it was not asked for,
  // and where the files do not say.
  OracleValue value;
  // Never open. In files without DTZ nothing is cursed or blessed: they know of no move limit.
  Category category = Category::draw;
  bool limit_known = false;  // whether the category is the one under the move limit
  // DTZ: plies to the next capture, pawn move or mate when both sides play for the result under the move limit; 0 for
  // draws and for the mated. More than twice the limit for what is cursed or blessed. -1 where it was not asked for,
  // where the files do not say (of the mated the board says it), and in games without a move limit.
  std::int32_t dtz = -1;
  // Files may round distances: the true DTZ may be one more than `dtz`, though never across the limit. Not where the
  // distance to mate was asked for, too, and leaves no room for it, nor where only the winner can zero the clock.
  bool dtz_rounded = false;
};

// The category when the half-move clock runs already: a win that takes longer than what is left of the limit is cursed,
// unless it is mate already. What the distances leave open is. They are all that this looks at: Tables::category()
// knows more. A loss without distances is taken for none that is mate.
Category category_at(const Probed& probed, int halfmove_clock, int move_limit);

struct RootMove {
  Move move;
  Probed probed;                       // of the position before the move, if this move is played
  Category category = Category::draw;  // the same under the move limit, with the clock of that position
};

// A piece on its square, for probing without a Position.
struct Man {
  Occupant piece;
  Square square = 0;
};

// The same as sets of squares: every man is in one of `colors` and in one of `kinds`.
struct PieceSets {
  std::array<Bitboard, 2> colors{};      // by slot(Color)
  std::array<Bitboard, kKinds> kinds{};  // by slot(Kind)
  Color turn = Color::white;
};

// An ending whose table is open.
struct OpenEnding {
  std::string name;  // "KRPvKR"
  int men = 0;
  std::uint64_t bytes = 0;  // of its files
  bool has_dtm = false;
  bool has_dtz = false;
};

template <const Rules& R>
class Tables {
 public:
  // Opens every table file of the folders and verifies its header; blocks are verified as they are read. Syzygy's files
  // are opened where the rules have such; a position that only they have has no DTM. Of files of one name the first
  // folder's counts. Errors: not_found (no folder, or no tables in one of them), unsupported (another game, other
  // rules, another format), corrupt, io, invalid_argument (a file whose name is not its ending's). The last three, of
  // one file among others, are none with TablesOptions::leave_out_damaged.
  static Result<std::unique_ptr<Tables>> open(std::span<const std::filesystem::path> folders,
                                              const TablesOptions& options = {});
  static Result<std::unique_ptr<Tables>> open(const std::filesystem::path& folder, const TablesOptions& options = {}) {
    return open(std::span(&folder, 1), options);
  }
  ~Tables();

  int max_men() const;  // of the largest ending here
  // The files that TablesOptions::leave_out_damaged has left out.
  const std::vector<LeftOut>& left_out() const;

  // The result, and one distance: dtm or dtz; none for the other metrics. En passant rights are honoured, and so is a
  // count that runs (counted.h says what the tables know of counting).
  Probed probe(const Position<R>& position, Metric metric = Metric::dtm) const;
  // The result and both distances.
  Probed probe_all(const Position<R>& position) const;

  // The same for men on squares, without the cost of making a position. No en passant and no castling right. That the
  // side not to move is not in check is not verified: the answer for such a placement means nothing.
  Probed probe_men(std::span<const Man> men, Color turn, Metric metric = Metric::dtm) const;
  Probed probe_men_all(std::span<const Man> men, Color turn) const;
  Probed probe_sets(const PieceSets& sets, Metric metric = Metric::dtm) const;
  Probed probe_sets_all(const PieceSets& sets) const;

  // The number of a block that a probe of the result reads, whatever else it reads; 0 for what is in no table. Probes
  // of many positions are quickest in the order of their blocks: then none is decoded twice.
  std::size_t block_of(const PieceSets& sets) const;
  // Asks for what that probe reads first: for the line of memory where the block is decoded, else for its bytes on the
  // disk. A hint; it neither waits nor fails.
  void prefetch(const PieceSets& sets) const;

  // By name.
  std::vector<OpenEnding> endings() const;
  // Of what is in the files, in hexadecimal: the same for the same files, wherever they are.
  std::string digest() const;

  // Every legal move with all metrics, best first: by category with the clock of the position; wins from the shortest
  // and losses from the longest, by DTM where it is known of both and else by DTZ; moves into endings that are not here
  // come last. Wins whose mate comes too late for the clock come after the others, from the soonest zeroing move: there
  // can only be so many of these. Equal moves stay in the order of the move generator. `dtm`: false leaves out the
  // distance to mate, which is quicker.
  std::vector<RootMove> root_moves(const Position<R>& position, bool dtm = true) const;
  // The same at the end of a game: a move that makes a position stand so often that the game is drawn is a draw.
  std::vector<RootMove> root_moves(const Game<R>& game, bool dtm = true) const;

  // What the move limit makes of a position, with its clock; `probed` is an answer for it. This is the verdict of all
  // who ask: `bookends probe`, the C library, the oracle. Where that answer leaves it open the other distances are
  // asked for, and then the moves, one ply deep. Open is what is open after that.
  Category category(const Position<R>& position, const Probed& probed) const;

  // One line on why a probe of this position had no answer.
  Error explain(const Position<R>& position, ProbeStatus status) const;

 private:
  struct State;
  Probed ask(const Position<R>& position, bool dtm, bool dtz) const;
  Probed ask_board(const Board<R>& board, bool dtm, bool dtz) const;
  explicit Tables(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Negative when `a` is better for the side to move than `b`, positive when it is worse: a quick win, a slow win, a
// win of unknown length, a draw, a slow loss, a quick loss.
int compare_values(const OracleValue& a, const OracleValue& b);

// The same by category first, then by DTM where both have one, else by DTZ where both have one.
int compare_probed(const Probed& a, const Probed& b);

#define BOOKENDS_EXTERN_TABLES(game) extern template class Tables<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_TABLES)
#undef BOOKENDS_EXTERN_TABLES

}  // namespace bookends::tables
