#include "books/probe/polyglot_book.h"

#include <algorithm>

#include "core/rules/games.h"

namespace bookends {

Result<polyglot::EntryTable> polyglot_entries(std::span<const std::byte> bytes, const std::string& name) {
  const auto neither = [&](const std::string& why) {
    return Error{ErrorCode::corrupt, name + ": neither a book nor a Polyglot book, or damaged: " + why};
  };
  if (bytes.size() % polyglot::kEntryBytes != 0) return neither("its size is no multiple of 16 bytes");
  Result<std::vector<polyglot::Entry>> entries = polyglot::parse_entries(bytes, name);
  if (!entries) return entries.error();
  if (const auto unsorted = polyglot::first_unsorted(*entries))
    return neither("its keys do not ascend at byte " + std::to_string(*unsorted * polyglot::kEntryBytes));
  if (std::ranges::none_of(*entries, [](const polyglot::Entry& entry) { return entry.weight > 0; }))
    return neither("no move has a weight");
  polyglot::EntryTable table;
  table.add(std::move(*entries));
  return table;
}

template <const Rules& R>
PolyglotBook<R>::PolyglotBook(polyglot::EntryTable table) : table_(std::move(table)) {
  header_.game = R.name;
  header_.rules_fingerprint = fingerprint(R);
  header_.generator = "another program, a Polyglot book";
  for (const std::string_view start : R.starts)
    if (!start.empty()) header_.starts.emplace_back(start);
}

template <const Rules& R>
std::optional<BookAnswer> PolyglotBook<R>::probe(const Position<R>& position) const {
  const std::vector<polyglot::Listed> listed = polyglot::listed_moves(position, table_.of(position.key()));
  const polyglot::Listed* best = polyglot::heaviest(listed);
  if (best == nullptr) return std::nullopt;
  return BookAnswer{best->move, BookEntry{.key = position.key(), .move_index = best->record.move_index}};
}

template <const Rules& R>
std::vector<PlayedMove> PolyglotBook<R>::played(const Position<R>& position) const {
  std::vector<PlayedMove> moves;
  for (const polyglot::Listed& one : polyglot::listed_moves(position, table_.of(position.key())))
    moves.push_back(one.record);
  std::ranges::sort(moves, {}, &PlayedMove::move_index);
  return moves;
}

#define BOOKENDS_INSTANTIATE(game) template class PolyglotBook<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
