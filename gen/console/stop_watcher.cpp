#include "gen/console/stop_watcher.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>

namespace bookends {
namespace {

constexpr std::chrono::milliseconds kInterval{50};

void watch(const std::stop_token& over, const Progress& progress, std::atomic<bool>& stop) {
  std::mutex mutex;
  std::condition_variable_any never;  // what is waited for is the end of the watch
  std::unique_lock lock(mutex);
  while (!over.stop_requested()) {
    if (progress.stop_requested()) stop = true;
    never.wait_for(lock, over, kInterval, [] { return false; });
  }
}

}  // namespace

StopWatcher::StopWatcher(const Progress& progress, std::atomic<bool>& stop) {
  try {
    thread_ = std::jthread([&progress, &stop](const std::stop_token& over) { watch(over, progress, stop); });
  } catch (const std::system_error&) {
  }
}

}  // namespace bookends
