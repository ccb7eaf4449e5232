#include "tools/pages/charts/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bookends {
namespace {

// 1, 2 or 5 times a power of ten, so that `span` has at most `most` of it.
double round_step(double span, int most) {
  const double least = std::max(span, 1e-9) / most;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

void put_ticks(Axis& axis, double step) {
  for (double n = std::ceil(axis.low / step - 1e-9); n * step <= axis.high + step * 1e-9; ++n)
    axis.ticks.emplace_back(n * step, tick_text(n * step, step));
}

}  // namespace

Axis axis_between(std::string name, double low, double high, int most) {
  if (high - low < 1e-9 * std::max(1.0, std::abs(high))) high = low + 1;
  const double step = round_step(high - low, most);
  Axis axis{std::move(name), std::floor(low / step + 1e-9) * step, std::ceil(high / step - 1e-9) * step, {}};
  put_ticks(axis, step);
  return axis;
}

Axis axis_of_counts(std::string name, double high, int most) {
  Axis axis{std::move(name), 0, std::max(1.0, high), {}};
  put_ticks(axis, std::max(1.0, round_step(axis.high, most)));
  return axis;
}

std::string tick_text(double value, double step) {
  if (std::abs(value) < step * 1e-6) return "0";
  if (step >= 1e6) return fmt::format("{:g}M", value / 1e6);  // there is room for so much
  const int places = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 6);
  std::string text = fmt::format("{:.{}f}", value, places);
  const std::size_t first = text.front() == '-' ? 1 : 0;
  for (std::size_t at = std::min(text.find('.'), text.size()); at > first + 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

TimeUnit time_unit(double longest) {
  if (longest >= 3 * 86400.0) return {"days", 86400};
  if (longest >= 3 * 3600.0) return {"hours", 3600};
  if (longest >= 3 * 60.0) return {"minutes", 60};
  return {"seconds", 1};
}

}  // namespace bookends
