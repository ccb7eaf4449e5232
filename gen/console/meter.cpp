#include "gen/console/meter.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/printable.h"

namespace bookends {
namespace {

// Too little has happened within it for a rate to mean anything.
constexpr double kShortestRateTime = 0.2;
constexpr std::size_t kUsualWidth = 80;

double interval(MeterMode mode) {
  switch (mode) {
    case MeterMode::redraw:
      return 0.1;
    case MeterMode::json:
      return 0.5;
    default:
      return 2.0;
  }
}

double percent(const ProgressUpdate& update) { return 100.0 * update.done / update.total; }

// 950, 12.3k, 4.5M: three figures are all that a person reads of a number that changes.
std::string short_number(double x) {
  if (x >= 1e9) return fmt::format("{:.3g}G", x / 1e9);
  if (x >= 1e6) return fmt::format("{:.3g}M", x / 1e6);
  if (x >= 1e4) return fmt::format("{:.3g}k", x / 1e3);
  return x >= 100 ? fmt::format("{:.0f}", x) : fmt::format("{:.3g}", x);
}

}  // namespace

Result<MeterMode> parse_meter_mode(std::string_view name, bool terminal) {
  if (name == "auto") return terminal ? MeterMode::redraw : MeterMode::plain;
  if (name == "plain") return MeterMode::plain;
  if (name == "json") return MeterMode::json;
  if (name == "none") return MeterMode::none;
  return Error{ErrorCode::invalid_argument, fmt::format("no progress mode '{}': auto, plain, json or none", name)};
}

std::string format_duration(double seconds) {
  const auto s = static_cast<long long>(std::llround(std::max(seconds, 0.0)));
  if (s >= 86400) return fmt::format("{}d {:02}:{:02}", s / 86400, s / 3600 % 24, s / 60 % 60);
  if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
  return fmt::format("{}:{:02}", s / 60, s % 60);
}

std::string format_reading(const MeterReading& reading, std::size_t width) {
  const ProgressUpdate& u = reading.update;
  std::string line(u.task);
  if (u.total > 0) {
    line +=
        fmt::format("  {:.0f}%  {}/{} {}", std::floor(percent(u)), short_number(u.done), short_number(u.total), u.unit);
  } else {
    line += fmt::format("  {} {}", short_number(u.done), u.unit);
  }
  if (reading.rate) line += fmt::format("  {}/s", short_number(*reading.rate));
  line += "  elapsed " + format_duration(reading.elapsed);
  if (reading.left) line += "  left " + format_duration(*reading.left);
  if (!u.detail.empty()) line += fmt::format("  {}", u.detail);
  // No character takes more columns than it has bytes.
  return width == 0 ? line : printable(line, width);
}

std::string format_reading_json(const MeterReading& reading) {
  const ProgressUpdate& u = reading.update;
  nlohmann::ordered_json out{{"task", u.task}, {"done", u.done}, {"total", u.total}, {"unit", u.unit}};
  if (u.total > 0) out["percent"] = percent(u);
  if (reading.rate) out["rate"] = *reading.rate;
  out["elapsed"] = reading.elapsed;
  if (reading.left) out["left"] = *reading.left;
  if (!u.detail.empty()) out["detail"] = u.detail;
  return out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Meter::Meter(MeterMode mode, Clock clock, Write write, Stop stop, Width width)
    : mode_(mode),
      clock_(std::move(clock)),
      write_(std::move(write)),
      stop_(std::move(stop)),
      width_(std::move(width)) {}

// A line that wraps could not be taken off the screen: the last column stays free.
std::size_t Meter::room() const {
  const std::size_t columns = width_ ? width_() : 0;
  return (columns > 1 ? columns : kUsualWidth) - 1;
}

// A rate belongs to one run of counting: it starts anew when the unit changes or the count goes back. Work that was
// found done already (`first_done_`) is no part of it.
MeterReading Meter::read(const ProgressUpdate& update, double now) {
  if (first_time_ < 0 || update.unit != unit_ || update.done < last_done_) {
    unit_ = update.unit;
    first_time_ = now;
    first_done_ = update.done;
    last_shown_ = now;
    shown_complete_ = false;
  }
  last_done_ = update.done;
  MeterReading reading{.update = update, .elapsed = now - first_time_, .rate = {}, .left = {}};
  const double gained = update.done - first_done_;
  if (reading.elapsed >= kShortestRateTime && gained > 0) {
    reading.rate = gained / reading.elapsed;
    if (update.total > update.done) reading.left = (update.total - update.done) / *reading.rate;
  }
  if (update.knows_left && update.total > update.done) reading.left = update.left;
  return reading;
}

// The end is always worth a line, unless nobody has had the time to wait for it.
bool Meter::due(const ProgressUpdate& update, double now) const {
  const bool complete = update.total > 0 && update.done >= update.total;
  if (complete && !shown_complete_) return mode_ == MeterMode::json || now - first_time_ >= interval(mode_);
  return now - last_shown_ >= interval(mode_);
}

void Meter::update(const ProgressUpdate& update) {
  if (mode_ == MeterMode::none) return;
  const double now = clock_();
  const MeterReading reading = read(update, now);
  if (!due(update, now)) return;
  last_shown_ = now;
  shown_complete_ = update.total > 0 && update.done >= update.total;
  switch (mode_) {
    case MeterMode::redraw:
      write_("\r\x1b[K" + format_reading(reading, room()));
      line_drawn_ = true;
      break;
    case MeterMode::json:
      write_(format_reading_json(reading) + "\n");
      break;
    default:
      write_(format_reading(reading) + "\n");
  }
}

void Meter::clear_line() {
  if (line_drawn_) write_("\r\x1b[K");
  line_drawn_ = false;
}

}  // namespace bookends
