#include "tools/book_commands/info/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "books/edit/book_graph.h"
#include "books/review/tree_node.h"
#include "books/text/entry.h"
#include "books/work/settings.h"
#include "core/base/count_text.h"
#include "core/notation/move_text.h"
#include "core/rules/games.h"

namespace bookends {
namespace {

template <const Rules& R>
Result<BookInfo> collect(const std::string& path) {
  const Result<Book<R>> book = Book<R>::open(path);
  if (!book) return book.error();
  const BookFile& file = book->file();
  BookInfo info{.header = file.header(),
                .positions = file.positions(),
                .bytes = file.file_size(),
                .key_bits = file.known_key_bits(),
                .by_depth = {},
                .by_proof = {},
                .from_tables = 0,
                .manual = 0,
                .remarks = file.remarks(),
                .games = {},
                .starts = {},
                .survey = {}};
  for (std::uint64_t i = 0; i < file.positions(); ++i) {
    const BookEntry entry = file.at(i);
    ++info.by_depth[entry.depth];
    ++info.by_proof[static_cast<std::size_t>(entry.proof)];
    if (entry.from_table) ++info.from_tables;
    if (entry.manual) ++info.manual;
    for (const PlayedMove& move : file.played_at(i)) info.games.count(move);
  }
  for (const std::string& fen : info.header.starts) {
    StartInfo start{start_name(R, fen), fen, {}, {}, {}};
    if (const auto position = Position<R>::from_fen(fen))
      if (const auto answer = book->probe(*position)) {
        start.entry = answer->entry;
        start.move = format_san(*position, answer->move);
        start.step = format_uci(R, answer->move);
        for (const PlayedMove& move : file.played(position->key())) info.games.start_games += move.games;
      }
    info.starts.push_back(std::move(start));
  }
  const Result<BookGraph> graph = graph_of(*book);
  if (!graph) return graph.error();
  info.survey = survey(*graph);
  return info;
}

std::string games_text(const GamesInfo& games) {
  std::string text = fmt::format("{} with records, {} at the starts", count_text(games.moves, "move"),
                                 count_text(games.start_games, "game"));
  if (games.last_year > 0)
    text += games.first_year == games.last_year ? fmt::format(", last in {}", games.last_year)
                                                : fmt::format(", last in {} to {}", games.first_year, games.last_year);
  if (games.rated > 0) text += fmt::format(", mean rating {}", games.mean_rating());
  return text;
}

std::string grades_text(const BookSurvey& survey) {
  std::string text;
  for (std::size_t g = 0; g < kGrades; ++g)
    if (survey.grades[g] > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grade_name(static_cast<Grade>(g)), survey.grades[g]);
  return text;
}

// What a reader of a book asks of its settings: who searched it, how deep, and what was done to it since.
void add_making(const std::string& settings, BookFacts& facts) {
  constexpr std::array<std::pair<const char*, const char*>, 4> kShown{
      {{"nodes", "nodes each"}, {"evaluator", "searched by"}, {"opponent", "opponent"}, {"edited", "edited"}}};
  for (const auto& [name, label] : kShown)
    for (const std::string& value : settings_named(settings, name)) facts.emplace_back(label, value);
}

}  // namespace

double bytes_each(const BookInfo& info) {
  return info.positions == 0 ? 0 : static_cast<double>(info.bytes) / static_cast<double>(info.positions);
}

Result<BookInfo> collect_info(const Rules& rules, const std::string& path) {
  return with_game(rules, [&]<const Rules & R>() { return collect<R>(path); });
}

BookFacts making_facts(const BookInfo& info) {
  BookFacts facts{{"game", info.header.game}, {"made by", info.header.generator}};
  add_making(info.header.settings, facts);
  facts.emplace_back("side", side_name(info.header.side));
  facts.emplace_back("positions", std::to_string(info.positions));
  facts.emplace_back(
      "size", fmt::format("{} bytes, {:.2f} a position, keys of {} bits", info.bytes, bytes_each(info), info.key_bits));
  facts.emplace_back("proved", fmt::format("{} won, {} drawn, {} lost for the side to move; {} from tables",
                                           info.by_proof[1], info.by_proof[2], info.by_proof[3], info.from_tables));
  if (info.manual > 0 || info.remarks > 0)
    facts.emplace_back("by hand",
                       fmt::format("{}, {}", count_text(info.manual, "value"), count_text(info.remarks, "remark")));
  if (info.games.moves > 0) facts.emplace_back("games", games_text(info.games));
  return facts;
}

BookFacts line_facts(const BookInfo& info) {
  const BookSurvey& survey = info.survey;
  BookFacts facts{{"lines", fmt::format("{}: {} end where the book does, {} where they meet another line", survey.lines,
                                        survey.lines - survey.transpositions, survey.transpositions)},
                  {"ends", fmt::format("{} whose best move leaves the book", count_text(survey.ends, "position"))}};
  if (survey.unreached > 0)
    facts.emplace_back("unreached",
                       fmt::format("{}: no line leads to them; `book fix` takes them out", survey.unreached));
  facts.emplace_back("grades", grades_text(survey));
  return facts;
}

}  // namespace bookends
