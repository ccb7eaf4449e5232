// What all pictures of boards share: written once on a page, so that a page may have thousands of them.
#pragma once

#include <string>
#include <string_view>

#include "core/rules/rules.h"

namespace bookends {

// The CSS of boards, for the page's <style>. All colours are custom properties, by day and by night, and a page may set
// others: --square-light, --square-dark, --white-man, --black-man (what men are filled with), --white-lines,
// --black-lines (the lines on them), --man-edge, --black-rim (a faint light around Black's men), --last-move, --check,
// --arrow-book, --arrow-table, --square-names.
std::string_view board_style();

// The board, the names of its files and ranks, and the men of a game, which pictures refer to: for the page's body,
// once for each game, before the first of its pictures. Ids begin with the name of the game.
std::string board_parts(const Rules& rules);
// The same inside a picture of its own: a <defs> with only those parts that `markup` uses.
std::string board_defs(const Rules& rules, std::string_view markup);

// The ids of parts.
std::string board_part(const Rules& rules);
std::string names_part(const Rules& rules, bool flipped);
std::string man_part(const Rules& rules, Color color, Kind kind);
// A man that has its colour from the class of what it is used by or in, "white" or "black".
std::string shape_part(const Rules& rules, Kind kind);

}  // namespace bookends
