// A board as a picture of its own, for pages that cannot hold SVG themselves, as Markdown.
#pragma once

#include <string>

#include "tools/pages/board/picture.h"

namespace bookends {

// The text of an .svg file: the picture with its style, by day and by night, and the men that are on it. Empty when
// the FEN cannot be read.
std::string board_file(const Rules& rules, const BoardPicture& picture);

}  // namespace bookends
