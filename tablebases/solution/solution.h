// A solved ending in memory, and where a solver finds the endings it depends on.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "tablebases/material/codes.h"
#include "tablebases/material/material.h"
#include "tablebases/rows/buffer.h"
#include "tablebases/solution/code_array.h"

namespace bookends::tables {

// By side to move ([0] the first-named side) and PlacementIndex of the ending, size() of each. At least one distance is
// there.
struct Solution {
  Ending ending;
  std::array<CodeArray, 2> dtm;                      // DtmCodes; empty unless asked for
  std::array<CodeArray, 2> dtz{};                    // DtzCodes; empty unless asked for
  std::array<SolvedArray<std::uint8_t>, 2> hints{};  // sets of Hint; empty unless asked for

  // Of a distance that is there: it says what is illegal and, but for the move limit, who has won.
  const CodeArray& some_distance(int side) const { return dtm[slot(side)].empty() ? dtz[slot(side)] : dtm[slot(side)]; }
};

// All arrays of codes of a solution, in the same order always.
template <class F>
void for_codes(Solution& solution, F&& f) {
  for (auto* sides : {&solution.dtm, &solution.dtz})
    for (CodeArray& codes : *sides) f(codes);
}

// What is known of a solved ending.
struct Known {
  bool mate = true;    // DTM was solved; else all that is decided has one distance
  bool limit = false;  // DTZ was solved; else no code is beyond the limit
};

// One side to move, as other endings need it: the SolvedCode of each position by its place in `meaning`. A place is a
// byte while there are at most 256 different codes: nearly always, and then this is a quarter of the codes of both
// distances.
struct SideCodes {
  std::vector<SolvedCode> meaning;  // all that occur, in ascending order
  Buffer<std::uint8_t> narrow;      // by number; empty where there are more than 256, and `wide` has them
  Buffer<std::uint16_t> wide;
  Known known;

  bool is_narrow() const { return meaning.size() <= 256; }
  std::uint64_t size() const { return is_narrow() ? narrow.size() : wide.size(); }
  std::uint64_t bytes() const { return size() * (is_narrow() ? sizeof(std::uint8_t) : sizeof(std::uint16_t)); }
  std::size_t place(std::uint64_t number) const { return is_narrow() ? narrow[number] : wide[number]; }
  SolvedCode operator[](std::uint64_t number) const { return meaning[place(number)]; }
};
// Of two distances, one of which may be empty.
SideCodes side_codes(const Rules& rules, const CodeArray& dtm, const CodeArray& dtz);

// The already solved endings. Called from one thread at a time; a solve() may ask for an ending more than once.
class SolutionSource {
 public:
  virtual ~SolutionSource() = default;
  // With `side` of the ending to move: a capture or promotion by the other side leads to no other position of it.
  // Errors: not_found when it has not been solved; whatever reading it can give.
  virtual Result<std::shared_ptr<const SideCodes>> find(const Ending& ending, int side) = 0;
};

// Solutions kept in memory.
class MemorySource final : public SolutionSource {
 public:
  explicit MemorySource(const Rules& rules) : rules_(rules) {}
  void add(Solution solution);
  bool has(const Ending& ending) const { return solved_.contains(ending); }
  const Solution& solution(const Ending& ending) const { return solved_.at(ending)->solution; }
  Result<std::shared_ptr<const SideCodes>> find(const Ending& ending, int side) override;

 private:
  struct Solved {
    Solution solution;
    std::array<SideCodes, 2> sides;
  };

  const Rules& rules_;
  std::map<Ending, std::shared_ptr<const Solved>> solved_;
};

}  // namespace bookends::tables
