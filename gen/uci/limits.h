// How long an engine may think, and its clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace bookends::uci {

using Milliseconds = std::chrono::milliseconds;

struct TimeControl {
  int moves = 0;  // of one period; 0 = the time is for the whole game
  Milliseconds time{0};
  Milliseconds increment{0};

  bool operator==(const TimeControl&) const = default;
};

// "10+0.1", "60", "40/60", "40/60+0.5", "0+0.3": moves, seconds, seconds a move. Errors: invalid_argument.
Result<TimeControl> parse_time_control(std::string_view text);
std::string format_time_control(const TimeControl& control);

// What `go` says. Zero or nullopt: no such limit. At most one of movetime and clock is set.
struct Limits {
  Milliseconds movetime{0};
  std::uint64_t nodes = 0;
  int depth = 0;  // plies
  std::optional<TimeControl> clock;

  bool any() const { return movetime.count() > 0 || nodes > 0 || depth > 0 || clock.has_value(); }
  bool operator==(const Limits&) const = default;
};

// For people and the PGN tag TimeControl: "40/60+0.5", "movetime 100", "nodes 20000", "depth 8 nodes 1000".
std::string format_limits(const Limits& limits);

// Sets the limit of that key ("movetime", "nodes", "depth", "tc"); false when the key is none of these. Errors:
// invalid_argument.
Result<bool> set_limit(Limits& limits, std::string_view key, std::string_view value);

// One side's clock in one game. Times are in fractions of a millisecond. The increment comes after each move, and
// before the first one, too, where there would be no time for it.
class Clock {
 public:
  explicit Clock(const Limits& limits);

  using Span = std::chrono::duration<double, std::milli>;

  // What the next move may take; nothing when time does not count.
  std::optional<Span> allowance() const;
  // A move was made after `taken`. False when that was more than the allowance and the margin: the game is lost.
  bool spend(Span taken, Span margin);

  // The part of `go` about this clock, for White or Black: " wtime 1000 winc 10". Empty without a clock.
  std::string describe(bool white) const;
  // " movestogo 12", or nothing.
  std::string moves_to_go() const;

 private:
  Limits limits_;
  Span left_{0};
  int moves_made_ = 0;  // in this period
};

// "go" for the side to move.
std::string go_command(const Limits& limits, const Clock& white, const Clock& black, bool white_to_move);

}  // namespace bookends::uci
