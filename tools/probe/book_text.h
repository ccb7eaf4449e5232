// What `bookends probe` says of a book's entry.
#pragma once

#include <string>

#include "books/capi/bookends_book.h"
#include "books/file/book_file.h"

namespace bookends {

// As the book itself has it, without key and move.
BookEntry entry_of(const bookends_book_entry& entry);

// "a1a5  score #2  depth 3  proved win  remark "..."": scores, marks and remark as the book's other texts have them.
std::string book_text(const bookends_book_entry& entry, const std::string& remark);

// Move, score, depth, marks, remark: the columns of a table, with tabs between them and "-" for what is not there.
std::string book_columns(const bookends_book_entry& entry, const std::string& remark);
// The same for a position that the book does not know.
std::string no_book_columns();

}  // namespace bookends
