// Lines to the GUI, from any thread.
#pragma once

#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

#include "core/io/printable.h"

namespace bookends::agent {

class Output {
 public:
  explicit Output(std::ostream& stream) : stream_(stream) {}

  // One line, whole and at once.
  void line(std::string_view text) {
    const std::lock_guard lock(mutex_);
    stream_ << text << '\n' << std::flush;
  }
  // What is said may quote what came in: it is kept short, and nothing in it can upset a terminal or begin a line.
  void info(std::string_view text) {
    constexpr std::size_t kLongest = 1000;
    line("info string " + printable(text, kLongest) + (text.size() > kLongest ? "..." : ""));
  }

 private:
  std::mutex mutex_;
  std::ostream& stream_;
};

}  // namespace bookends::agent
