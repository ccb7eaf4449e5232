#include "gen/mpi/mpi_communicator.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

#include "gen/mpi/post.h"

namespace bookends {
namespace {

using std::chrono::milliseconds;

// Until all processes are there. Starting them takes the longer the more share a machine.
constexpr milliseconds kLeastStartTime{60'000};
// For the others to hear what is wrong and to part; then for MPI to end.
constexpr milliseconds kFarewellTime{3000};
constexpr milliseconds kEndTime{5000};
// For what this rank has said last to be on its way to those that listen.
constexpr milliseconds kSendTime{1000};
constexpr milliseconds kStartLook{20};
constexpr milliseconds kHeartbeatEvery{1000};

}  // namespace

// What the post and its users share. It lives as long as either.
struct MpiCommunicator::Shared {
  MpiOptions options;
  Outbox outbox;
  mutable std::mutex mutex;
  std::condition_variable changed;
  std::optional<Mailbox> mailbox;  // once MPI runs
  int rank = 0;
  int size = 0;
  bool abandoned = false;  // nobody waits for MPI to start any more
  bool ended = false;      // the post has
  Result<void> outcome;
  Traffic traffic;

  Mailbox* ready(int the_rank, int the_size) {
    const std::lock_guard lock(mutex);
    if (abandoned) return nullptr;
    rank = the_rank;
    size = the_size;
    mailbox.emplace(rank, size, options.patience, options.stop);
    changed.notify_all();
    return &*mailbox;
  }

  void run() {
    PostOptions post;
    post.heartbeat = std::min(kHeartbeatEvery, options.patience / 4);
    post.part_bytes = options.part_bytes;
    post.ready = [this](int the_rank, int the_size) { return ready(the_rank, the_size); };
    Result<void> result = run_post(outbox, post);
    const std::lock_guard lock(mutex);
    outcome = std::move(result);
    ended = true;
    changed.notify_all();
  }

  Result<void> wait_until_ready() {
    const milliseconds longest = std::max(kLeastStartTime, options.patience);
    const auto deadline = std::chrono::steady_clock::now() + longest;
    std::unique_lock lock(mutex);
    while (!mailbox && !ended) {
      const bool stopped = options.stop && options.stop();
      if (stopped || std::chrono::steady_clock::now() >= deadline) {
        abandoned = true;
        if (stopped) return Error{ErrorCode::interrupted, "interrupted"};
        return Error{ErrorCode::io, "MPI has not started within " + std::to_string(longest.count() / 1000) +
                                        " s; see that all processes are there and can reach each other"};
      }
      changed.wait_for(lock, kStartLook);
    }
    return outcome;
  }

  void send_to_all(int tag, Bytes bytes) {
    const auto shared = std::make_shared<const Bytes>(std::move(bytes));
    for (int to = 0; to < size; ++to)
      if (to != rank) outbox.put({to, tag, shared});
  }
};

Result<std::unique_ptr<MpiCommunicator>> MpiCommunicator::open(int size, const MpiOptions& options) {
  auto shared = std::make_shared<Shared>();
  shared->options = options;
  try {
    std::thread([shared] { shared->run(); }).detach();
  } catch (const std::system_error&) {
    return Error{ErrorCode::limit, "the system refuses to start a thread"};
  }
  if (const Result<void> ready = shared->wait_until_ready(); !ready) return ready.error();
  std::unique_ptr<MpiCommunicator> ranks(new MpiCommunicator(shared));
  if (ranks->size() == size) return ranks;
  return Error{ErrorCode::io, "started as one of " + std::to_string(size) + " processes, but its MPI library sees " +
                                  std::to_string(ranks->size()) + ": use the mpirun of the MPI that it was built with"};
}

MpiCommunicator::~MpiCommunicator() { shared_->outbox.close(); }

int MpiCommunicator::rank() const { return shared_->rank; }
int MpiCommunicator::size() const { return shared_->size; }

void MpiCommunicator::send(int to, int tag, Bytes bytes) {
  {
    const std::lock_guard lock(shared_->mutex);
    ++shared_->traffic.messages;
    shared_->traffic.bytes += bytes.size();
  }
  shared_->outbox.put({to, tag, std::make_shared<const Bytes>(std::move(bytes))});
}

Result<Message> MpiCommunicator::receive(int from, int tag, Heed heed) {
  return shared_->mailbox->receive(from, tag, heed);
}

Traffic MpiCommunicator::traffic() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->traffic;
}

// What another has given up with is known to all.
void MpiCommunicator::give_up(const Error& error) {
  if (!has_notice()) give_up(error, false);
}

void MpiCommunicator::give_up(const Error& error, bool said) {
  shared_->send_to_all(kNotice, encode(Notice{error, said, shared_->mailbox->given_up()}));
}

std::optional<Error> MpiCommunicator::part_in_peace() {
  part();
  return shared_->mailbox->wait_for_partings();
}

void MpiCommunicator::part() { shared_->send_to_all(kFarewell, {}); }

// Who heard from this rank no more would take it for one that has said nothing, and say the error again.
void MpiCommunicator::wait_until_sent() {
  const auto deadline = std::chrono::steady_clock::now() + kSendTime;
  for (int to = 0; to < size(); ++to)
    if (to != rank() && !shared_->mailbox->is_lost(to)) shared_->outbox.wait_until_sent(to, deadline);
}

bool MpiCommunicator::close() {
  if (!shared_->mailbox->wait_for_partings(kFarewellTime)) {
    wait_until_sent();
    return false;
  }
  shared_->outbox.close();
  std::unique_lock lock(shared_->mutex);
  return shared_->changed.wait_for(lock, kEndTime, [&] { return shared_->ended; }) && shared_->outcome.ok();
}

// Not one that was given up and has woken up again: those that gave it up, and end for its sake, say so.
bool MpiCommunicator::speaks() const {
  return shared_->mailbox->speaker() == rank() && !shared_->mailbox->is_given_up();
}

bool MpiCommunicator::has_notice() const { return shared_->mailbox->notice().has_value(); }

bool MpiCommunicator::was_said() const {
  const std::optional<Notice> notice = shared_->mailbox->notice();
  return notice && notice->said;
}

bool MpiCommunicator::has_to_speak() const {
  const Mailbox& mailbox = *shared_->mailbox;
  return !mailbox.has_parted(mailbox.speaker()) && !mailbox.lower_rank_gave_notice();
}

bool has_mpi() { return true; }

}  // namespace bookends
