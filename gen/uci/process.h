// A program that runs beside this one, talked to in lines over two pipes.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bookends::uci {

using Time = std::chrono::steady_clock;

struct Command {
  std::vector<std::string> words;  // the program (looked up in PATH when it has no slash) and its arguments
  std::string folder;              // to run in; empty = this program's own
  std::string log;                 // file that its stderr is added to; empty = nobody keeps it
};

// Writing to a program that has ended shall be an error, not the end of this one. Calling it again changes nothing.
void ignore_broken_pipes();

// Not thread-safe, but for the stop flag. Ends the program, and all that it has started, when destroyed.
class Process {
 public:
  enum class Event : std::uint8_t { line, closed, timeout, stopped };

  // Errors: invalid_argument (no such program, or none that can be run), io.
  static Result<Process> start(const Command& command);
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  ~Process();

  // False when the program has ended or does not read.
  bool write_line(std::string_view line);
  // The next line, without its end, or why there is none: the output was closed, `deadline` has come, or `stop` was set
  // (noticed within some 50 ms). Lines longer than a mebibyte are dropped.
  Event read_line(std::string& line, Time::time_point deadline, const std::atomic<bool>& stop);

  // Closes its input and gives it `patience` to end by itself, then kills it.
  void end(std::chrono::milliseconds patience);

 private:
  Process(pid_t id, int in, int out) : id_(id), in_(in), out_(out) {}
  bool take_line(std::string& line);
  void wait(std::chrono::milliseconds patience) const;  // until it has ended

  pid_t id_ = -1;
  int in_ = -1;   // its standard input
  int out_ = -1;  // its standard output
  std::string buffer_;
  std::size_t begin_ = 0;  // of what has not been taken from the buffer yet
  bool too_long_ = false;  // the buffer goes on with a line whose beginning was dropped
};

}  // namespace bookends::uci
