// A book as the agent sees it.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "books/probe.h"
#include "core/oracle.h"

namespace bookends {

template <const Rules& R>
class BookOracle final : public Oracle<R> {
 public:
  // Errors: those of Book::open.
  static Result<std::unique_ptr<BookOracle>> open(const std::filesystem::path& path);

  const Book<R>& book() const { return book_; }

  std::string_view name() const override { return "book"; }
  // The book's move with its score and depth, and its value where that is proved.
  std::optional<OracleMove> choose(const Position<R>& position) const override;

 private:
  explicit BookOracle(Book<R> book) : book_(std::move(book)) {}

  Book<R> book_;
};

#define BOOKENDS_EXTERN_BOOK_ORACLE(game) extern template class BookOracle<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_BOOK_ORACLE)
#undef BOOKENDS_EXTERN_BOOK_ORACLE

}  // namespace bookends
