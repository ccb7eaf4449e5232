#include "tools/agent/protocol/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/count_text.h"
#include "core/eval/chances.h"
#include "core/notation/move_text.h"

namespace bookends::agent {

namespace {

std::uint64_t per_second(std::uint64_t n, double seconds) {
  return static_cast<std::uint64_t>(static_cast<double>(n) / std::max(seconds, 1e-4));
}

}  // namespace

std::string format_wdl(Score score, const Weights& weights) {
  if (is_decided(score)) return score > 0 ? "1000 0 0" : "0 0 1000";
  const Chances chances = chances_at(score, weights.win_even, weights.win_width);
  const int win = static_cast<int>(std::lround(1000 * chances.win));
  const int loss = std::min(static_cast<int>(std::lround(1000 * chances.loss)), 1000 - win);
  return fmt::format("{} {} {}", win, 1000 - win - loss, loss);
}

std::string describe(const OracleValue& value) {
  if (value.wdl == OracleValue::Wdl::draw) return "draw";
  const std::string what = value.wdl == OracleValue::Wdl::win ? "win" : "loss";
  return value.plies < 0
             ? what
             : fmt::format("{} in {}", what, count_text(static_cast<std::uint64_t>(value.plies), "ply", "plies"));
}

Score score_of(const OracleValue& value) {
  if (value.wdl == OracleValue::Wdl::draw) return kDraw;
  const bool win = value.wdl == OracleValue::Wdl::win;
  if (value.plies < 0) return win ? kTableWin : -kTableWin;
  return win ? win_in(value.plies) : loss_in(value.plies);
}

std::string describe_other_move(std::string_view played, std::string_view theirs, bool certain_draw) {
  return fmt::format("{}, {}, instead of {}", played, certain_draw ? "a draw for certain" : "because of repetition",
                     theirs);
}

std::string_view certain_wdl(const OracleValue& value) {
  if (value.wdl == OracleValue::Wdl::draw) return "0 1000 0";
  return value.wdl == OracleValue::Wdl::win ? "1000 0 0" : "0 0 1000";
}

std::string format_info(const Rules& rules, const SearchLine& line, const SearchStatistics& s, int hashfull,
                        std::string_view wdl) {
  std::string text = fmt::format("info depth {} seldepth {} multipv {} score {}", line.depth, line.seldepth, line.rank,
                                 format_score(line.score));
  if (line.lower_bound) text += " lowerbound";
  if (line.upper_bound) text += " upperbound";
  if (!wdl.empty()) text += fmt::format(" wdl {}", wdl);
  text += fmt::format(" nodes {} nps {} hashfull {} tbhits {} time {} pv", s.nodes, per_second(s.nodes, s.seconds),
                      hashfull, s.oracle_hits, static_cast<long long>(s.seconds * 1000));
  for (const Move m : line.pv) text += ' ' + format_uci(rules, m);
  return text;
}

std::string format_statistics(const SearchStatistics& s) {
  return fmt::format(
      "depth {} seldepth {} time to depth {:.3f} s nodes {} nps {} quiescence nodes {} ({:.1f}%) table probes {} hits "
      "{} "
      "({:.1f}%) inner nodes {} cutoffs {} ({:.1f}%) first move cutoffs {} ({:.1f}%) oracle hits {}",
      s.depth, s.seldepth, s.seconds, s.nodes, per_second(s.nodes, s.seconds), s.quiescence_nodes,
      100 * s.quiescence_share(), s.table_probes, s.table_hits, 100 * s.table_hit_rate(), s.inner_nodes, s.cutoffs,
      100 * s.cutoff_rate(), s.first_move_cutoffs, 100 * s.first_move_rate(), s.oracle_hits);
}

}  // namespace bookends::agent
