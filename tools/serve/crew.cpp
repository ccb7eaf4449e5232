#include "tools/serve/crew.h"

#include <new>
#include <system_error>

namespace bookends::serve {

bool Crew::take(std::function<void()>& task) try {
  const std::lock_guard lock(mutex_);
  if (over_) return false;
  if (idle_ <= tasks_.size()) {  // those that wait have work already
    if (threads_.size() >= most_) return false;
    threads_.emplace_back([this] { work(); });
  }
  tasks_.push_back(std::move(task));
  come_.notify_one();
  return true;
} catch (const std::bad_alloc&) {
  return false;
} catch (const std::system_error&) {  // of threads
  return false;
}

bool Crew::is_full() const {
  const std::lock_guard lock(mutex_);
  return threads_.size() >= most_ && idle_ <= tasks_.size();
}

void Crew::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    come_.wait(lock, [&] { return over_ || !tasks_.empty(); });
    --idle_;
    if (tasks_.empty()) return;
    const std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    lock.lock();
  }
}

void Crew::finish() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  come_.notify_all();
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

}  // namespace bookends::serve
