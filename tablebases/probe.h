// Asking the tables of a folder. Const and thread-safe after open(): lookups take no lock while what they need is in
// the cache.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/move.h"
#include "core/oracle.h"
#include "core/position.h"
#include "core/result.h"
#include "tablebases/format.h"
#include "tablebases/index.h"

namespace bookends::tables {

struct TablesOptions {
  std::size_t cache_bytes = std::size_t{64} << 20;  // of decoded blocks, for the whole folder
  bool mapped = true;                               // false: read with pread
};

enum class ProbeStatus : std::uint8_t {
  ok,
  no_table,     // the folder has no file for this ending
  not_covered,  // castling rights, or a running count
  illegal,      // no position of the game: only from probe_men
  damaged,      // a block could not be read
};

struct Probed {
  ProbeStatus status = ProbeStatus::ok;
  OracleValue value;  // for the side to move; plies is -1 for draws and where the file has no distances
};

struct RootMove {
  Move move;
  Probed probed;  // the position before the move, if it is played: for the side to move, plies counted from there
};

struct Man {
  Occupant piece;
  Square square = 0;
};

template <const Rules& R>
class Tables {
 public:
  // Opens every table file of the folder and verifies its header; blocks are verified as they are read. Errors:
  // not_found (no folder, or no tables in it), unsupported (another game, other rules, another format), corrupt, io,
  // invalid_argument (two files of one ending).
  static Result<std::unique_ptr<Tables>> open(const std::filesystem::path& folder, const TablesOptions& options = {});
  ~Tables();

  int max_men() const;  // of the largest ending here

  // With metric wdl the distance is not looked up. En passant rights are resolved by a search of one ply.
  Probed probe(const Position<R>& position, Metric metric = Metric::dtm) const;

  // The same for men on squares, without the cost of making a position. No en passant and no castling right. That the
  // side not to move is not in check is not verified: the answer for such a placement means nothing.
  Probed probe_men(std::span<const Man> men, Color turn, Metric metric = Metric::dtm) const;

  // Every legal move with its value, best first: wins by length, draws, losses from the longest, then moves into
  // endings that are not here. Equal moves stay in the order of the move generator.
  std::vector<RootMove> root_moves(const Position<R>& position) const;

  // One line on why a probe of this position had no answer.
  Error explain(const Position<R>& position, ProbeStatus status) const;

 private:
  struct State;
  explicit Tables(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Negative when `a` is better for the side to move than `b`, positive when it is worse: a quick win, a slow win, a
// win of unknown length, a draw, a slow loss, a quick loss.
int compare_values(const OracleValue& a, const OracleValue& b);

#define BOOKENDS_EXTERN_TABLES(game) extern template class Tables<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_TABLES)
#undef BOOKENDS_EXTERN_TABLES

}  // namespace bookends::tables
