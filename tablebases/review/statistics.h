// What is counted of a table, and the rows `tables stats` prints.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tablebases/file/format.h"
#include "tablebases/material/index.h"
#include "tablebases/solution/solution.h"

namespace bookends::tables {

// Adds up positions one by one, in any order and in parts: the sum does not depend on it.
class StatisticsCounter {
 public:
  // A legal position; `checkmated` is only looked at for one that is lost in 0 plies.
  void add(std::uint64_t number, int multiplicity, DtmCode code, bool checkmated);
  void add(const StatisticsCounter& other);
  const SideStatistics& total() const { return total_; }

 private:
  SideStatistics total_;
};

// The statistics of one side from its codes, illegal numbers being marked. `threads`: 0 = all.
template <const Rules& R>
SideStatistics count_statistics(const PlacementIndex<R>& index, int side, const CodeArray& codes, int threads);

// What is counted of one side to move by distance to the next capture, pawn move or mate (DTZ), with the clock of the
// move limit at zero.
struct DtzStatistics {
  std::uint64_t win = 0, cursed = 0, draw = 0, blessed = 0, loss = 0;
  std::vector<std::uint64_t> won_in;  // [n] positions won in n plies, cursed wins included
  std::vector<std::uint64_t> lost_in;
  bool operator==(const DtzStatistics&) const = default;
};

// The same where DTM was not solved, from the DTZ codes: nothing is counted by plies to mate, and the longest positions
// are those by DTZ.
template <const Rules& R>
SideStatistics count_without_dtm(const PlacementIndex<R>& index, int side, const CodeArray& codes, int threads);

// The same for the DTZ codes of one side.
template <const Rules& R>
DtzStatistics count_dtz(const PlacementIndex<R>& index, int side, const CodeArray& codes, int threads);

// One line of statistics.
struct NamedStatistics {
  std::string ending;
  char stm = 'w';  // 'w': the first-named side is to move
  SideStatistics statistics;
  std::string longest_win{};  // FEN of a position that takes the longest to win; empty when nothing is won
  std::string longest_loss{};
};

// The lines of one table: for either side to move, and, where the sides differ, once more under the mirrored name.
void append_statistics(const Rules& rules, const TableHeader& header, std::vector<NamedStatistics>& rows);

// Those of king against king, which has no file: every legal position is a draw.
void append_bare_kings(const Rules& rules, std::vector<NamedStatistics>& rows);

#define BOOKENDS_EXTERN_STATISTICS(game)                                                                 \
  extern template SideStatistics count_statistics<games::game>(const PlacementIndex<games::game>&, int,  \
                                                               const CodeArray&, int);                   \
  extern template SideStatistics count_without_dtm<games::game>(const PlacementIndex<games::game>&, int, \
                                                                const CodeArray&, int);                  \
  extern template DtzStatistics count_dtz<games::game>(const PlacementIndex<games::game>&, int, const CodeArray&, int);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_STATISTICS)
#undef BOOKENDS_EXTERN_STATISTICS

}  // namespace bookends::tables
