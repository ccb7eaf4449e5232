#include "gen/console/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "gen/console/command.h"

namespace bookends {
namespace {

// A signal handler has no other way to reach the program than a global.
std::atomic<bool> interrupt_seen{false};
std::atomic<bool> says_so{true};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int) {
  if (interrupt_seen.exchange(true)) _exit(kExitInterrupted);
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

bool interrupted() { return interrupt_seen.load(std::memory_order_relaxed); }

}  // namespace bookends
