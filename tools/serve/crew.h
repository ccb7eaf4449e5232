// Threads that are started when there is work, up to a number.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace bookends::serve {

class Crew {
 public:
  explicit Crew(std::size_t most) : most_(most) {}
  ~Crew() { finish(); }

  // Takes the task away. False, and it stays as it is, when all threads are busy and there can be no more, nor memory.
  bool take(std::function<void()>& task);
  // Whether all threads there may be have work.
  bool is_full() const;
  // Waits until all that was taken is done. Nothing is taken any more.
  void finish();

 private:
  void work();

  const std::size_t most_;
  mutable std::mutex mutex_;
  std::condition_variable come_;
  std::deque<std::function<void()>> tasks_;
  std::size_t idle_ = 0;  // threads that wait
  bool over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace bookends::serve
