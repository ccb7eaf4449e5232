// A job for ranks that does what its argument says: to see what reaches the others, and how all of them end.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "core/base/communicator.h"
#include "core/io/bytes.h"
#include "gen/console/command.h"
#include "gen/mpi/launch.h"
#include "gen/mpi/mpi_communicator.h"

namespace bookends {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTag = 7;
constexpr int kOtherTag = 8;

Error wrong(const std::string& what) { return {ErrorCode::corrupt, what}; }

Bytes pattern(std::size_t size, int seed) {
  Bytes bytes(size);
  std::uint32_t state = static_cast<std::uint32_t>(seed) * 2654435761u + 1;
  for (std::byte& b : bytes) {
    state = state * 1664525u + 1013904223u;
    b = static_cast<std::byte>(state >> 24);
  }
  return bytes;
}

// There and back, as fast as it goes, and then with pauses in which both sides fall asleep.
Result<void> round_trips(Communicator& ranks, int count, std::chrono::milliseconds pause) {
  std::vector<double> times;
  for (int i = 0; i < count && ranks.rank() < 2; ++i) {
    if (ranks.rank() == 0) std::this_thread::sleep_for(pause);
    const auto began = Clock::now();
    if (ranks.rank() == 0) ranks.send(1, kTag, Bytes(8));
    const Result<Message> message = ranks.receive(1 - ranks.rank(), kTag);
    if (!message) return message.error();
    if (ranks.rank() == 1) ranks.send(0, kTag, message->bytes);
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - began).count());
  }
  std::sort(times.begin(), times.end());
  if (ranks.rank() == 0)
    std::printf("round trip after %d ms: median %.0f us, 9 of 10 within %.0f us\n", static_cast<int>(pause.count()),
                times[times.size() / 2], times[times.size() * 9 / 10]);
  return {};
}

// Many short messages, one behind the other: what each takes of who sends or of who receives, the slower of them.
Result<void> short_messages(Communicator& ranks) {
  constexpr int kCount = 20000;
  const auto began = Clock::now();
  for (int i = 0; i < kCount; ++i) {
    if (ranks.rank() == 0) ranks.send(1, kTag, Bytes(1));
    if (ranks.rank() == 1)
      if (const Result<Message> message = ranks.receive(0, kTag); !message) return message.error();
  }
  if (const auto all = gather_on_all(ranks, kOtherTag, {}); !all) return all.error();
  const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
  if (ranks.rank() == 0) std::printf("a short message takes %.1f us\n", seconds / kCount * 1e6);
  return {};
}

Result<void> latency(Communicator& ranks) {
  for (const int pause : {0, 5, 50})
    if (const Result<void> done = round_trips(ranks, pause == 0 ? 2000 : 40, std::chrono::milliseconds(pause)); !done)
      return done;
  return short_messages(ranks);
}

Result<void> throughput(Communicator& ranks) {
  constexpr int kCount = 8;
  constexpr std::size_t kSize = std::size_t{16} << 20;
  const auto began = Clock::now();
  for (int i = 0; i < kCount; ++i) {
    if (ranks.rank() == 0) ranks.send(1, kTag, Bytes(kSize));
    if (ranks.rank() == 1)
      if (const Result<Message> message = ranks.receive(0, kTag); !message) return message.error();
  }
  if (const auto all = gather_on_all(ranks, kOtherTag, {}); !all) return all.error();
  const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
  if (ranks.rank() == 0) std::printf("%.0f MB/s\n", kCount * static_cast<double>(kSize) / 1e6 / seconds);
  return {};
}

