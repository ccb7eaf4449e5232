// A book for one game: positions in, moves out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "books/file/book_file.h"
#include "core/base/result.h"
#include "core/position/position.h"

namespace bookends {

struct BookAnswer {
  Move move;  // legal
  BookEntry entry;
};

// A book in any format, as far as it can be asked without a position. Const and thread-safe.
class BookSource {
 public:
  virtual ~BookSource() = default;

  virtual const BookHeader& header() const = 0;
  virtual std::uint64_t positions() const = 0;
  // The entry of a key, where the format tells it without the position.
  virtual std::optional<BookEntry> find(Key key) const = 0;
  // What a person wrote, or nothing. It ends in a zero byte, which the view leaves out.
  virtual std::string_view remark(Key key) const = 0;

 protected:
  BookSource() = default;
  BookSource(const BookSource&) = default;
  BookSource(BookSource&&) = default;
  BookSource& operator=(const BookSource&) = default;
  BookSource& operator=(BookSource&&) = default;
};

// The same of one game: all that is asked to choose a move.
template <const Rules& R>
class BookProbe : public BookSource {
 public:
  // What the book plays. nullopt when it does not know the position, or names a move that is not legal in it.
  virtual std::optional<BookAnswer> probe(const Position<R>& position) const = 0;
  // What games say of the moves, or the weights of a Polyglot book; ascending by index.
  virtual std::vector<PlayedMove> played(const Position<R>& position) const = 0;
};

// A book file.
template <const Rules& R>
class Book final : public BookProbe<R> {
 public:
  // Errors: those of BookFile::open; unsupported when the book is of another game or of other rules.
  static Result<Book> open(const std::filesystem::path& path);
  static Result<Book> from_file(BookFile file, const std::string& name);

  const BookFile& file() const { return file_; }

  const BookHeader& header() const override { return file_.header(); }
  std::uint64_t positions() const override { return file_.positions(); }
  std::optional<BookEntry> find(Key key) const override { return file_.find(key); }
  std::string_view remark(Key key) const override { return file_.remark(key); }
  std::optional<BookAnswer> probe(const Position<R>& position) const override;
  std::vector<PlayedMove> played(const Position<R>& position) const override { return file_.played(position.key()); }

 private:
  explicit Book(BookFile file) : file_(std::move(file)) {}

  BookFile file_;
};

#define BOOKENDS_EXTERN_BOOK(game) extern template class Book<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_BOOK)
#undef BOOKENDS_EXTERN_BOOK

}  // namespace bookends
