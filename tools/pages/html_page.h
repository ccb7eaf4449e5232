// How the program's HTML pages begin: self-contained, well-formed XML, and readable by day and by night.
#pragma once

#include <string>
#include <string_view>

#include "tools/pages/board/escaped.h"

namespace bookends {

// Up to and with the body's opening tag; "</body></html>" is the writer's. The title is text, not markup; `style` is
// CSS beside what all pages have; `more` is markup for the end of the head.
std::string page_head(std::string_view title, std::string_view style = {}, std::string_view more = {});

}  // namespace bookends
