// A board as an SVG picture, for pages.
#pragma once

#include <string>
#include <string_view>

#include "core/rules.h"

namespace bookends {

// For HTML and XML text and attributes in double quotes.
std::string escaped(std::string_view text);

// The position of a legal FEN, White below; every piece a disc with its letter, so that no font is needed and all games
// look alike. Colours are the page's, by class: `light` and `dark` squares, `white` and `black` men. `id` must be
// unique on the page; `title` says what the picture shows.
std::string board_picture(const Rules& rules, const std::string& fen, std::string_view id, std::string_view title);

}  // namespace bookends
