// Boards as SVG pictures, for pages.
#pragma once

#include <string>
#include <string_view>

#include "core/rules/rules.h"

namespace bookends {

// What all pictures of a game are put together from: once on a page, before the first of them.
std::string board_parts(const Rules& rules);

// The position of a legal FEN, White below; every piece a disc with its letter, so that no font is needed and all games
// look alike. Colours are the page's, by class: `light` and `dark` squares, `white` and `black` men. `id` must be
// unique on the page; `title` says what the picture shows.
std::string board_picture(const Rules& rules, const std::string& fen, std::string_view id, std::string_view title);

}  // namespace bookends