// Everybody to everybody, short and long, with two tags that mix: each arrives whole and in its order.
Result<void> exchange(Communicator& ranks) {
  constexpr int kCount = 40;
  const auto size_of = [](int i) { return static_cast<std::size_t>(i % 7 == 0 ? 300'000 + i : i * 37 % 3000); };
  for (int i = 0; i < kCount; ++i)
    for (int to = 0; to < ranks.size(); ++to)
      if (to != ranks.rank()) ranks.send(to, kTag + i % 2, pattern(size_of(i), ranks.rank() * 1000 + i));
  for (int i = 0; i < kCount; ++i)
    for (int from = 0; from < ranks.size(); ++from) {
      if (from == ranks.rank()) continue;
      const Result<Message> message = ranks.receive(from, kTag + i % 2);
      if (!message) return message.error();
      if (message->bytes != pattern(size_of(i), from * 1000 + i))
        return wrong("message " + std::to_string(i) + " of rank " + std::to_string(from) + " is another");
    }
  const std::uint64_t sent = ranks.traffic().messages;
  if (sent != static_cast<std::uint64_t>(kCount) * static_cast<std::uint64_t>(ranks.size() - 1))
    return wrong("counted " + std::to_string(sent) + " messages");
  if (ranks.rank() == 0) std::puts("all there");
  return {};
}

Result<void> busy(Communicator& ranks) {
  if (ranks.rank() == 1) std::this_thread::sleep_for(std::chrono::seconds(6));
  const auto all = gather_on_all(ranks, kTag, {});
  if (!all) return all.error();
  if (ranks.rank() == 0) std::puts("together");
  return {};
}

// Rank `who` fails; the others wait for a message, or, where they are `deaf`, work on without a look at any.
Result<void> failure(Communicator& ranks, int who, bool deaf) {
  if (ranks.rank() == who) return Error{ErrorCode::limit, "too little memory"};
  if (deaf) std::this_thread::sleep_for(std::chrono::seconds(60));
  const Result<Message> message = ranks.receive(kAnyRank, kTag);
  return message ? Result<void>{} : message.error();
}

Result<void> silence(Communicator& ranks, int who) {
  if (ranks.rank() == who) {
    std::this_thread::sleep_for(std::chrono::seconds(1));  // until all others know where it is
    std::raise(SIGSTOP);
  }
  const Result<Message> message = ranks.receive(kAnyRank, kTag);
  return message ? Result<void>{} : message.error();
}

// Rank 0 is stopped until rank 2 has missed it, rank 1 has heard of that, and it is woken up to hear of it itself.
Result<void> awoken(Communicator& ranks) {
  if (ranks.rank() == 0) {
    Bytes process;
    put(process, static_cast<std::uint32_t>(getpid()));
    ranks.send(1, kTag, std::move(process));
    std::this_thread::sleep_for(std::chrono::seconds(1));
    std::raise(SIGSTOP);
  }
  pid_t process = 0;
  if (ranks.rank() == 1) {
    const Result<Message> name = ranks.receive(0, kTag);
    if (!name) return name.error();
    process = static_cast<pid_t>(ByteReader(name->bytes).read<std::uint32_t>());
    std::this_thread::sleep_for(std::chrono::milliseconds(4500));
  }
  const Result<Message> message = ranks.receive(kAnyRank, kTag);
  if (process != 0) kill(process, SIGCONT);
  return message ? Result<void>{} : message.error();
}

Result<void> end_early(Communicator& ranks) {
  if (ranks.rank() == 1) return {};
  const Result<Message> message = ranks.receive(1, kTag);
  return message ? Result<void>{} : message.error();
}

Result<void> wait_for_ever(Communicator& ranks) {
  if (ranks.rank() == 0) {
    std::puts("waiting");
    std::fflush(stdout);
  }
  const Result<Message> message = ranks.receive(kAnyRank, kTag);
  return message ? Result<void>{} : message.error();
}

// Rank 1 is done when the user asks rank 0 to stop, which is done long since.
Result<void> stop_late(Communicator& ranks) {
  if (ranks.rank() == 0) {
    Bytes name;
    put(name, static_cast<std::uint32_t>(getpid()));
    ranks.send(1, kTag, std::move(name));
    return {};
  }
  const Result<Message> name = ranks.receive(0, kTag);
  if (!name) return name.error();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  kill(static_cast<pid_t>(ByteReader(name->bytes).read<std::uint32_t>()), SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  return {};
}

Result<void> run(const std::string& what, Communicator& ranks) {
  if (what == "latency") return latency(ranks);
  if (what == "throughput") return throughput(ranks);
  if (what == "exchange") return exchange(ranks);
  if (what == "busy") return busy(ranks);
  if (what == "failure-0") return failure(ranks, 0, false);
  if (what == "failure-1") return failure(ranks, 1, false);
  if (what == "deaf") return failure(ranks, 1, true);
  if (what == "silence-0") return silence(ranks, 0);
  if (what == "silence-1") return silence(ranks, 1);
  if (what == "awoken") return awoken(ranks);
  if (what == "end-early") return end_early(ranks);
  if (what == "stop-late") return stop_late(ranks);
  if (what == "wait") return wait_for_ever(ranks);
  return Error{ErrorCode::invalid_argument, "no work is called " + what};
}

// Messages cut into very small parts, which a session has no setting for.
int exchange_in_parts() {
  MpiOptions options;
  options.part_bytes = 1000;
  auto ranks = MpiCommunicator::open(launch().size, options);
  if (!ranks) return kExitIo;
  const Result<void> done = exchange(**ranks);
  if (!done) std::fprintf(stderr, "%s\n", done.error().message.c_str());
  const bool peace = !(*ranks)->part_in_peace() && (*ranks)->close();
  return done && peace ? kExitOk : kExitCorrupt;
}

int run_session(const std::string& what, int patience) {
  Session session;
  session.patience = patience;
  // A failure that the others find out about before there are any ranks.
  if (what == "before" && launch().rank == 1) {
    session.fail({ErrorCode::not_found, "no such file here"});
    return session.finish();
  }
  const Result<Communicator*> ranks = session.ranks();
  if (!ranks) {
    session.fail(ranks.error());
    return session.finish();
  }
  const Result<void> done = run(what == "before" ? "wait" : what, **ranks);
  if (!done) session.fail(done.error());
  return session.finish();
}

}  // namespace
}  // namespace bookends

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "parts") return bookends::exchange_in_parts();
  return bookends::run_session(what, argc > 2 ? std::atoi(argv[2]) : 30);
}
