// Polyglot books of others as a book.
#include "books/exchange/polyglot.h"
#include "books/exchange/polyglot_placing.h"
#include "books/probe/polyglot_table.h"
#include "books/work/settings.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

using polyglot::Entry;
using polyglot::EntryTable;
using polyglot::Placing;

Result<EntryTable> table_of(std::span<const PolyglotSource> files, bool first_counts) {
  EntryTable table;
  for (const PolyglotSource& file : files) {
    Result<std::vector<Entry>> entries = polyglot::parse_entries(file.bytes, file.name);
    if (!entries) return entries.error();
    if (const std::optional<std::size_t> unsorted = polyglot::first_unsorted(*entries))
      return Error{ErrorCode::corrupt, file.name +
                                           ": not a Polyglot book, or damaged: its keys do not ascend at byte " +
                                           std::to_string(*unsorted * polyglot::kEntryBytes)};
    table.add(std::move(*entries), first_counts);
  }
  return table;
}

std::string names_of(std::span<const PolyglotSource> files) {
  std::string names;
  for (const PolyglotSource& file : files) names += (names.empty() ? "" : ", ") + file.name;
  return names;
}

}  // namespace

template <const Rules& R>
Result<PolyglotImport> import_polyglot(std::span<const PolyglotSource> files, const PolyglotImportOptions& options) {
  const Result<EntryTable> table = table_of(files, options.first_counts);
  if (!table) return table.error();
  const Result<std::vector<Position<R>>> starts = polyglot::positions_of<R>(options.starts);
  if (!starts) return starts.error();
  const Placing<R> placed = polyglot::place<R>(*table, *starts, options.side);
  if (!placed.has_own())
    return Error{ErrorCode::invalid_argument, names_of(files) + ": no line from a start of " + std::string(R.name) +
                                                  " leads to a move of " +
                                                  (files.size() == 1 ? "this Polyglot book" : "these Polyglot books") +
                                                  "; name another start, the right game, or another side or none"};
  PolyglotImport made;
  made.graph.nodes = placed.nodes();
  made.graph.header = {
      std::string(R.name), fingerprint(R), placed.side(), generator_name() + ", from a Polyglot book", "",
      options.starts};
  made.unplaced = placed.unplaced();
  if (const Result<void> linked = relink<R>(made.graph); !linked) return linked.error();
  return made;
}

#define BOOKENDS_INSTANTIATE(game)                                                              \
  template Result<PolyglotImport> import_polyglot<games::game>(std::span<const PolyglotSource>, \
                                                               const PolyglotImportOptions&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
