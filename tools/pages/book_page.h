// A book's lines as one self-contained HTML page, which is well-formed XML too and needs no script.
#pragma once

#include "books/review/dump.h"

namespace bookends {

// More positions are for a folder of pages (book_folder.h): a browser keeps all of a page, tens of elements for each.
inline constexpr int kMostOnOnePage = 5000;

// A position at a time, with its board, what the book says of it, and its moves as links. Errors: those of the sink.
Result<void> book_page(const Rules& rules, TreeReader& tree, const TextSink& out);

}  // namespace bookends
