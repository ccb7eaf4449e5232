#include "tools/pages/results_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bookends {
namespace {

constexpr long kWideEnough = 15;  // percent

constexpr std::string_view kResultsStyle =
    R"(.results{display:flex;width:8em;height:.8em;border:1px solid var(--line);print-color-adjust:exact}
.results .w{background:var(--white)}.results .d{background:var(--drawn)}.results .b{background:var(--black)}
)";

}  // namespace

GameResults game_results(Color turn, std::uint32_t wins, std::uint32_t draws, std::uint32_t losses) {
  return turn == Color::white ? GameResults{wins, draws, losses} : GameResults{losses, draws, wins};
}

std::string_view results_style() { return kResultsStyle; }

std::string results_bar(const GameResults& results, bool in_percent) {
  const double all = std::max(1.0, static_cast<double>(results.white) + results.drawn + results.black);
  const auto part = [&](char name, std::uint32_t count) {
    const long percent = std::lround(100 * count / all);
    return fmt::format("<span class=\"{}\" style=\"width:{:.1f}%\">{}</span>", name, 100 * count / all,
                       in_percent && percent >= kWideEnough ? fmt::format("{} %", percent) : std::string());
  };
  return fmt::format("<span class=\"results\" role=\"img\" aria-label=\"White {}, drawn {}, Black {}\">{}{}{}</span>",
                     results.white, results.drawn, results.black, part('w', results.white), part('d', results.drawn),
                     part('b', results.black));
}

}  // namespace bookends
