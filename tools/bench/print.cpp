#include "tools/bench/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace bookends {

namespace {

using Json = nlohmann::ordered_json;

double per_second(const SearchStatistics& s) { return static_cast<double>(s.nodes) / std::max(s.seconds, 1e-9); }

Json as_json(const SearchStatistics& s) {
  return {{"depth", s.depth},
          {"seldepth", s.seldepth},
          {"nodes", s.nodes},
          {"quiescence_nodes", s.quiescence_nodes},
          {"time_to_depth", s.seconds},
          {"nodes_per_second", per_second(s)},
          {"table_probes", s.table_probes},
          {"table_hits", s.table_hits},
          {"table_hit_rate", s.table_hit_rate()},
          {"inner_nodes", s.inner_nodes},
          {"cutoffs", s.cutoffs},
          {"cutoff_rate", s.cutoff_rate()},
          {"first_move_cutoffs", s.first_move_cutoffs},
          {"first_move_cutoff_rate", s.first_move_rate()}};
}

Json as_json(const MeasuredPosition& position) {
  Json out{{"fen", position.fen}};
  out.update(as_json(position.statistics));
  out["depths"] = Json::array();
  for (const DepthReached& d : position.depths)
    out["depths"].push_back({{"depth", d.depth}, {"nodes", d.nodes}, {"seconds", d.seconds}});
  return out;
}

Json as_json(const MeasuredGame& game) {
  Json out{{"game", game.rules->name}, {"net", game.net.empty() ? Json() : Json(game.net)}};
  out.update(as_json(game.sum));
  out["positions"] = Json::array();
  for (const MeasuredPosition& position : game.positions) out["positions"].push_back(as_json(position));
  return out;
}

void print_table(const std::vector<MeasuredGame>& games) {
  fmt::print("{:<14}{:>6}{:>12}{:>9}{:>13}{:>8}{:>12}{:>9}{:>13}  {}\n", "game", "depth", "nodes", "seconds", "nodes/s",
             "quiet%", "table hit%", "cutoff%", "first move%", "by");
  for (const MeasuredGame& game : games) {
    const SearchStatistics& s = game.sum;
    fmt::print("{:<14}{:>6}{:>12}{:>9.3f}{:>13.0f}{:>8.1f}{:>12.1f}{:>9.1f}{:>13.1f}  {}\n", game.rules->name,
               game.depth, s.nodes, s.seconds, per_second(s), 100 * s.quiescence_share(), 100 * s.table_hit_rate(),
               100 * s.cutoff_rate(), 100 * s.first_move_rate(), game.net.empty() ? "terms" : "network");
  }
}

Json compared_as_json(const MeasuredGame& first, const MeasuredGame& second, double least_seconds) {
  const Ratio ratio = ratio_of(first, second, least_seconds);
  Json positions = Json::array();
  for (std::size_t i = 0; i < first.positions.size(); ++i) {
    const SearchStatistics& a = first.positions[i].statistics;
    const SearchStatistics& b = second.positions[i].statistics;
    positions.push_back({{"fen", first.positions[i].fen},
                         {"counts", a.seconds >= least_seconds},
                         {"first", {{"nodes", a.nodes}, {"time_to_depth", a.seconds}}},
                         {"second", {{"nodes", b.nodes}, {"time_to_depth", b.seconds}}}});
  }
  return {{"game", first.rules->name},
          {"depth", first.depth},
          {"net", first.net.empty() ? Json() : Json(first.net)},
          {"time_ratio", ratio.positions == 0 ? Json() : Json(ratio.time)},
          {"nodes_ratio", ratio.positions == 0 ? Json() : Json(ratio.nodes)},
          {"positions_that_count", ratio.positions},
          {"positions", positions}};
}

void print_comparison_table(const Comparison& c) {
  const auto seconds = [](std::string_view kind) { return fmt::format("s {}", kind); };
  const auto nodes = [](std::string_view kind) { return fmt::format("nodes {}", kind); };
  fmt::print("{:<14}{:>6}{:>13}{:>13}{:>8}{:>17}{:>17}{:>8}{:>11}\n", "game", "depth", seconds(c.first),
             seconds(c.second), "ratio", nodes(c.first), nodes(c.second), "ratio", "positions");
  for (const auto& pair : c.games) {
    const SearchStatistics &a = pair[0].sum, &b = pair[1].sum;
    const Ratio ratio = ratio_of(pair[0], pair[1], c.least_seconds);
    const auto shown = [&](double r) { return ratio.positions == 0 ? "-" : fmt::format("{:.2f}", r); };
    fmt::print("{:<14}{:>6}{:>13.3f}{:>13.3f}{:>8}{:>17}{:>17}{:>8}{:>8}/{}\n", pair[0].rules->name, pair[0].depth,
               a.seconds, b.seconds, shown(ratio.time), a.nodes, b.nodes, shown(ratio.nodes), ratio.positions,
               pair[0].positions.size());
  }
}

}  // namespace

void print_bench(const std::vector<MeasuredGame>& games, std::optional<std::uint64_t> signature, bool json) {
  if (!json) {
    print_table(games);
    if (signature) fmt::print("{}\n", *signature);
    return;
  }
  Json all = Json::array();
  for (const MeasuredGame& game : games) all.push_back(as_json(game));
  fmt::print("{}\n", Json{{"games", all}, {"signature", signature ? Json(*signature) : Json()}}.dump());
}

void print_comparison(const Comparison& comparison, bool json) {
  if (!json) return print_comparison_table(comparison);
  Json all = Json::array();
  for (const auto& pair : comparison.games) all.push_back(compared_as_json(pair[0], pair[1], comparison.least_seconds));
  fmt::print("{}\n", Json{{"first", comparison.first}, {"second", comparison.second}, {"games", all}}.dump());
}

}  // namespace bookends
