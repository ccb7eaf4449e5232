// The input, read ahead by a thread of its own: a "stop" is seen while an earlier command still waits for a search.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <istream>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace bookends::agent {

// What a line means for those before it.
enum class Urgency {
  none,
  urgent,  // ends what they wait for
  last     // the same, and nothing is read after it
};

class Inbox {
 public:
  // A line of the input; `cut` when it was too long, or for the memory, and only its beginning was kept.
  struct Line {
    std::string text;
    bool cut = false;
    Urgency urgency = Urgency::none;
  };
  using Judge = std::function<Urgency(std::string_view)>;  // called from the reading thread

  static constexpr std::size_t kLongestLine = std::size_t{1} << 20;

  // Reads from now on, to the end of the input or the last line, whichever comes first.
  Inbox(std::istream& in, Judge judge);
  ~Inbox();  // waits for the reading thread
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  // The next line; blocks until there is one. Nothing at the end of the input.
  std::optional<Line> next();
  // Blocks until `done` (asked again at every wake), until an urgent line is waiting, or until the patience is at its
  // end; without one it has none.
  void wait_until(const std::function<bool()>& done, std::optional<std::chrono::milliseconds> patience = {});
  void wake();
  // Whether the input ended because it could not be read.
  bool failed() const { return failed_; }

 private:
  void read();
  void read_lines();
  void push(Line line);

  std::istream& in_;
  Judge judge_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Line> lines_;
  std::size_t bytes_ = 0;  // waiting in lines_
  int urgent_ = 0;         // lines waiting in lines_
  bool closed_ = false;    // no line comes any more
  std::atomic<bool> failed_{false};
  std::thread reader_;  // last: it uses all of the above
};

}  // namespace bookends::agent
