// `bookends tables orders`: the orders of men that the packer knows, with those of tables that were built.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/rules/games.h"
#include "tablebases/file/table_file.h"
#include "tablebases/pack/known_orders.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

struct TablesOrdersRequest {
  std::string game;
  std::vector<std::string> paths;
};

// Instead of what was known of the ending.
void take_in(const std::vector<tables::KnownOrder>& found, std::vector<tables::KnownOrder>& known) {
  for (const tables::KnownOrder& order : found)
    std::erase_if(known, [&](const tables::KnownOrder& k) { return k.ending == order.ending; });
  known.insert(known.end(), found.begin(), found.end());
}

// A part of the sections would leave the others without an order.
bool is_whole(const Rules& rules, const tables::TableHeader& header) {
  const bool both = header.sides == 1 || (header.section(tables::Metric::wdl, 0) != nullptr &&
                                          header.section(tables::Metric::wdl, 1) != nullptr);
  return both && header.has(tables::Metric::dtm) && (rules.move_limit == 0 || header.has(tables::Metric::dtz));
}

// What a search has found is better than what is known; the best of its relatives' orders, than nothing.
bool is_news(const tables::TableHeader& header, const std::vector<tables::KnownOrder>& found,
             const std::vector<tables::KnownOrder>& known) {
  return tables::orders_were_searched(header) ||
         std::none_of(known.begin(), known.end(),
                      [&](const tables::KnownOrder& k) { return k.ending == found.front().ending; });
}

Result<void> take_in_table(const Rules& rules, const std::filesystem::path& path,
                           std::vector<tables::KnownOrder>& known) {
  const Result<tables::TableFile> file = tables::TableFile::open(path);
  if (!file) return file.error();
  const tables::TableHeader& header = file->header();
  if (header.fingerprint != fingerprint(rules))
    return Error{ErrorCode::invalid_argument,
                 path.string() + ": a table of " + header.game + ", not of " + std::string(rules.name)};
  if (!is_whole(rules, header))
    return Error{ErrorCode::unsupported, path.string() +
                                             ": has not both sides and all metrics; `bookends tables build --force` "
                                             "without --metrics and --sides makes it again"};
  const auto found = tables::orders_of(rules, header);
  if (!found) return Error{found.error().code, path.string() + ": " + found.error().message};
  if (is_news(header, *found, known)) take_in(*found, known);
  return {};
}

void print(const Rules& rules, const std::vector<tables::KnownOrder>& known, const Session& session) {
  nlohmann::ordered_json lines = nlohmann::ordered_json::array();
  for (const tables::KnownOrder& k : known) lines.push_back(tables::order_line(rules, k));
  if (session.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"game", rules.name}, {"orders", lines}}.dump(
                           2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  for (const auto& line : lines) fmt::print("{}\n", line.get<std::string>());
}

Result<void> run(const TablesOrdersRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  std::vector<tables::KnownOrder> known = tables::known_orders(**rules);
  for (const std::string& path : request.paths) {
    const auto files = tables::table_files(path);
    if (!files) return files.error();
    for (const auto& file : *files)
      if (const Result<void> taken = take_in_table(**rules, file, known); !taken) return taken;
  }
  std::stable_sort(known.begin(), known.end(), [&](const tables::KnownOrder& a, const tables::KnownOrder& b) {
    if (a.ending.men() != b.ending.men()) return a.ending.men() < b.ending.men();
    return tables::ending_name(**rules, a.ending) < tables::ending_name(**rules, b.ending);
  });
  print(**rules, known, session);
  return {};
}

}  // namespace

void add_command_tables_orders(CLI::App& group, Session& session) {
  auto request = std::make_shared<TablesOrdersRequest>();
  CLI::App* command = group.add_subcommand("orders", "Print the orders of men that tables are packed in");
  command->add_option("GAME", request->game, "A name from `bookends games`")->required();
  command->add_option("PATH,--tables", request->paths,
                      "Tables: their orders, where none are known; built with --search-orders, instead of those known");
  add_common_options(*command, session, false, true);
  command->footer(
      "A line is one section: ending, metrics, side to move, anchor/men with the slowest first, fill.\n"
      "What it prints is a file of tablebases/pack/orders, which the next build of the program reads.\n"
      "Examples:\n  bookends tables orders chess\n"
      "  bookends tables build chess KRBvKR --out thorough --search-orders\n"
      "  bookends tables orders chess thorough > new && mv new tablebases/pack/orders/chess.orders");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
