#include "gen/options/table_request.h"

#include <CLI/CLI.hpp>
#include <bit>

#include "gen/console/command.h"

namespace bookends {

namespace {

Error bad_request(std::string what) { return {ErrorCode::invalid_argument, std::move(what)}; }

// The result is always stored; what can be chosen is which distances are too. False for an unknown name.
bool choose_metrics(const std::string& metrics, tables::WriteSettings& write) {
  write.dtm = write.dtz = false;
  std::size_t at = 0;
  while (at <= metrics.size()) {
    const std::size_t end = std::min(metrics.find(',', at), metrics.size());
    const std::string name = metrics.substr(at, end - at);
    if (name == "dtm")
      write.dtm = true;
    else if (name == "dtz")
      write.dtz = true;
    else if (name != "wdl")
      return false;
    at = end + 1;
  }
  return true;
}

Result<std::vector<tables::Ending>> parse_endings(const Rules& rules, const std::vector<std::string>& names) {
  std::vector<tables::Ending> endings;
  for (const std::string& name : names) {
    const auto ending = tables::parse_ending(rules, name);
    if (!ending) return ending.error();
    endings.push_back(*ending);
  }
  return endings;
}

}  // namespace

Result<tables::WriteSettings> write_settings(const TableRequest& request) {
  tables::WriteSettings write;
  write.level = request.level;
  write.dtm_level = request.dtm_level;
  if (!choose_metrics(request.metrics, write))
    return bad_request("--metrics " + request.metrics + ": a list of wdl, dtm and dtz is expected, as in wdl,dtm");
  write.both_sides = request.sides == "both";
  // A KiB of results is 4096 positions.
  write.result_block_log = 12 + std::countr_zero(static_cast<unsigned>(request.block));
  write.distance_block_log = write.result_block_log;
  write.search_orders = request.search_orders;
  return write;
}

Result<std::vector<tables::Ending>> wanted_endings(const Rules& rules, const TableRequest& request) {
  if ((request.men > 0) == !request.names.empty()) return bad_request("give either --men or the names of endings");
  if (request.men > 0) return tables::closure(rules, tables::endings_up_to(rules, request.men));
  const auto named = parse_endings(rules, request.names);
  if (!named) return named.error();
  return tables::closure(rules, *named);
}

Result<std::vector<tables::Ending>> named_endings(const Rules& rules, const TableRequest& request) {
  if (request.men > 0 || request.names.empty())
    return bad_request("--only goes with the names of endings, not with --men");
  auto named = parse_endings(rules, request.names);
  if (!named) return named;
  // As closure() has them: each once, and none before what it depends on.
  std::erase_if(*named, [](const tables::Ending& ending) { return ending.men() <= 2; });
  int men = 2;
  for (const tables::Ending& ending : *named) men = std::max(men, ending.men());
  std::vector<tables::Ending> ordered;
  for (const tables::Ending& ending : tables::endings_up_to(rules, men))
    if (std::find(named->begin(), named->end(), ending) != named->end()) ordered.push_back(ending);
  return ordered;
}

std::vector<std::string> write_arguments(const TableRequest& request) {
  const TableRequest usual;
  std::vector<std::string> words;
  const auto add = [&](const char* name, const auto& value, const auto& default_value) {
    if (value == default_value) return;
    words.emplace_back(name);
    if constexpr (std::is_convertible_v<decltype(value), std::string>)
      words.push_back(value);
    else
      words.push_back(std::to_string(value));
  };
  add("--metrics", request.metrics, usual.metrics);
  add("--sides", request.sides, usual.sides);
  add("--level", request.level, usual.level);
  add("--dtm-level", request.dtm_level, usual.dtm_level);
  add("--block", request.block, usual.block);
  if (request.search_orders) words.emplace_back("--search-orders");
  return words;
}

void add_table_options(CLI::App& command, TableRequest& request) {
  command.add_option("GAME", request.game, "A name from `bookends games`")->required();
  command.add_option("NAME", request.names, "Endings, as KRvK; or --men");
  command.add_option("--men", request.men, "All endings with so many men or fewer, kings included")
      ->check(whole_between(3, tables::kMaxMen));
  command.add_option("--out", request.out, "Folder for the files, made if need be")->required();
  command.add_option("--metrics", request.metrics, "wdl and any of dtm, dtz (games with a move limit have dtz)")
      ->capture_default_str();
  command.add_option("--sides", request.sides, "Results of both sides to move, or of one (smaller, slower)")
      ->check(CLI::IsMember({"both", "one"}))
      ->capture_default_str();
  command.add_option("--level", request.level, "zstd level of results and dtz")
      ->check(whole_between(1, 19))
      ->capture_default_str();
  command.add_option("--dtm-level", request.dtm_level, "zstd level of dtm")
      ->check(whole_between(1, 19))
      ->capture_default_str();
  command
      .add_option("--block", request.block,
                  "KiB of results in a block, at two bits each: small ones are quicker to read, and larger")
      ->check(CLI::IsMember({"4", "8", "16", "32", "64", "128"}))
      ->capture_default_str();
  command.add_flag("--search-orders", request.search_orders,
                   "Look for the best order of men: up to twenty times the work, for `bookends tables orders`");
}

}  // namespace bookends
