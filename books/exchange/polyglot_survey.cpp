#include "books/exchange/polyglot_survey.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "books/exchange/polyglot_placing.h"
#include "books/probe/polyglot_table.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

using polyglot::Entry;
using polyglot::EntryTable;
using polyglot::Placing;

// What can be said without knowing any position. The entries are sorted by key.
void count_entries(std::span<const Entry> entries, PolyglotSurvey& survey) {
  survey.entries = entries.size();
  std::unordered_set<std::uint16_t> moves;  // of the key
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i == 0 || entries[i].key != entries[i - 1].key) {
      ++survey.positions;
      moves.clear();
    }
    survey.repeated += !moves.insert(entries[i].move).second;
    survey.no_weight += entries[i].weight == 0;
    survey.learned += entries[i].learned != 0;
  }
}

template <const Rules& R>
void count_moves(const Position<R>& position, std::span<const Entry> entries, PolyglotSurvey& survey) {
  const MoveList legal = position.legal_moves();
  for (const Entry& entry : entries) {
    const Move* m = std::ranges::find_if(legal, [&](Move move) { return polyglot::has_move(entry, position, move); });
    if (m == legal.end())
      ++survey.illegal;
    else if (is_castling(position, *m))
      ++(entry.move == polyglot::coded(position, *m) ? survey.onto_rook : survey.two_files);
  }
}

template <const Rules& R>
void count_positions(const EntryTable& table, const std::vector<Position<R>>& starts, PolyglotSurvey& survey) {
  const Placing<R> placed = polyglot::place<R>(table, starts);
  const auto count = [&](const GraphNode& node) {
    const std::span<const Entry> entries = table.of(node.entry.key);
    if (entries.empty()) return;  // the way to another position
    const Position<R> position = position_of<R>(node);
    ++(position.turn() == Color::white ? survey.white : survey.black);
    count_moves(position, entries, survey);
  };
  for (const GraphNode& node : placed.nodes()) count(node);
  for (const auto& [key, node] : placed.without_move()) count(node);
}

}  // namespace

std::optional<BookSide> PolyglotSurvey::side() const {
  if (reached() == 0) return std::nullopt;
  if (white > 0 && black > 0) return BookSide::both;
  return white > 0 ? BookSide::white : BookSide::black;
}

template <const Rules& R>
Result<PolyglotSurvey> survey_polyglot(std::span<const std::byte> bytes, const std::string& name,
                                       const std::vector<std::string>& starts) {
  if (bytes.size() % polyglot::kEntryBytes != 0)
    return Error{ErrorCode::corrupt,
                 name + ": neither a book nor a Polyglot book, whose size is a multiple of 16 bytes"};
  Result<std::vector<Entry>> entries = polyglot::parse_entries(bytes, name);
  if (!entries) return entries.error();
  const Result<std::vector<Position<R>>> positions = polyglot::positions_of<R>(starts);
  if (!positions) return positions.error();
  PolyglotSurvey survey;
  survey.unsorted = polyglot::first_unsorted(*entries);
  EntryTable table;
  table.add(std::move(*entries));
  count_entries(table.all(), survey);
  count_positions(table, *positions, survey);
  if (survey.unsorted && survey.reached() == 0)
    return Error{ErrorCode::corrupt, name + ": neither a book nor a Polyglot book of " + std::string(R.name) +
                                         ": its keys do not ascend, and no line from a start leads to one of them"};
  return survey;
}

#define BOOKENDS_INSTANTIATE(game)                                                                             \
  template Result<PolyglotSurvey> survey_polyglot<games::game>(std::span<const std::byte>, const std::string&, \
                                                               const std::vector<std::string>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
