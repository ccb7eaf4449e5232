#include "gen/uci/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace bookends::uci {
namespace {

constexpr double kLongestTime = 1e6;  // seconds

std::optional<std::uint64_t> whole(std::string_view text, std::uint64_t most) {
  std::uint64_t n = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (status != std::errc() || end != text.data() + text.size() || n < 1 || n > most) return std::nullopt;
  return n;
}

std::optional<Milliseconds> seconds(std::string_view text) {
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (status != std::errc() || end != text.data() + text.size() || !(value >= 0 && value <= kLongestTime))
    return std::nullopt;
  return Milliseconds{std::llround(value * 1000)};
}

// The shortest decimals that say it exactly, never with an exponent.
std::string in_seconds(Milliseconds time) {
  std::string text = fmt::format("{}.{:03}", time.count() / 1000, time.count() % 1000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

Error bad_limit(std::string_view key, std::string_view value, std::string_view expected) {
  return {ErrorCode::invalid_argument, fmt::format("{}: found '{}'; it is {}", key, value, expected)};
}

}  // namespace

Result<TimeControl> parse_time_control(std::string_view text) {
  const Error bad = bad_limit("tc", text, "[MOVES/]SECONDS[+INCREMENT], as 10+0.1 or 40/60");
  TimeControl control;
  std::string_view rest = text;
  if (const auto slash = rest.find('/'); slash != std::string_view::npos) {
    const auto moves = whole(rest.substr(0, slash), 1000);
    if (!moves) return bad;
    control.moves = static_cast<int>(*moves);
    rest.remove_prefix(slash + 1);
  }
  const auto plus = rest.find('+');
  const auto time = seconds(rest.substr(0, plus));
  if (!time) return bad;
  control.time = *time;
  if (plus != std::string_view::npos) {
    const auto increment = seconds(rest.substr(plus + 1));
    if (!increment) return bad;
    control.increment = *increment;
  }
  // Increments alone are a clock, but no periods.
  if (control.time.count() == 0 && (control.moves > 0 || control.increment.count() == 0)) return bad;
  return control;
}

std::string format_time_control(const TimeControl& control) {
  std::string text = control.moves > 0 ? std::to_string(control.moves) + "/" : "";
  text += in_seconds(control.time);
  if (control.increment.count() > 0) text += "+" + in_seconds(control.increment);
  return text;
}

std::string format_limits(const Limits& limits) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : " ") + part; };
  if (limits.clock) add(format_time_control(*limits.clock));
  if (limits.movetime.count() > 0) add(fmt::format("movetime {}", limits.movetime.count()));
  if (limits.nodes > 0) add(fmt::format("nodes {}", limits.nodes));
  if (limits.depth > 0) add(fmt::format("depth {}", limits.depth));
  return text;
}

Result<bool> set_limit(Limits& limits, std::string_view key, std::string_view value) {
  if (key == "tc") {
    const Result<TimeControl> control = parse_time_control(value);
    if (!control) return control.error();
    limits.clock = *control;
  } else if (key == "movetime") {
    const auto time = whole(value, 1000000000);
    if (!time) return bad_limit(key, value, "a number of milliseconds");
    limits.movetime = Milliseconds{*time};
  } else if (key == "nodes") {
    const auto nodes = whole(value, 1000000000000000);
    if (!nodes) return bad_limit(key, value, "a number of nodes");
    limits.nodes = *nodes;
  } else if (key == "depth") {
    const auto depth = whole(value, 1000);
    if (!depth) return bad_limit(key, value, "a number of plies");
    limits.depth = static_cast<int>(*depth);
  } else {
    return false;
  }
  if (limits.clock && limits.movetime.count() > 0)
    return Error{ErrorCode::invalid_argument, "movetime and tc: give one of them, not both"};
  return true;
}

Clock::Clock(const Limits& limits) : limits_(limits) {
  if (limits.clock) left_ = limits.clock->time.count() > 0 ? limits.clock->time : limits.clock->increment;
}

std::optional<Clock::Span> Clock::allowance() const {
  if (limits_.movetime.count() > 0) return limits_.movetime;
  if (limits_.clock) return left_;
  return std::nullopt;
}

bool Clock::spend(Span taken, Span margin) {
  const std::optional<Span> allowed = allowance();
  if (allowed && taken > *allowed + margin) return false;
  if (!limits_.clock) return true;
  // Within the margin a move is in time, but nobody gets time back that was not there.
  left_ = std::max(left_ - taken, Span{0}) + limits_.clock->increment;
  if (limits_.clock->moves > 0 && ++moves_made_ == limits_.clock->moves) {
    left_ += limits_.clock->time;
    moves_made_ = 0;
  }
  return true;
}

std::string Clock::describe(bool white) const {
  if (!limits_.clock) return "";
  const char side = white ? 'w' : 'b';
  // Never zero or less, which some engines take for "no clock".
  const auto left = std::max<std::int64_t>(static_cast<std::int64_t>(left_.count()), 1);
  return fmt::format(" {0}time {1} {0}inc {2}", side, left, limits_.clock->increment.count());
}

std::string Clock::moves_to_go() const {
  if (!limits_.clock || limits_.clock->moves == 0) return "";
  return fmt::format(" movestogo {}", limits_.clock->moves - moves_made_);
}

std::string go_command(const Limits& limits, const Clock& white, const Clock& black, bool white_to_move) {
  std::string go = "go";
  // An engine without a clock of its own is not told the other's, or it would think about that.
  if (limits.clock) go += white.describe(true) + black.describe(false) + (white_to_move ? white : black).moves_to_go();
  if (limits.movetime.count() > 0) go += fmt::format(" movetime {}", limits.movetime.count());
  if (limits.nodes > 0) go += fmt::format(" nodes {}", limits.nodes);
  if (limits.depth > 0) go += fmt::format(" depth {}", limits.depth);
  return go;
}

}  // namespace bookends::uci
