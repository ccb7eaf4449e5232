#include "tools/agent/servant.h"

#include <cassert>
#include <utility>

namespace bookends::agent {

Servant::~Servant() {
  wait();
  {
    const std::lock_guard lock(mutex_);
    dismissed_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

void Servant::start(std::function<void()> task) {
  assert(task && !has_task_);
  has_task_ = true;
  const std::lock_guard lock(mutex_);
  task_ = std::move(task);
  changed_.notify_all();
}

void Servant::wait() {
  if (!std::exchange(has_task_, false)) return;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !task_; });
}

void Servant::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return task_ || dismissed_; });
    if (!task_) return;
    lock.unlock();
    task_();  // nobody else touches it before it is empty
    lock.lock();
    task_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace bookends::agent
