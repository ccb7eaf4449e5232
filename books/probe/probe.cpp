#include "books/probe/probe.h"

namespace bookends {

template <const Rules& R>
Result<Book<R>> Book<R>::open(const std::filesystem::path& path) {
  Result<BookFile> file = BookFile::open(path);
  if (!file) return file.error();
  return from_file(std::move(*file), path.string());
}

template <const Rules& R>
Result<Book<R>> Book<R>::from_file(BookFile file, const std::string& name) {
  const BookHeader& header = file.header();
  if (header.game != R.name)
    return Error{ErrorCode::unsupported, name + ": a book of " + header.game + ", not of " + std::string(R.name)};
  if (header.rules_fingerprint != fingerprint(R))
    return Error{ErrorCode::unsupported, name + ": made under other rules of " + header.game};
  return Book(std::move(file));
}

template <const Rules& R>
std::optional<BookAnswer> Book<R>::probe(const Position<R>& position) const {
  const std::optional<BookEntry> entry = file_.find(position.key());
  if (!entry) return std::nullopt;
  const std::optional<Move> move = book_move(position, entry->move_index);
  if (!move) return std::nullopt;
  return BookAnswer{*move, *entry};
}

#define BOOKENDS_INSTANTIATE(game) template class Book<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
