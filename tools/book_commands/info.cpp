// `bookends book info`: what a book file holds.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "books/edit/book_graph.h"
#include "books/probe/probe.h"
#include "books/review/survey.h"
#include "books/review/tree_node.h"
#include "books/text/entry.h"
#include "books/work/settings.h"
#include "core/base/count_text.h"
#include "core/io/checksum.h"
#include "core/notation/move_text.h"
#include "core/rules/games.h"
#include "tools/book_commands/info_polyglot.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

struct StartInfo {
  std::string name;
  std::string fen;
  std::optional<BookEntry> entry;
  std::string move;  // SAN
};

// What the records of games add up to.
struct GamesInfo {
  std::uint64_t moves = 0;        // that have a record
  std::uint64_t start_games = 0;  // of the moves of the starts
  // Of the last games of the moves, 0 where none has one.
  std::uint16_t first_year = 0, last_year = 0;
  double rated = 0, ratings = 0;  // how many, and their sum

  void count(const PlayedMove& move) {
    ++moves;
    rated += move.rated;
    ratings += 1.0 * move.rating * move.rated;
    if (move.year == 0) return;
    first_year = first_year == 0 ? move.year : std::min(first_year, move.year);
    last_year = std::max(last_year, move.year);
  }
  long mean_rating() const { return rated > 0 ? std::lround(ratings / rated) : 0; }
};

struct Info {
  BookHeader header;
  std::uint64_t positions = 0;
  std::uint64_t bytes = 0;
  int key_bits = 0;
  std::array<std::uint64_t, 256> by_depth{};
  std::array<std::uint64_t, 4> by_proof{};
  std::uint64_t from_tables = 0;
  std::uint64_t manual = 0;
  std::uint64_t remarks = 0;
  GamesInfo games;
  std::vector<StartInfo> starts;
  BookSurvey survey;
};

template <const Rules& R>
Result<Info> collect(const std::string& path) {
  const Result<Book<R>> book = Book<R>::open(path);
  if (!book) return book.error();
  const BookFile& file = book->file();
  Info info{.header = file.header(),
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
    StartInfo start{start_name(R, fen), fen, {}, {}};
    if (const auto position = Position<R>::from_fen(fen))
      if (const auto answer = book->probe(*position)) {
        start.entry = answer->entry;
        start.move = format_san(*position, answer->move);
        for (const PlayedMove& move : file.played(position->key())) info.games.start_games += move.games;
      }
    info.starts.push_back(std::move(start));
  }
  const Result<BookGraph> graph = graph_of(*book);
  if (!graph) return graph.error();
  info.survey = survey(*graph);
  return info;
}

double bytes_each(const Info& info) {
  return info.positions == 0 ? 0 : static_cast<double>(info.bytes) / static_cast<double>(info.positions);
}

