// How long work inside the libraries talks to whoever started it. The libraries never print: they call this.
#pragma once

#include <optional>
#include <string_view>

namespace bookends {

struct ProgressUpdate {
  std::string_view task;    // what is being worked on now ("KRPvKQ", "expand")
  double done = 0;          // in `unit`; done <= total
  double total = 0;         // 0 when not known
  std::string_view unit;    // "endings", "positions", "nodes"
  std::string_view detail;  // free text for the end of the line; may be empty
  // Whether the work says itself how long it still takes, and not its rate so far; and the seconds, once it can tell.
  bool knows_left = false;
  std::optional<double> left = {};
};

// Implementations may be called from any thread, but never from two at once.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual void update(const ProgressUpdate&) {}
  // Asked often; once true, the work saves what it has and returns ErrorCode::interrupted.
  virtual bool stop_requested() const { return false; }
};

}  // namespace bookends
