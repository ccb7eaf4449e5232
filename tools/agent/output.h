// Lines to the GUI, from any thread.
#pragma once

#include <mutex>
#include <ostream>
#include <string_view>

namespace bookends::agent {

class Output {
 public:
  explicit Output(std::ostream& stream) : stream_(stream) {}

  // One line, whole and at once.
  void line(std::string_view text) {
    const std::lock_guard lock(mutex_);
    stream_ << text << '\n' << std::flush;
  }
  void info(std::string_view text) {
    const std::lock_guard lock(mutex_);
    stream_ << "info string " << text << '\n' << std::flush;
  }

 private:
  std::mutex mutex_;
  std::ostream& stream_;
};

}  // namespace bookends::agent
