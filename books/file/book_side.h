// Whose book it is: both sides', or one side's, which answers only for that side.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/position/fen.h"

namespace bookends {

enum class BookSide : std::uint8_t { both, white, black };
std::string_view side_name(BookSide side);
// Whether such a book answers for the side to move with its best move only.
bool is_own_turn(BookSide side, Color turn);
// Whether it is asked for a move at that turn at all.
bool plays_at(BookSide side, Color turn);

}  // namespace bookends
