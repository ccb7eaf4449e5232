// An entry of a Polyglot book.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/position/position.h"

namespace bookends::polyglot {

inline constexpr std::size_t kEntryBytes = 16;

struct Entry {
  Key key = 0;
  std::uint16_t move = 0;
  std::uint16_t weight = 0;
};

// Files and ranks of target and origin in three bits each, then the promotion. Castling is the king's move onto its
// rook.
template <const Rules& R>
std::uint16_t coded(const Position<R>& position, Move m) {
  Square to = m.to();
  const int step = m.to() - m.from();
  if (R.castling && position.at(m.from()).kind() == Kind::king && (step == 2 || step == -2)) to += step > 0 ? 1 : -2;
  return static_cast<std::uint16_t>(file_of(R, to) | rank_of(R, to) << 3 | file_of(R, m.from()) << 6 |
                                    rank_of(R, m.from()) << 9 | index(m.promotion()) << 12);
}

}  // namespace bookends::polyglot
