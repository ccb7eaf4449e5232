// `bookends book diff`: what differs between two books.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "books/book_tree.h"
#include "books/difference.h"
#include "tools/book_files.h"
#include "tools/commands.h"

namespace bookends {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<DifferentPosition>;

struct BookDiffRequest {
  std::string first, second;
  int tolerance = 0;
  std::size_t most = 20;
};

std::string entry_text(const DifferentPosition& row, std::size_t which) {
  if (!row.entries[which]) return "";
  const BookEntry& entry = *row.entries[which];
  return fmt::format("{} {} depth {}", row.moves[which], score_text(entry.score), entry.depth);
}

void print_rows(const std::string& title, const Rows& rows, std::size_t most) {
  fmt::print("{:<34} {}\n", title, rows.size());
  for (std::size_t i = 0; i < std::min(most, rows.size()); ++i) {
    const std::string first = entry_text(rows[i], 0), second = entry_text(rows[i], 1);
    fmt::print("  {}: {}{}{}\n", rows[i].line.empty() ? rows[i].fen : rows[i].line, first,
               first.empty() || second.empty() ? "" : " | ", second);
  }
  if (rows.size() > most) fmt::print("  ... {} more (--most 0 shows all)\n", rows.size() - most);
}

Json rows_json(const Rows& rows, std::size_t most) {
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min(most, rows.size()); ++i) {
    const DifferentPosition& row = rows[i];
    Json made{{"line", row.line}, {"fen", row.fen}};
    for (std::size_t which = 0; which < 2; ++which)
      if (row.entries[which])
        made[which == 0 ? "first" : "second"] = {
            {"move", row.moves[which]}, {"score", row.entries[which]->score}, {"depth", row.entries[which]->depth}};
    out.push_back(std::move(made));
  }
  return out;
}

void print(const BookDifference& found, std::size_t most, bool json) {
  if (json) {
    fmt::print("{}\n", Json{{"common", found.common},
                            {"only_first", found.only_first.size()},
                            {"only_second", found.only_second.size()},
                            {"other_move", found.other_move.size()},
                            {"other_score", found.other_score.size()},
                            {"other_word", found.other_word.size()},
                            {"positions",
                             {{"only_first", rows_json(found.only_first, most)},
                              {"only_second", rows_json(found.only_second, most)},
                              {"other_move", rows_json(found.other_move, most)},
                              {"other_score", rows_json(found.other_score, most)},
                              {"other_word", rows_json(found.other_word, most)}}}}
                           .dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  fmt::print("{:<34} {}\n", "positions in both", found.common);
  print_rows("only in the first", found.only_first, most);
  print_rows("only in the second", found.only_second, most);
  print_rows("another move", found.other_move, most);
  print_rows("the same move, another score", found.other_score, most);
  print_rows("another remark or mark", found.other_word, most);
}

template <const Rules& R>
Result<BookDifference> difference_of(const BookDiffRequest& request) {
  const Result<BookGraph> first = load_graph<R>(request.first);
  if (!first) return first.error();
  const Result<BookGraph> second = load_graph<R>(request.second);
  if (!second) return second.error();
  return compare<R>(*first, *second, request.tolerance);
}

Result<void> run(const BookDiffRequest& request, Session& session) {
  const Result<const Rules*> rules = game_of_book(request.first);
  if (!rules) return rules.error();
  const auto found = with_game(**rules, [&]<const Rules & R>() { return difference_of<R>(request); });
  if (!found) return found.error();
  print(*found, request.most == 0 ? static_cast<std::size_t>(-1) : request.most, session.json);
  if (!found->none()) session.exit_code = kExitNegative;
  return {};
}

}  // namespace

void add_command_book_diff(CLI::App& group, Session& session) {
  auto request = std::make_shared<BookDiffRequest>();
  CLI::App* command = group.add_subcommand("diff", "Compare two books");
  command->add_option("FIRST", request->first, "A book")->required();
  command->add_option("SECOND", request->second, "Another book of the same game")->required();
  command->add_option("--tolerance", request->tolerance, "Centipawns by which scores may differ")
      ->check(CLI::Range(0, 2 * kInfinite))
      ->capture_default_str();
  command->add_option("--most", request->most, "Positions shown of each kind, the likeliest first; 0 = all")
      ->check(at_least(0))
      ->capture_default_str();
  add_common_options(*command, session, false, true);
  command->footer(
      "Exit code 0 when nothing differs, 1 when something does.\n"
      "Examples:\n  bookends book diff old.book new.book\n"
      "  bookends book diff old.book new.book --tolerance 30 --most 0 --json");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
