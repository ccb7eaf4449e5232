#include "books/file/book_side.h"

namespace bookends {

std::string_view side_name(BookSide side) {
  switch (side) {
    case BookSide::white:
      return "white";
    case BookSide::black:
      return "black";
    case BookSide::both:
      break;
  }
  return "both";
}

bool is_own_turn(BookSide side, Color turn) {
  return side == (turn == Color::white ? BookSide::white : BookSide::black);
}

bool plays_at(BookSide side, Color turn) { return side == BookSide::both || is_own_turn(side, turn); }

}  // namespace bookends
