#include "gen/console/started_threads.h"

#include <fcntl.h>
#include <omp.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "gen/console/command.h"

namespace bookends {
namespace {

// How many threads beside this one the system gives at a time. The stack of each is as large as those of OpenMP.
int threads_given(int wanted) {
  std::mutex mutex;
  std::condition_variable changed;
  bool over = false;
  std::vector<std::jthread> threads;
  const auto wait = [&] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return over; });
  };
  try {
    threads.reserve(static_cast<std::size_t>(wanted));
    while (static_cast<int>(threads.size()) < wanted) threads.emplace_back(wait);
  } catch (const std::exception&) {  // enough is known
  }
  const std::lock_guard lock(mutex);
  over = true;
  changed.notify_all();
  return static_cast<int>(threads.size());
}

// While the runtime of OpenMP makes its threads. When the system refuses one now, though it gave as many a moment ago,
// the runtime says so in lines of its own and calls exit(): these are not shown, and the program ends as with any
// limit.
class OpenMpStart {
 public:
  OpenMpStart() {
    static const bool registered = std::atexit(&OpenMpStart::end_in_order) == 0;
    const int nowhere = registered ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    if (nowhere < 0) return;
    shown = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
    if (shown >= 0) dup2(nowhere, STDERR_FILENO);
    close(nowhere);
  }
  ~OpenMpStart() { show_again(); }
  OpenMpStart(const OpenMpStart&) = delete;
  OpenMpStart& operator=(const OpenMpStart&) = delete;

 private:
  static bool show_again() {
    if (shown < 0) return false;
    dup2(shown, STDERR_FILENO);
    close(std::exchange(shown, -1));
    return true;
  }
  static void end_in_order() {
    if (!show_again()) return;
    constexpr std::string_view kRefused = "bookends: the system refuses to start a thread\n";
    if (write(STDERR_FILENO, kRefused.data(), kRefused.size()) < 0) _exit(kExitIo);
    _exit(kExitLimit);
  }

  static inline int shown = -1;  // where standard error leads, meanwhile
};

}  // namespace

int started_threads(int wanted) {
  const int threads = 1 + (wanted > 1 ? threads_given(wanted - 1) : 0);
  omp_set_num_threads(threads);  // for those that ask for all there are
  int there = 0;
  const OpenMpStart start;
#pragma omp parallel num_threads(threads) reduction(+ : there)
  ++there;
  return there;
}

}  // namespace bookends
