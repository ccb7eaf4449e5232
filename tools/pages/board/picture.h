// Boards as SVG pictures, for pages: one way for every game and purpose.
//
// A page with boards has board_style() in its <style> and board_parts() of each game in its body (parts.h). Then
//
//     board_picture(rules, {.fen = fen, .id = "p7", .title = "1. e4 e5", .last_move = step_of(rules, "e7e5"),
//                           .arrows = {{step_of(rules, "g1f3"), 1, ArrowKind::book}}})
//
// is one <svg> that can stand wherever HTML may have a picture, about as wide in all games; narrow pages shrink it. It
// is small, one element a man, and can be exchanged by a script (`innerHTML`) as long as the parts stay. It is
// well-formed XML.
//
// For clicks ask for `addressable` and listen on what holds the board: `event.target.dataset.square` is the square's
// name, flipped or not. Such a square is transparent; a page may give it a class that fills it. To those who cannot see
// it the board is one picture with a description, so a page has to offer moves as links or buttons, too.
#pragma once

#include <string>
#include <vector>

#include "core/rules/rules.h"
#include "tools/pages/board/arrows.h"
#include "tools/pages/board/parts.h"
#include "tools/pages/board/rows.h"

namespace bookends {

struct BoardPicture {
  std::string fen;    // of a legal position: that the king to move is in check is seen by itself, and marked
  std::string id;     // unique on the page; the picture's title and description have ids that begin so
  std::string title;  // text, not markup: what the picture shows, for those who hear it
  Step last_move{};   // its two squares are coloured; none: nothing is
  std::vector<Arrow> arrows{};
  bool flipped = false;       // Black below
  bool coordinates = true;    // the names of files and ranks, left and below
  bool addressable = false;   // for clicks: above all else a <rect class="square" data-square="e4"/> for every square
  BoardRows* rows = nullptr;  // for pages of many boards: where those of one page put their rows
};

// From below: the board, the last move's squares, the mark of a check, men, arrows, squares for clicks. The picture in
// words is its description: men, side to move, check, last move, arrows. Empty when the FEN cannot be read. `rules` is
// one of all_games().
std::string board_picture(const Rules& rules, const BoardPicture& picture);

}  // namespace bookends
