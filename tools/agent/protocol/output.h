// Lines to the GUI, from any thread.
#pragma once

#include <mutex>
#include <new>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/printable.h"

namespace bookends::agent {

class Output {
 public:
  explicit Output(std::ostream& stream) : stream_(stream) {}

  // One line, whole and at once.
  void line(std::string_view text) {
    const std::lock_guard lock(mutex_);
    stream_ << text << '\n' << std::flush;
  }
  // A line with a score. That of the best move is kept: it comes last, after what is said of files.
  void score(std::string text, int rank) {
    line(text);
    if (rank == 1) last_score_ = std::move(text);
  }
  void forget_score() { last_score_.clear(); }
  void repeat_score() {
    if (!last_score_.empty()) line(last_score_);
  }
  // What is said may quote what came in: it is kept short, and nothing in it can upset a terminal or begin a line.
  // Throws nothing: where there is no memory to say it, it says that.
  void info(std::string_view text) try {
    constexpr std::size_t kLongest = 1000;
    line("info string " + printable(text, kLongest) + (text.size() > kLongest ? "..." : ""));
  } catch (const std::bad_alloc&) {
    no_memory();
  }
  void no_memory() { line("info string error: the memory does not suffice to say what is wrong"); }

 private:
  std::string last_score_;  // for the thread that searches alone
  std::mutex mutex_;
  std::ostream& stream_;
};

}  // namespace bookends::agent
