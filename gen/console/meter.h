// Progress as text: a line that is redrawn, lines now and then, or JSON for a program to read.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace bookends {

enum class MeterMode {
  none,
  plain,   // a whole line at most every two seconds
  redraw,  // one line of a terminal, overwritten at most ten times a second
  json     // one JSON object per line, at most twice a second
};

// Of "auto", "plain", "json" or "none"; auto is redraw on a terminal and plain elsewhere. Errors: invalid_argument.
Result<MeterMode> parse_meter_mode(std::string_view name, bool terminal);

// How far a task is, with what follows from the time it took so far.
struct MeterReading {
  ProgressUpdate update;
  double elapsed = 0;          // seconds
  std::optional<double> rate;  // units per second since the first update; absent until it can be told
  std::optional<double> left;  // seconds, as the work says; else when both the rate and the total are known
};

// "KRPvKQ  42%  61/145 endings  3.2/s  elapsed 0:19  left 0:26  reading". `width` cuts it; 0 does not.
std::string format_reading(const MeterReading& reading, std::size_t width = 0);
// {"task":"KRPvKQ","done":61,"total":145,"unit":"endings","percent":42.1,"rate":3.2,"elapsed":19.1,"left":26.2,...}
std::string format_reading_json(const MeterReading& reading);
// Seconds as 0:07, 12:30, 3:05:09 or 2d 03:00.
std::string format_duration(double seconds);

class Meter final : public Progress {
 public:
  using Clock = std::function<double()>;                // seconds, from any origin
  using Write = std::function<void(std::string_view)>;  // of exactly these characters
  using Stop = std::function<bool()>;
  using Width = std::function<std::size_t()>;  // columns of the terminal, which may change; 0 where it is not known

  Meter(MeterMode mode, Clock clock, Write write, Stop stop, Width width = {});

  void update(const ProgressUpdate& update) override;
  bool stop_requested() const override { return stop_(); }
  // Takes a redrawn line off the screen, so that something else can be printed; the next update draws it again.
  void clear_line();

 private:
  MeterReading read(const ProgressUpdate& update, double now);
  bool due(const ProgressUpdate& update, double now) const;
  std::size_t room() const;

  MeterMode mode_;
  Clock clock_;
  Write write_;
  Stop stop_;
  Width width_;
  std::string unit_;
  double first_time_ = -1;
  double first_done_ = 0;
  double last_done_ = 0;
  double last_shown_ = 0;
  bool shown_complete_ = false;
  bool line_drawn_ = false;
};

}  // namespace bookends
