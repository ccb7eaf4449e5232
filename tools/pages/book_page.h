// A book's lines as one self-contained HTML page, which is well-formed XML too.
#pragma once

#include <string>

#include "books/review/book_tree.h"

namespace bookends {

// A position at a time, with its board, what the book says of it, and its moves as links; printed, all of them one
// after the other.
std::string book_page(const Rules& rules, const BookTree& tree);

}  // namespace bookends
