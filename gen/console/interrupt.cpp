#include "gen/console/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <string_view>

#include "gen/console/command.h"

namespace bookends {
namespace {

// One interrupt may come as two signals: `timeout` sends one to the program and one to its group, as mpirun may.
constexpr std::int64_t kOneInterrupt = 500;  // milliseconds

// A signal handler has no other way to reach the program than a global.
std::atomic<std::int64_t> first_seen{0};  // milliseconds on a clock; 0: none has come
std::atomic<bool> says_so{true};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t milliseconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000 + 1;
}

void on_signal(int) {
  const std::int64_t now = milliseconds_now();
  std::int64_t first = 0;
  if (!first_seen.compare_exchange_strong(first, now)) {
    if (now - first >= kOneInterrupt) _exit(kExitInterrupted);
    return;
  }
  if (!says_so) return;
  constexpr std::string_view kNotice = "\nbookends: stopping; interrupt again to end at once\n";
  // Nothing can be done here about a failed write.
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kNotice.data(), kNotice.size());
}

}  // namespace

void catch_interrupts(bool say) {
  says_so = say;
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

void survive_full_files() { std::signal(SIGXFSZ, SIG_IGN); }

void ignore_interrupts() {
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
}

bool interrupted() { return first_seen.load(std::memory_order_relaxed) != 0; }

}  // namespace bookends
