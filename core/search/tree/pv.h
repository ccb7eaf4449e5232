// Principal variations: the triangular table in which the search collects them.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "core/eval/score.h"
#include "core/position/move.h"

namespace bookends {

// A line of fixed capacity.
struct Variation {
  std::array<Move, kMaxPly + 1> moves;
  int length = 0;

  void set(Move first, std::span<const Move> rest) {
    moves[0] = first;
    const auto n = std::min(rest.size(), moves.size() - 1);
    std::copy_n(rest.begin(), n, moves.begin() + 1);
    length = static_cast<int>(n) + 1;
  }
  std::span<const Move> line() const { return {moves.data(), static_cast<std::size_t>(length)}; }
};

// One line for every ply; a node's line is its best move followed by the line of the child.
class PvTable {
 public:
  void clear(int ply) { row(ply).length = 0; }
  void extend(int ply, Move best) { row(ply).set(best, line(ply + 1)); }
  std::span<const Move> line(int ply) const { return rows_[static_cast<std::size_t>(ply)].line(); }

 private:
  Variation& row(int ply) { return rows_[static_cast<std::size_t>(ply)]; }
  std::array<Variation, kMaxPly + 2> rows_{};
};

}  // namespace bookends
