// A thread for one task after another. It is made at the start, when there is memory for it: under a limit the system
// may refuse one later, when books, tables and the hash table have theirs.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace bookends::agent {

class Servant {
 public:
  Servant() : thread_([this] { serve(); }) {}  // throws std::system_error when the system refuses a thread
  ~Servant();                                  // waits for the task
  Servant(const Servant&) = delete;
  Servant& operator=(const Servant&) = delete;

  // These three are for one thread alone.
  void start(std::function<void()> task);  // after the end of the one before was waited for
  bool has_task() const { return has_task_; }
  void wait();  // for the end of the task, if there is one

 private:
  void serve();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> task_;  // empty: done, or none
  bool dismissed_ = false;
  bool has_task_ = false;  // one that was not waited for
  std::thread thread_;     // last: it uses all of the above
};

}  // namespace bookends::agent
