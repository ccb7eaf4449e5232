#include "books/oracle.h"

namespace bookends {

namespace {

std::optional<OracleValue> proved_value(const BookEntry& entry) {
  OracleValue value;
  switch (entry.proof) {
    case Proof::none:
      return std::nullopt;
    case Proof::win:
      value.wdl = OracleValue::Wdl::win;
      break;
    case Proof::draw:
      value.wdl = OracleValue::Wdl::draw;
      break;
    case Proof::loss:
      value.wdl = OracleValue::Wdl::loss;
      break;
  }
  // A table's distance is exact. That of the book is that of the best line found so far, and no promise.
  if (entry.from_table && is_decided(entry.score)) value.plies = plies_to_end(entry.score);
  return value;
}

}  // namespace

template <const Rules& R>
Result<std::unique_ptr<BookOracle<R>>> BookOracle<R>::open(const std::filesystem::path& path) {
  Result<Book<R>> book = Book<R>::open(path);
  if (!book) return book.error();
  return std::unique_ptr<BookOracle>(new BookOracle(std::move(*book)));
}

template <const Rules& R>
std::optional<OracleMove> BookOracle<R>::choose(const Position<R>& position) const {
  const std::optional<BookAnswer> answer = book_.probe(position);
  if (!answer) return std::nullopt;
  OracleMove move;
  move.move = answer->move;
  move.value = proved_value(answer->entry);
  if (!move.value) move.score = answer->entry.score;
  move.depth = answer->entry.depth;
  return move;
}

#define BOOKENDS_INSTANTIATE(game) template class BookOracle<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
