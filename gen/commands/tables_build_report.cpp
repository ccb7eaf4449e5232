#include "gen/commands/tables_build_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/count_text.h"
#include "gen/console/meter.h"

namespace bookends {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string size_of_file(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (size >= 1e9) return fmt::format("{:.1f} GB", size / 1e9);
  return size >= 1e6 ? fmt::format("{:.1f} MB", size / 1e6) : fmt::format("{:.1f} kB", size / 1e3);
}

std::string time_taken(double seconds) {
  return seconds < 100 ? fmt::format("{:.1f} s", seconds) : format_duration(seconds);
}

Json json_of(const tables::RankUse& use) {
  return {{"sent_bytes", use.sent.bytes},   {"sent_messages", use.sent.messages}, {"memory", use.memory},
          {"seconds_sharing", use.sharing}, {"seconds_gathering", use.gathering}, {"seconds_alone", use.alone}};
}

Json json_of(const Rules& rules, const tables::TableMade& made) {
  return {{"ending", tables::ending_name(rules, made.ending)},
          {"positions", made.positions},
          {"bytes", made.bytes},
          {"seconds", made.seconds}};
}

Json json_of_slowest(const BuildReport& report) {
  Json slowest = Json::array();
  for (const tables::TableMade& made : report.summary.slowest)
    if (made.number != 0) slowest.push_back(json_of(report.rules, made));
  return slowest;
}

}  // namespace

std::string line_of_table(const Rules& rules, const tables::TableMade& made, std::size_t longest_name) {
  const std::string of = std::to_string(made.of);
  return fmt::format("{:>{}}/{}  {:<{}}  {:>10} positions  {:>8}  {:>6}", made.number, of.size(), of,
                     tables::ending_name(rules, made.ending), longest_name, made.positions, size_of_file(made.bytes),
                     time_taken(made.seconds));
}

std::string json_line_of_table(const Rules& rules, const tables::TableMade& made) {
  Json line = json_of(rules, made);
  line.update({{"number", made.number}, {"of", made.of}});
  return text_of(line, -1);
}

std::vector<std::string> lines_of(const BuildReport& report) {
  const tables::RankedSummary& summary = report.summary;
  std::vector<std::string> lines{fmt::format(
      "{}: {} in {}, {} built ({} again), {} there already; {:.1f} MB, {} solved in {:.1f} s", report.rules.name,
      count_text(report.endings, "ending"), report.folder, summary.built, summary.rebuilt, summary.skipped,
      static_cast<double>(summary.bytes) / 1e6, count_text(summary.positions, "position"), summary.seconds)};
  if (summary.built == 0) return lines;
  std::string slowest;
  for (const tables::TableMade& made : summary.slowest)
    if (made.number != 0)
      slowest += (slowest.empty() ? "" : ", ") + tables::ending_name(report.rules, made.ending) + " " +
                 time_taken(made.seconds);
  lines.push_back(fmt::format("CPU time {}; slowest: {}", time_taken(summary.cpu_seconds), slowest));
  return lines;
}

std::string json_of(const BuildReport& report) {
  const tables::RankedSummary& summary = report.summary;
  Json ranks = Json::array();
  for (const tables::RankUse& use : summary.ranks) ranks.push_back(json_of(use));
  return text_of({{"game", report.rules.name},
                  {"folder", report.folder},
                  {"endings", report.endings},
                  {"built", summary.built},
                  {"rebuilt", summary.rebuilt},
                  {"skipped", summary.skipped},
                  {"positions", summary.positions},
                  {"placements", summary.placements},
                  {"bytes", summary.bytes},
                  {"seconds", summary.seconds},
                  {"cpu_seconds", summary.cpu_seconds},
                  {"slowest", json_of_slowest(report)},
                  {"ranks", ranks}},
                 2);
}

}  // namespace bookends
