#include "gen/estimate/report.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

namespace bookends {

namespace {

// As --memory takes them, with three digits.
std::string bytes_text(double bytes) {
  constexpr std::array kUnits{"B", "K", "M", "G", "T", "P", "E"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < kUnits.size(); ++unit) bytes /= 1024;
  return fmt::format("{:.{}f}{}", bytes, bytes < 9.95 && unit > 0 ? 1 : 0, kUnits[unit]);
}

std::string hours_text(double seconds) {
  return seconds < 36 ? fmt::format("{:.4f}", seconds / 3600) : fmt::format("{:.2f}", seconds / 3600);
}

std::string limits_text(const LevelEstimate& level) {
  std::string text;
  for (const ScaleLimit& limit : level.limits) text += (text.empty() ? "" : "; ") + limit.what;
  return text.empty() ? "-" : text;
}

std::string level_line(const std::string& name, const LevelEstimate& level, const std::string& limits) {
  const TimeSplit& split = level.seconds;
  return fmt::format("{:>5} {:>7} {:>6} {:>9.2e} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>6} {:>6} {:<10} {:>5}  {}",
                     name, level.endings, level.shared, level.positions, hours_text(split.total()),
                     hours_text(split.reading), hours_text(split.solving), hours_text(split.exchange),
                     hours_text(split.gathering), hours_text(split.writing), bytes_text(level.most.total),
                     bytes_text(level.traffic.total()), level.most_of, level.too_large, limits);
}

std::string most_line(const LevelEstimate& all) {
  const MemoryNeed& need = all.most;
  return fmt::format("memory   {} a node, for {}: its part {}, sets {}, children {}; writing {}\n",
                     bytes_text(need.total), all.most_of, bytes_text(need.own), bytes_text(need.sets),
                     bytes_text(need.children), bytes_text(need.writing));
}

std::string sums_text(const LevelEstimate& all) {
  const TimeSplit& split = all.seconds;
  const ScaleTraffic& bytes = all.traffic;
  return fmt::format(
             "days     {:.2f}: reading {:.2f}, solving {:.2f}, exchange {:.2f}, gathering {:.2f}, writing {:.2f}\n",
             split.total() / 86400, split.reading / 86400, split.solving / 86400, split.exchange / 86400,
             split.gathering / 86400, split.writing / 86400) +
         most_line(all) +
         fmt::format("traffic  {}: exchange {}, gathering {}, read from the folder {}, written to it {}\n",
                     bytes_text(bytes.total()), bytes_text(bytes.exchange), bytes_text(bytes.gathering),
                     bytes_text(bytes.read), bytes_text(bytes.written)) +
         fmt::format("disk     tables {}; in between: solved endings {}, those waiting to be written {}\n",
                     bytes_text(all.table_bytes), bytes_text(all.solved_bytes), bytes_text(all.gathered_bytes));
}

nlohmann::ordered_json limit_json(const ScaleLimit& limit) {
  return {{"level", limit.level}, {"what", limit.what}, {"ending", limit.ending}, {"bytes", limit.bytes}};
}

nlohmann::ordered_json level_json(const LevelEstimate& level) {
  nlohmann::ordered_json limits = nlohmann::ordered_json::array();
  for (const ScaleLimit& limit : level.limits) limits.push_back(limit_json(limit));
  const TimeSplit& split = level.seconds;
  return {{"endings", level.endings},
          {"shared", level.shared},
          {"too_large", level.too_large},
          {"positions", level.positions},
          {"seconds",
           {{"all", split.total()},
            {"reading", split.reading},
            {"solving", split.solving},
            {"exchange", split.exchange},
            {"gathering", split.gathering},
            {"writing", split.writing}}},
          {"memory_bytes",
           {{"most", level.most.total},
            {"ending", level.most_of},
            {"own", level.most.own},
            {"sets", level.most.sets},
            {"children", level.most.children},
            {"writing", level.most.writing}}},
          {"traffic_bytes",
           {{"exchange", level.traffic.exchange},
            {"gathering", level.traffic.gathering},
            {"read", level.traffic.read},
            {"written", level.traffic.written}}},
          {"disk_bytes",
           {{"tables", level.table_bytes}, {"solved", level.solved_bytes}, {"gathered", level.gathered_bytes}}},
          {"limits", limits}};
}

}  // namespace

std::string estimate_page(const ScaleEstimate& estimate, const Cluster& cluster) {
  std::string text = fmt::format(
      "level endings shared positions    hours  reading  solving exchange   gather  writing memory traffic of         "
      " over  limits\n");
  for (const LevelEstimate& level : estimate.levels)
    text += level_line(std::to_string(level.level), level, limits_text(level)) + "\n";
  text += level_line("all", estimate.all, {}) + "\n\n" + sums_text(estimate.all);
  if (estimate.all.limits.empty()) return text + "limits   none\n";
  text += fmt::format("limits   {} of {} endings need more than {} in a node; first of each kind:\n",
                      estimate.all.too_large, estimate.all.endings, bytes_text(cluster.memory));
  for (const ScaleLimit& limit : estimate.all.limits)
    text += fmt::format("  level {:>2}  {}{}\n", limit.level, limit.what,
                        limit.ending.empty() ? "" : fmt::format(": {}, {}", limit.ending, bytes_text(limit.bytes)));
  return text;
}

std::string estimate_json(const Rules& rules, int men, const ScaleEstimate& estimate, const Cluster& cluster) {
  nlohmann::ordered_json levels = nlohmann::ordered_json::array();
  for (const LevelEstimate& level : estimate.levels) {
    nlohmann::ordered_json row{{"level", level.level}};
    row.update(level_json(level));
    levels.push_back(row);
  }
  const nlohmann::ordered_json out{
      {"game", rules.name},
      {"men", men},
      {"nodes", cluster.nodes},
      {"cores", cluster.cores},
      {"memory_bytes", cluster.memory},
      {"link_bytes_per_second", cluster.link},
      {"folder_bytes_per_second", cluster.folder_rate},
      {"answers", cluster.answers},
      {"halos", {{"without_pawns", estimate.halos_without_pawns}, {"with_pawns", estimate.halos_with_pawns}}},
      {"all", level_json(estimate.all)},
      {"levels", levels}};
  return out.dump(2) + "\n";
}

}  // namespace bookends