// What is not known is left out.
nlohmann::ordered_json games_json(const GamesInfo& games) {
  nlohmann::ordered_json out{{"moves", games.moves}, {"start_games", games.start_games}};
  if (games.last_year > 0) out["first_year"] = games.first_year, out["last_year"] = games.last_year;
  if (games.rated > 0) out["rating"] = games.mean_rating();
  return out;
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

void print_json(const Info& info) {
  nlohmann::ordered_json out{
      {"game", info.header.game},
      {"rules", hexadecimal(info.header.rules_fingerprint)},
      {"generator", info.header.generator},
      {"side", side_name(info.header.side)},
      {"positions", info.positions},
      {"bytes", info.bytes},
      {"bytes_per_position", bytes_each(info)},
      {"key_bits", info.key_bits},
      {"from_tables", info.from_tables},
      {"manual", info.manual},
      {"remarks", info.remarks},
      {"proved", {{"win", info.by_proof[1]}, {"draw", info.by_proof[2]}, {"loss", info.by_proof[3]}}}};
  if (info.games.moves > 0) out["played"] = games_json(info.games);
  out["starts"] = nlohmann::ordered_json::array();
  for (const StartInfo& start : info.starts) {
    nlohmann::ordered_json row{{"name", start.name}, {"fen", start.fen}};
    if (start.entry) {
      row["move"] = start.move;
      row["score"] = nullptr;
      if (const std::optional<Score> score = score_of(*start.entry)) row["score"] = *score;
      row["depth"] = start.entry->depth;
    }
    out["starts"].push_back(std::move(row));
  }
  out["depths"] = nlohmann::ordered_json::object();
  for (std::size_t d = 0; d < info.by_depth.size(); ++d)
    if (info.by_depth[d] > 0) out["depths"][std::to_string(d)] = info.by_depth[d];
  out["plies"] = info.survey.by_ply;
  out["moves"] = info.survey.moves;
  out["lines"] = info.survey.lines;
  out["transpositions"] = info.survey.transpositions;
  out["ends"] = info.survey.ends;
  out["unreached"] = info.survey.unreached;
  for (std::size_t g = 0; g < kGrades; ++g)
    out["grades"][std::string(grade_name(static_cast<Grade>(g)))] = info.survey.grades[g];
  out["settings"] = info.header.settings;
  fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

// What fits on a screen, of starts and of each histogram.
constexpr std::size_t kStartsShown = 5, kBarsShown = 24;

void print_more(std::size_t left, const char* one, const char* many) {
  if (left > 0)
    fmt::print("            ... and {} more; --all shows {}\n", count_text(left, one, many), left == 1 ? "it" : "them");
}

// A histogram of `counts`, where there is something to count.
template <class Counts>
void print_bars(const Counts& counts, bool all) {
  std::uint64_t most = 1;
  for (const std::uint64_t n : counts) most = std::max(most, n);
  std::size_t shown = 0, left = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    if (!all && shown == kBarsShown) {
      ++left;
      continue;
    }
    ++shown;
    fmt::print("  {:>3} {:>9}  {}\n", i, counts[i], std::string((counts[i] * 50 + most - 1) / most, '#'));
  }
  print_more(left, "row", "rows");
}

void print_starts(const std::vector<StartInfo>& starts, bool all) {
  const std::size_t shown = all ? starts.size() : std::min(starts.size(), kStartsShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const StartInfo& start = starts[i];
    fmt::print("start       {}{}{}\n", start.name, start.name.empty() ? "" : " = ", start.fen);
    if (start.entry)
      fmt::print("            plays {}, score {}, depth {}\n", start.move, score_text(*start.entry),
                 start.entry->depth);
  }
  print_more(starts.size() - shown, "start", "starts");
}

std::string grades_text(const BookSurvey& survey) {
  std::string text;
  for (std::size_t g = 0; g < kGrades; ++g)
    if (survey.grades[g] > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grade_name(static_cast<Grade>(g)), survey.grades[g]);
  return text;
}

// What a reader of a book asks of its settings: who searched it, how deep, and what was done to it since.
void print_making(const std::string& settings) {
  constexpr std::array<std::pair<const char*, const char*>, 4> kShown{
      {{"nodes", "nodes each"}, {"evaluator", "searched by"}, {"opponent", "opponent"}, {"edited", "edited"}}};
  for (const auto& [name, label] : kShown)
    for (const std::string& value : settings_named(settings, name)) fmt::print("{:<11} {}\n", label, value);
}

void print_text(const Info& info, bool all) {
  fmt::print("game        {}\n", info.header.game);
  fmt::print("made by     {}\n", info.header.generator);
  print_making(info.header.settings);
  fmt::print("side        {}\n", side_name(info.header.side));
  fmt::print("positions   {}\n", info.positions);
  fmt::print("size        {} bytes, {:.2f} a position, keys of {} bits\n", info.bytes, bytes_each(info), info.key_bits);
  fmt::print("proved      {} won, {} drawn, {} lost for the side to move; {} from tables\n", info.by_proof[1],
             info.by_proof[2], info.by_proof[3], info.from_tables);
  if (info.manual > 0 || info.remarks > 0)
    fmt::print("by hand     {}, {}\n", count_text(info.manual, "value"), count_text(info.remarks, "remark"));
  if (info.games.moves > 0) fmt::print("games       {}\n", games_text(info.games));
  print_starts(info.starts, all);
  const BookSurvey& survey = info.survey;
  fmt::print("lines       {}: {} end where the book does, {} where they meet another line\n", survey.lines,
             survey.lines - survey.transpositions, survey.transpositions);
  fmt::print("ends        {} whose best move leaves the book\n", count_text(survey.ends, "position"));
  if (survey.unreached > 0)
    fmt::print("unreached   {}: no line leads to them; `book fix` takes them out\n", survey.unreached);
  fmt::print("grades      {}\n", grades_text(survey));
  fmt::print("plies from the start: positions\n");
  print_bars(survey.by_ply, all);
  fmt::print("plies the scores look ahead: positions\n");
  print_bars(info.by_depth, all);
}

struct InfoRequest {
  std::string path;
  std::string game;
  bool all = false;
};

Result<void> run(const InfoRequest& request, const Session& session) {
  const std::string& path = request.path;
  if (looks_like_polyglot(path))
    return show_polyglot(path, request.game.empty() ? std::string(games::chess.name) : request.game, session);
  const Result<BookFile> file = BookFile::open(path);
  if (!file) return file.error();
  const Result<const Rules*> rules = find_game(file->header().game);
  if (!rules) return Error{ErrorCode::unsupported, path + ": a book of an unknown game, " + file->header().game};
  if (!request.game.empty() && request.game != file->header().game)
    return Error{ErrorCode::unsupported, path + ": a book of " + file->header().game + ", not of " + request.game};
  const Result<Info> info = with_game(**rules, [&]<const Rules & R>() { return collect<R>(path); });
  if (!info) return info.error();
  if (session.json)
    print_json(*info);
  else
    print_text(*info, request.all);
  return {};
}

}  // namespace

void add_command_book_info(CLI::App& group, Session& session) {
  auto request = std::make_shared<InfoRequest>();
  CLI::App* command = group.add_subcommand("info", "Show what a book holds");
  command->add_option("BOOK,--book", request->path, "The book, or a Polyglot book of another program")->required();
  command->add_option("--game", request->game, "The game of a Polyglot book, which does not say it; default: chess");
  command->add_flag("--all", request->all, "Show all starts, and all rows of the histograms");
  add_common_options(*command, session, false, true);
  command->footer(
      "Grades: certain (proved or from a table), manual (set by a person), A to E for scores that look 30, 24, 18, 12\n"
      "or fewer plies ahead, and none for positions that were imported without a score.\n"
      "Games: how many moves were played in games that were imported, how often those of the starts were, the years\n"
      "in which moves were last played, and the mean rating of those who played them.\n"
      "Of a Polyglot book: which of its positions the start leads to, by its moves and any others between them.\n"
      "Examples:\n  bookends book info fragments.book\n  bookends book info performance.bin");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
