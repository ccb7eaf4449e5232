// What packing and expanding a book expect of it alike: likely moves, likely scores.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "core/eval/score.h"
#include "core/position/position.h"

namespace bookends::transport {

// Orders the legal moves so that those to be named come first: moves that were named before in answer to the same move,
// then those that take back, then those named before at all. Packing and expanding see the same moves in the same
// order, so they agree on it.
class MoveOrder {
 public:
  MoveOrder() : named_(kMoves), answers_(kAnswers) {}

  template <const Rules& R>
  std::vector<Move> of(const Position<R>& position, Move last) const {
    const MoveList legal = position.legal_moves();
    std::vector<Move> moves(legal.begin(), legal.end());
    const auto rank = [&](Move m) {
      return std::tuple(-static_cast<int>(answers_[answer(last, m)]), last && m.to() == last.to() ? 0 : 1,
                        -static_cast<int>(named_[m.bits()]), m.bits());
    };
    std::sort(moves.begin(), moves.end(), [&](Move a, Move b) { return rank(a) < rank(b); });
    return moves;
  }

  void name(Move last, Move m) {
    bump(answers_[answer(last, m)]);
    bump(named_[m.bits()]);
  }

 private:
  static constexpr std::size_t kMoves = 65536, kAnswers = std::size_t{1} << 20;
  static void bump(std::uint16_t& count) { count = static_cast<std::uint16_t>(count + (count < 0xffff ? 1 : 0)); }
  static std::size_t answer(Move last, Move m) {
    return (std::uint32_t{last.bits()} << 16 | m.bits()) * std::uint64_t{0x9E3779B97F4A7C15} >> 44;
  }
  std::vector<std::uint16_t> named_, answers_;
};

// The score that a position has when its parent's value comes from it.
inline std::uint16_t expected_score(Score parent) {
  const Score mirrored = -parent;
  return static_cast<std::uint16_t>(!is_decided(mirrored) ? mirrored : mirrored > 0 ? mirrored + 1 : mirrored - 1);
}
constexpr std::uint16_t zigzag(std::uint16_t difference) {
  return static_cast<std::uint16_t>((difference << 1) ^ ((difference & 0x8000) != 0 ? 0xffff : 0));
}
constexpr std::uint16_t unzigzag(std::uint16_t coded) {
  return static_cast<std::uint16_t>((coded >> 1) ^ ((coded & 1) != 0 ? 0xffff : 0));
}

}  // namespace bookends::transport
