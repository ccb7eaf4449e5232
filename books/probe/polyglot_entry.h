// An entry of a Polyglot book.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/notation/castling.h"
#include "core/position/position.h"

namespace bookends::polyglot {

inline constexpr std::size_t kEntryBytes = 16;

struct Entry {
  Key key = 0;
  std::uint16_t move = 0;
  std::uint16_t weight = 0;
  std::uint32_t learned = 0;  // by an engine
  std::uint32_t file = 0;     // of several that are read
};

// Files and ranks of target and origin in three bits each, then the promotion.
template <const Rules& R>
std::uint16_t coded(Move m) {
  return static_cast<std::uint16_t>(file_of(R, m.to()) | rank_of(R, m.to()) << 3 | file_of(R, m.from()) << 6 |
                                    rank_of(R, m.from()) << 9 | index(m.promotion()) << 12);
}

// A legal move as the format has it, with castling as the king's move onto its rook.
template <const Rules& R>
std::uint16_t coded(const Position<R>& position, Move m) {
  return coded<R>(onto_rook(position, m));
}

// Whether an entry has that legal move: some programs write castling as the king's move of two files.
template <const Rules& R>
bool has_move(const Entry& entry, const Position<R>& position, Move m) {
  return entry.move == coded<R>(m) || entry.move == coded(position, m);
}

}  // namespace bookends::polyglot
