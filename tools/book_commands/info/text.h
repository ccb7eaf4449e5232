// What a book file holds, as text for people and as JSON.
#pragma once

#include <cstddef>
#include <string>

#include "tools/book_commands/info/facts.h"

namespace bookends {

inline constexpr std::size_t kStartsShown = 5;  // unless all are asked for

std::string info_text(const BookInfo& info, bool all);
std::string info_json(const BookInfo& info);

}  // namespace bookends
