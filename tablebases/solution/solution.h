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
#include "tablebases/solution/array_memory.h"

namespace bookends::tables {

template <class T>
using SolvedArray = std::vector<T, ArrayMemory<T>>;

// By side to move ([0] the first-named side) and PlacementIndex of the ending, size() of each.
struct Solution {
  Ending ending;
  std::array<SolvedArray<DtmCode>, 2> dtm;
  std::array<SolvedArray<DtzCode>, 2> dtz{};         // empty unless asked for
  std::array<SolvedArray<std::uint8_t>, 2> hints{};  // sets of Hint; empty unless asked for
};

// All arrays of a solution, in the same order always.
template <class F>
void for_arrays(Solution& solution, F&& f) {
  for (auto* sides : {&solution.dtm, &solution.dtz})
    for (auto& codes : *sides) f(codes);
  for (auto& hints : solution.hints) f(hints);
}

// One side to move, as other endings need it: half of the codes, where there is DTZ.
struct SideCodes {
  SolvedArray<SolvedCode> codes;
  bool knows_limit = false;  // DTZ was solved; else no code is beyond the limit
};
// `dtz` may be empty. The memory of `dtm` is used again.
SideCodes side_codes(const Rules& rules, SolvedArray<DtmCode> dtm, const SolvedArray<DtzCode>& dtz);

// The same, wherever they lie.
struct SolvedSide {
  std::shared_ptr<const void> owner;  // they are there as long as this is
  std::span<const SolvedCode> codes;
  bool knows_limit = false;
};

// The already solved endings. Called from one thread at a time; a solve() may ask for an ending more than once.
class SolutionSource {
 public:
  virtual ~SolutionSource() = default;
  // With `side` of the ending to move: a capture or promotion by the other side leads to no other position of it.
  // Errors: not_found when it has not been solved; whatever reading it can give.
  virtual Result<SolvedSide> find(const Ending& ending, int side) = 0;
};

// Solutions kept in memory.
class MemorySource final : public SolutionSource {
 public:
  explicit MemorySource(const Rules& rules) : rules_(rules) {}
  void add(Solution solution);
  bool has(const Ending& ending) const { return solved_.contains(ending); }
  const Solution& solution(const Ending& ending) const { return solved_.at(ending)->solution; }
  Result<SolvedSide> find(const Ending& ending, int side) override;

 private:
  struct Solved {
    Solution solution;
    std::array<SideCodes, 2> sides;
  };

  const Rules& rules_;
  std::map<Ending, std::shared_ptr<const Solved>> solved_;
};

}  // namespace bookends::tables
