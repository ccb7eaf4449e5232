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

// One side to move, as other endings need it: the SolvedCode of each position by its place in `meaning`. A place is a
// byte while there are at most 256 different codes: nearly always, and then this is a quarter of the codes of both
// distances.
struct SideCodes {
  std::vector<SolvedCode> meaning;  // all that occur, in ascending order
  Buffer<std::uint8_t> narrow;      // by number; empty where there are more than 256, and `wide` has them
  Buffer<std::uint16_t> wide;
  bool knows_limit = false;  // DTZ was solved; else no code is beyond the limit

  bool is_narrow() const { return meaning.size() <= 256; }
  std::uint64_t size() const { return is_narrow() ? narrow.size() : wide.size(); }
  std::uint64_t bytes() const { return size() * (is_narrow() ? sizeof(std::uint8_t) : sizeof(std::uint16_t)); }
  std::size_t place(std::uint64_t number) const { return is_narrow() ? narrow[number] : wide[number]; }
  SolvedCode operator[](std::uint64_t number) const { return meaning[place(number)]; }
};
// `dtz` may be empty.
SideCodes side_codes(const Rules& rules, const SolvedArray<DtmCode>& dtm, const SolvedArray<DtzCode>& dtz);

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
