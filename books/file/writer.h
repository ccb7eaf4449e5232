// Writes the book as it is played from (book_file.h).
#pragma once

#include <cstddef>
#include <vector>

#include "books/file/book_entry.h"
#include "books/played/record.h"
#include "core/base/result.h"

namespace bookends {

// Whether a file has room for the texts of its header. Errors: invalid_argument.
Result<void> check_texts(const BookHeader& header);

// The bytes of a file with these entries, whose keys all differ; remarks and moves played, at most one of each for an
// entry. The same in any order gives the same bytes. Errors: limit, when there are more than a file can hold or two
// keys are too much alike; invalid_argument, for a score beyond kInfinite, and for a remark or moves played that are
// none or belong to no entry; those of check_texts().
Result<std::vector<std::byte>> encode_book(const BookHeader& header, std::vector<BookEntry> entries,
                                           std::vector<BookRemark> remarks = {}, std::vector<BookPlayed> played = {});

}  // namespace bookends
