// A solved ending in memory, and where a solver finds the endings it depends on.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/result.h"
#include "tablebases/material.h"

namespace bookends::tables {

// 0: draw. n + 1: decided in n plies; for even n the side to move has lost, for odd n it wins. kIllegal: the index is
// no legal position with that side to move, or a duplicate of a smaller index.
// Lost in 0 plies: mated, or stalemated where that loses. The distance (DTM) knows no move limit, no repetition and
// no counting, and the position has neither en passant nor castling rights.
using DtmCode = std::uint16_t;
inline constexpr DtmCode kDrawCode = 0;
inline constexpr DtmCode kIllegal = 0xFFFF;
constexpr DtmCode decided_in(int plies) { return static_cast<DtmCode>(plies + 1); }
constexpr bool is_decided(DtmCode c) { return c != kDrawCode && c != kIllegal; }
constexpr int plies_of(DtmCode c) { return c - 1; }                                 // c decided
constexpr bool is_win(DtmCode c) { return is_decided(c) && plies_of(c) % 2 == 1; }  // for the side to move
constexpr bool is_loss(DtmCode c) { return is_decided(c) && plies_of(c) % 2 == 0; }

// dtm[0] with the first-named side to move, dtm[1] with the other; by PlacementIndex of the ending, size() codes each.
struct Solution {
  Ending ending;
  std::array<std::vector<DtmCode>, 2> dtm;
};

// The already solved endings. Called from one thread at a time; a solve() may ask for an ending more than once.
class SolutionSource {
 public:
  virtual ~SolutionSource() = default;
  // Errors: not_found when it has not been solved; whatever reading it can give.
  virtual Result<std::shared_ptr<const Solution>> find(const Ending& ending) = 0;
};

// Solutions kept in memory.
class MemorySource final : public SolutionSource {
 public:
  explicit MemorySource(const Rules& rules) : rules_(rules) {}
  void add(Solution solution);
  Result<std::shared_ptr<const Solution>> find(const Ending& ending) override;

 private:
  const Rules& rules_;  // for the names in errors
  std::map<Ending, std::shared_ptr<const Solution>> solutions_;
};

}  // namespace bookends::tables
