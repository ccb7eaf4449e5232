#include "tools/pages/board/arrows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "core/position/fen.h"

namespace bookends {
namespace {

struct ArrowWords {
  std::string_view css;
  std::string_view owner;
};
constexpr std::array<ArrowWords, 3> kArrowWords{
    {{"book", "the book's move"}, {"table", "the tables' move"}, {"proof", "the move by the proof"}}};
const ArrowWords& words_of(const Arrow& arrow) { return kArrowWords[static_cast<std::size_t>(arrow.kind)]; }

constexpr double kThin = 3, kWide = 9;  // shafts of strength 0 and 1
constexpr double kStart = 9, kEnd = 2;  // from the middles of the two squares, which stay to be seen
constexpr double kHalving = 50;         // centipawns

// Those that can be drawn, the strongest first; equals as they were given.
std::vector<Arrow> from_strongest(const std::vector<Arrow>& arrows) {
  std::vector<Arrow> sorted;
  for (const Arrow& arrow : arrows)
    if (!arrow.step.none() && arrow.step.from != arrow.step.to) sorted.push_back(arrow);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Arrow& a, const Arrow& b) { return a.strength > b.strength; });
  return sorted;
}

// Its outline: half of the shaft, the head, and the other half back.
void add_arrow(std::string& out, const Frame& frame, const Arrow& arrow) {
  const double x = frame.middle_x(arrow.step.from), y = frame.middle_y(arrow.step.from);
  const double dx = frame.middle_x(arrow.step.to) - x, dy = frame.middle_y(arrow.step.to) - y;
  const double length = std::hypot(dx, dy), half = (kThin + (kWide - kThin) * std::clamp(arrow.strength, 0.0, 1.0)) / 2;
  const double tip = length - kEnd, neck = tip - 6 - 2 * half;
  const auto put = std::back_inserter(out);
  fmt::format_to(put, R"(<path class="arrow {}" d=")", words_of(arrow).css);
  char letter = 'M';
  const auto point = [&](double along, double aside) {
    fmt::format_to(put, "{}{:.1f} {:.1f}", letter, x + (along * dx - aside * dy) / length,
                   y + (along * dy + aside * dx) / length);
    letter = 'L';
  };
  point(kStart, half);
  point(neck, half);
  point(neck, 2 * half + 3);
  point(tip, 0);
  point(neck, -2 * half - 3);
  point(neck, -half);
  point(kStart, -half);
  out += "Z\"/>";
}

}  // namespace

Step step_of(const Rules& rules, std::string_view uci) {
  if (uci.size() < 4) return {};
  const Step step{parse_square(rules, uci.substr(0, 2)), parse_square(rules, uci.substr(2, 2))};
  return step.none() ? Step() : step;
}

double arrow_strength(int centipawns_worse) { return std::exp2(-std::max(centipawns_worse, 0) / kHalving); }

std::string arrows_drawn(const Frame& frame, const std::vector<Arrow>& arrows) {
  std::string out;
  for (const Arrow& arrow : from_strongest(arrows)) add_arrow(out, frame, arrow);
  return out;
}

std::string arrows_in_words(const Rules& rules, const std::vector<Arrow>& arrows) {
  std::string text;
  for (const Arrow& arrow : from_strongest(arrows))
    text += fmt::format("{}{} {} to {}", text.empty() ? "" : ", ", words_of(arrow).owner,
                        square_name(rules, arrow.step.from), square_name(rules, arrow.step.to));
  return text;
}

}  // namespace bookends
