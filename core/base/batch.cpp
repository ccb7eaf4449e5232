#include "core/base/batch.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "core/base/thrown.h"

namespace bookends {

namespace {

class BatchRun {
 public:
  BatchRun(const Batch& batch, std::atomic<bool>& stop) : batch_(batch), stop_(stop) {}

  Result<void> run(std::size_t& done) {
    std::vector<std::jthread> threads;
    try {
      if (start(threads) == 0 && batch_.jobs > 0)
        return Error{ErrorCode::limit, "the system refuses to start a thread"};
      wait();
    } catch (...) {
      stop_ = true;
      threads.clear();  // joins
      done = done_;
      throw;
    }
    threads.clear();
    done = done_;
    thrown_.rethrow();
    if (!sound_) return sound_;
    if (done_ < batch_.jobs) return Error{ErrorCode::interrupted, "interrupted"};
    return {};
  }

 private:
  // A system that refuses a thread gives us fewer, not an error. Returns how many there are.
  std::size_t start(std::vector<std::jthread>& threads) {
    const std::size_t wanted = std::min(std::max<std::size_t>(1, batch_.workers), batch_.jobs);
    const std::lock_guard lock(mutex_);  // none is counted out before all are counted in
    try {
      while (threads.size() < wanted)
        threads.emplace_back([this, worker = threads.size()] {
          thrown_.run([&] { work(worker); });
          if (thrown_.any()) stop_ = true;
          const std::lock_guard ended(mutex_);
          --running_;
          changed_.notify_one();
        });
    } catch (const std::system_error&) {
    }
    running_ = threads.size();
    return threads.size();
  }

  void work(std::size_t worker) {
    while (!stop_) {
      const std::size_t job = next_++;
      if (job >= batch_.jobs) break;
      const Result<void> worked = batch_.work(worker, job);
      const std::lock_guard lock(mutex_);
      if (worked) {
        ++done_;
        continue;
      }
      if (sound_ && worked.error().code != ErrorCode::interrupted) sound_ = worked;
      stop_ = true;
    }
  }

  void wait() {
    bool go_on = true;
    std::unique_lock lock(mutex_);
    while (running_ > 0) {
      changed_.wait_for(lock, std::chrono::milliseconds(50), [&] { return running_ == 0; });
      const std::size_t done = done_;
      lock.unlock();
      if (go_on && !batch_.pulse(done)) {
        go_on = false;
        stop_ = true;
      }
      lock.lock();
    }
  }

  const Batch& batch_;
  std::atomic<bool>& stop_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::size_t done_ = 0;
  std::size_t running_ = 0;
  Result<void> sound_{};  // the first error stays
  Thrown thrown_;
};

}  // namespace

Result<void> run_batch(const Batch& batch, std::atomic<bool>& stop, std::size_t& done) {
  stop = false;
  done = 0;
  return BatchRun(batch, stop).run(done);
}

}  // namespace bookends
