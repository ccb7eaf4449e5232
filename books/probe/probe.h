// A book for one game: positions in, moves out.
#pragma once

#include <filesystem>
#include <optional>

#include "books/file/book_file.h"
#include "core/base/result.h"
#include "core/position/position.h"

namespace bookends {

struct BookAnswer {
  Move move;  // legal
  BookEntry entry;
};

// What the book of a file plays in a position of its game. nullopt when it does not know the position, or names a move
// that is not legal in it.
template <const Rules& R>
std::optional<BookAnswer> book_answer(const BookFile& file, const Position<R>& position);

// Const and thread-safe.
template <const Rules& R>
class Book {
 public:
  // Errors: those of BookFile::open; unsupported when the book is of another game or of other rules.
  static Result<Book> open(const std::filesystem::path& path);
  static Result<Book> from_file(BookFile file, const std::string& name);

  const BookFile& file() const { return file_; }

  std::optional<BookAnswer> probe(const Position<R>& position) const { return book_answer(file_, position); }

 private:
  explicit Book(BookFile file) : file_(std::move(file)) {}

  BookFile file_;
};

#define BOOKENDS_EXTERN_BOOK(game) extern template class Book<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_BOOK)
#undef BOOKENDS_EXTERN_BOOK

}  // namespace bookends
