#include "tools/book_commands/info/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "books/probe/probe.h"
#include "books/text/entry.h"
#include "core/base/count_text.h"
#include "core/rules/games.h"
#include "tools/book_commands/info/text.h"
#include "tools/pages/reports/book_report.h"
#include "tools/pages/reports/growth.h"

namespace bookends {
namespace {

// "start1", "start 2": what charts call them.
std::vector<std::string> names_of_starts(const BookInfo& info) {
  std::vector<std::string> names;
  for (const StartInfo& start : info.starts)
    names.push_back(start.name.empty() ? fmt::format("start {}", names.size() + 1) : start.name);
  return names;
}

void add_starts(const BookInfo& info, bool all, BookReport& report) {
  const std::size_t shown = all ? info.starts.size() : std::min(info.starts.size(), kStartsShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const StartInfo& start = info.starts[i];
    report.starts.push_back({start.name, start.fen, start.move, start.step, start.entry ? score_text(*start.entry) : "",
                             start.entry ? start.entry->depth : 0});
  }
  report.more_starts = info.starts.size() - shown;
}

// Where nobody named a workspace, the page does without.
Result<void> add_history(const InfoPageSources& sources, BookReport& report) {
  const bool named = !sources.workspace.empty();
  const std::filesystem::path folder = named ? sources.workspace : sources.book + ".work";
  const std::filesystem::path file = folder / kHistoryFile;
  Result<HistoryTable> history = read_history(file);
  if (history && (!is_growth(*history) || starts_of_growth(*history) != report.start_names.size()))
    history = Error{ErrorCode::invalid_argument, fmt::format("{}: not how a book of {} grew", file.string(),
                                                             count_text(report.start_names.size(), "start"))};
  if (history && history->rows.empty())
    history = Error{ErrorCode::invalid_argument, file.string() + ": nothing in it yet"};
  if (history) {
    report.history = std::move(*history);
    return {};
  }
  if (named) return history.error();
  report.no_history = history.error().code == ErrorCode::not_found
                          ? fmt::format(
                                "Not known: a build keeps it in {}, which is not there (--workspace DIR names "
                                "another folder).",
                                file.string())
                          : fmt::format("Not known: {}.", history.error().message);
  return {};
}

// The first end that the book does not have; "" for none.
template <const Rules& R>
Result<std::string> stranger_in(const ExitsReport& exits, const std::string& path) {
  const Result<Book<R>> book = Book<R>::open(path);
  if (!book) return book.error();
  for (const ExitRow& row : exits.rows) {
    const auto position = Position<R>::from_fen(row.fen);
    if (!position || !book->probe(*position)) return row.fen.empty() ? std::string("no FEN") : row.fen;
  }
  return std::string();
}

Result<void> add_exits(const Rules& rules, const InfoPageSources& sources, BookReport& report) {
  if (sources.exits.empty()) {
    report.no_exits = fmt::format(
        "Not known: a deeper search says it. `bookends book exits {} --json > exits.json`, then `--exits exits.json` "
        "here.",
        sources.book);
    return {};
  }
  Result<ExitsReport> exits = read_exits(sources.exits);
  if (!exits) return exits.error();
  const Result<std::string> stranger =
      with_game(rules, [&]<const Rules & R>() { return stranger_in<R>(*exits, sources.book); });
  if (!stranger) return stranger.error();
  if (!stranger->empty())
    return Error{ErrorCode::invalid_argument,
                 sources.exits + ": of another book: " + sources.book + " does not have " + *stranger};
  report.exits = std::move(*exits);
  return {};
}

}  // namespace

Result<std::string> info_page(const Rules& rules, const BookInfo& info, const InfoPageSources& sources) {
  BookReport report;
  report.rules = &rules;
  report.name = std::filesystem::path(sources.book).filename().string();
  report.facts = making_facts(info);
  for (auto& fact : line_facts(info)) report.facts.push_back(std::move(fact));
  report.start_names = names_of_starts(info);
  add_starts(info, sources.all, report);
  report.by_depth = info.by_depth;
  report.survey = info.survey;
  Result<void> added = add_history(sources, report);
  if (added) added = add_exits(rules, sources, report);
  return added ? Result<std::string>(book_report_page(report)) : Result<std::string>(added.error());
}

}  // namespace bookends
