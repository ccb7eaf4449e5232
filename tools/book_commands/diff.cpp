// `bookends book diff`: what differs between two books.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "books/edit/difference.h"
#include "books/text/entry.h"
#include "books/work/workspace.h"
#include "tools/book_commands/book_files.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<DifferentPosition>;

struct BookDiffRequest {
  std::string first, second;
  int tolerance = 0;
  std::size_t most = 20;
};

// The rows of one kind; `name` is theirs in JSON.
struct DiffKind {
  const char* name;
  const char* title;
  Rows BookDifference::*rows;
};
constexpr DiffKind kDiffKinds[] = {
    {"only_first", "only in the first", &BookDifference::only_first},
    {"only_second", "only in the second", &BookDifference::only_second},
    {"other_move", "another move", &BookDifference::other_move},
    {"other_score", "the same move, another score", &BookDifference::other_score},
    {"other_proof", "another proof or table", &BookDifference::other_proof},
    {"other_word", "another remark or mark", &BookDifference::other_word},
    {"other_depth", "another depth", &BookDifference::other_depth},
};

// The remark only where it is part of the difference: it may be long.
std::string entry_text(const DifferentPosition& row, std::size_t which) {
  if (!row.entries[which]) return "";
  const BookEntry& entry = *row.entries[which];
  std::string text = fmt::format("{} {} depth {}", row.moves[which], score_text(entry), entry.depth);
  if (const std::string marks = marks_text(entry); !marks.empty()) text += ' ' + marks;
  if (!row.remarks[which].empty() && row.remarks[0] != row.remarks[1])
    text += " remark " + quote_text(row.remarks[which]);
  return text;
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

// Named as `dump --format json` does, but that the move is for people.
Json entry_json(const DifferentPosition& row, std::size_t which) {
  const BookEntry& entry = *row.entries[which];
  const std::optional<Score> score = score_of(entry);
  Json out{{"move", row.moves[which]},  {"score", score ? Json(*score) : Json(nullptr)},
           {"depth", entry.depth},      {"proof", proof_name(entry.proof)},
           {"table", entry.from_table}, {"manual", entry.manual}};
  if (!row.remarks[which].empty()) out["remark"] = row.remarks[which];
  return out;
}

Json rows_json(const Rows& rows, std::size_t most) {
  Json out = Json::array();
  for (std::size_t i = 0; i < std::min(most, rows.size()); ++i) {
    Json made{{"line", rows[i].line}, {"fen", rows[i].fen}};
    for (std::size_t which = 0; which < 2; ++which)
      if (rows[i].entries[which]) made[which == 0 ? "first" : "second"] = entry_json(rows[i], which);
    out.push_back(std::move(made));
  }
  return out;
}

void print_json(const BookDifference& found, std::size_t most) {
  Json out{{"sides", {{"first", side_name(found.sides[0])}, {"second", side_name(found.sides[1])}}},
           {"starts", {{"only_first", found.only_starts[0]}, {"only_second", found.only_starts[1]}}},
           {"common", found.common}};
  for (const DiffKind& kind : kDiffKinds) out[kind.name] = (found.*kind.rows).size();
  for (const DiffKind& kind : kDiffKinds) out["positions"][kind.name] = rows_json(found.*kind.rows, most);
  fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_text(const BookDifference& found, std::size_t most) {
  if (found.sides[0] != found.sides[1])
    fmt::print("{:<34} {} | {}\n", "books of another side", side_name(found.sides[0]), side_name(found.sides[1]));
  for (std::size_t which = 0; which < 2; ++which)
    for (const std::string& fen : found.only_starts[which])
      fmt::print("{:<34} {}\n", which == 0 ? "start of the first only" : "start of the second only", fen);
  fmt::print("{:<34} {}\n", "positions in both", found.common);
  for (const DiffKind& kind : kDiffKinds) print_rows(kind.title, found.*kind.rows, most);
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
  const std::size_t most = request.most == 0 ? static_cast<std::size_t>(-1) : request.most;
  session.json ? print_json(*found, most) : print_text(*found, most);
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
      ->check(whole_between(0, 2 * kInfinite))
      ->capture_default_str();
  command->add_option("--most", request->most, "Positions shown of each kind, the likeliest first; 0 = all")
      ->check(at_least(0))
      ->capture_default_str();
  add_common_options(*command, session, false, true);
  command->footer(
      "Compared are the sides and the starts of the books (as positions, whatever their clocks), and of each position\n"
      "that a line from the starts leads to: move, score, proof or table, remark and mark \"by hand\", depth. It is\n"
      "listed once, under the first of these in which it differs; a remark is shown where it is another one.\n"
      "Generator and settings are notes on how a book was made and are not compared.\n"
      "Exit code 0 when nothing differs, 1 when something does.\n"
      "Examples:\n  bookends book diff old.book new.book\n"
      "  bookends book diff old.book new.book --tolerance 30 --most 0 --json");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
