// How the men of the games look: our own drawings.
#pragma once

#include <string_view>

#include "core/rules/rules.h"

namespace bookends {

// SVG paths around the middle of a square of kSquareUnits (frame.h), White and Black alike. What is empty is not drawn.
struct Drawing {
  PieceSet set = PieceSet::chess;
  Piece piece{};           // it is of all pieces that have this letter and move like this
  std::string_view back;   // filled and outlined; behind the body, which hides its lower end
  std::string_view body;   // filled and outlined
  std::string_view lines;  // thin lines on the body
  std::string_view spots;  // small areas in the colour of the lines
};

// The drawing of a piece of a game; null when there is none (a game that was added later): then pictures show a disc
// with the piece's letter.
const Drawing* drawing_of(const Rules& rules, Kind kind);

}  // namespace bookends
