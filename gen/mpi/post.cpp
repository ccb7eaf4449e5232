#include "gen/mpi/post.h"

#include <sys/prctl.h>

#include <algorithm>
#include <boost/mpi/communicator.hpp>
#include <boost/mpi/environment.hpp>
#include <boost/mpi/exception.hpp>
#include <boost/mpi/request.hpp>
#include <boost/mpi/status.hpp>
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace bookends {
namespace {

namespace mpi = boost::mpi;
using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;

// Waiting costs no core, as MPI's own would: the longer nothing has happened, the longer is the pause until the next
// look, a share of that time.
constexpr microseconds kShortestPause{20};
constexpr microseconds kLongestPause{1000};
constexpr int kPauseShare = 16;
// While a long message is under way MPI has to be called for it to get on.
constexpr microseconds kLongestPauseUnderWay{50};
// More signs of life than that do not wait for a rank that takes none.
constexpr int kMostUnsentBeats = 4;

struct Sending {
  mpi::request request;
  Outbox::Letter letter;  // owns the bytes until they are gone
  bool last = true;       // part of it
};

struct Receiving {
  mpi::request request;
  int tag = 0;
  Bytes bytes;
};

// All that is under way between this rank and the others.
class Carrier {
 public:
  Carrier(const mpi::communicator& world, Outbox& outbox, Mailbox& mailbox, const PostOptions& options)
      : world_(world),
        outbox_(outbox),
        mailbox_(mailbox),
        options_(options),
        receiving_(static_cast<std::size_t>(world.size())),
        begun_(static_cast<std::size_t>(world.size())),
        beats_(static_cast<std::size_t>(world.size())) {
    const std::string host = mpi::environment::processor_name();
    Bytes name;
    for (const char ch : host) name.push_back(static_cast<std::byte>(ch));
    beat_ = std::make_shared<const Bytes>(std::move(name));
  }

  void run() {
    Clock::time_point busy = Clock::now();
    while (!(outbox_.is_closed() && sending_.empty())) {
      mailbox_.live();
      beat();
      if (carry()) {
        busy = Clock::now();
      } else {
        outbox_.wait(pause(std::chrono::duration_cast<microseconds>(Clock::now() - busy)));
      }
    }
  }

 private:
  bool carry() {
    bool moved = false;
    for (Outbox::Letter& letter : outbox_.take_all()) {
      post(std::move(letter));
      moved = true;
    }
    if (settle_sent()) moved = true;
    if (accept()) moved = true;
    if (settle_received()) moved = true;
    return moved;
  }

  microseconds pause(microseconds idle) const {
    return std::clamp(idle / kPauseShare, kShortestPause, under_way() ? kLongestPauseUnderWay : kLongestPause);
  }

  bool under_way() const {
    return !sending_.empty() || std::ranges::any_of(receiving_, [](const auto& queue) { return !queue.empty(); });
  }

  void beat() {
    const Clock::time_point now = Clock::now();
    if (now < next_beat_) return;
    next_beat_ = now + options_.heartbeat;
    for (int to = 0; to < world_.size(); ++to) {
      int& unsent = beats_[static_cast<std::size_t>(to)];
      if (to == world_.rank() || unsent >= kMostUnsentBeats) continue;
      ++unsent;
      post({to, kHeartbeat, beat_});
    }
  }

  // Of the parts of a message the last has its tag alone. Messages between two ranks stay in their order, so the parts
  // of two never mix.
  void post(Outbox::Letter letter) {
    std::size_t at = 0;
    for (; letter.bytes->size() - at > options_.part_bytes; at += options_.part_bytes)
      send(letter, at, options_.part_bytes, false);
    send(letter, at, letter.bytes->size() - at, true);
  }

  void send(const Outbox::Letter& letter, std::size_t at, std::size_t size, bool last) {
    const int tag = last ? letter.tag : letter.tag + kMoreFollows;
    const char* first = reinterpret_cast<const char*>(letter.bytes->data()) + at;
    mpi::request request = world_.isend(letter.to, tag, first, static_cast<int>(size));
    sending_.push_back({std::move(request), letter, last});
  }

  bool settle_sent() {
    const std::size_t before = sending_.size();
    sending_.remove_if([&](Sending& s) {
      if (!s.request.test()) return false;
      if (s.letter.tag == kHeartbeat)
        --beats_[static_cast<std::size_t>(s.letter.to)];
      else if (s.last)
        outbox_.sent(s.letter.to);
      return true;
    });
    return sending_.size() != before;
  }

  // A receive is posted only for what is there already, so the messages of a rank are matched in their order. They also
  // wait for each other to be whole: so their coming alone is a sign of life.
  bool accept() {
    bool any = false;
    while (const auto status = world_.iprobe(mpi::any_source, mpi::any_tag)) {
      Receiving incoming;
      incoming.tag = status->tag();
      const int size = status->count<char>().value_or(0);
      incoming.bytes.resize(static_cast<std::size_t>(size));
      char* first = reinterpret_cast<char*>(incoming.bytes.data());
      mailbox_.hear_of(status->source());
      incoming.request = world_.irecv(status->source(), incoming.tag, first, size);
      receiving_[static_cast<std::size_t>(status->source())].push_back(std::move(incoming));
      any = true;
    }
    return any;
  }

  // What is whole, in the order in which it was sent.
  bool settle_received() {
    bool any = false;
    for (int from = 0; from < world_.size(); ++from) {
      std::deque<Receiving>& queue = receiving_[static_cast<std::size_t>(from)];
      while (!queue.empty() && queue.front().request.test()) {
        hand_over(from, std::move(queue.front()));
        queue.pop_front();
        any = true;
      }
    }
    return any;
  }

  void hand_over(int from, Receiving incoming) {
    switch (incoming.tag) {
      case kHeartbeat: {
        std::string host;
        for (const std::byte b : incoming.bytes) host += static_cast<char>(b);
        return mailbox_.introduce(from, std::move(host));
      }
      case kNotice:
        return mailbox_.take(from, decode_notice(incoming.bytes));
      case kFarewell:
        return mailbox_.part(from);
      default:
        return join(from, std::move(incoming));
    }
  }

  void join(int from, Receiving part) {
    std::map<int, Bytes>& begun = begun_[static_cast<std::size_t>(from)];
    const bool last = part.tag < kMoreFollows;
    const int tag = last ? part.tag : part.tag - kMoreFollows;
    const auto found = begun.find(tag);
    if (found != begun.end()) {
      found->second.insert(found->second.end(), part.bytes.begin(), part.bytes.end());
      part.bytes = std::move(found->second);
      begun.erase(found);
    }
    if (last) return mailbox_.deliver(from, tag, std::move(part.bytes));
    begun[tag] = std::move(part.bytes);
  }

  const mpi::communicator& world_;
  Outbox& outbox_;
  Mailbox& mailbox_;
  const PostOptions& options_;
  std::list<Sending> sending_;
  std::vector<std::deque<Receiving>> receiving_;  // by rank
  std::vector<std::map<int, Bytes>> begun_;       // by rank and tag: the parts that have come
  std::vector<int> beats_;                        // by rank: signs of life not yet sent
  std::shared_ptr<const Bytes> beat_;
  Clock::time_point next_beat_{};
};

Error of_mpi(const std::exception& e) { return {ErrorCode::io, std::string("MPI has failed: ") + e.what()}; }

// Where MPI has failed, ending it may not return; so the mailbox hears of it before.
Result<void> carry_all(Outbox& outbox, const PostOptions& options) {
  const mpi::communicator world;
  Mailbox* mailbox = options.ready(world.rank(), world.size());
  if (mailbox == nullptr) return {};
  try {
    Carrier(world, outbox, *mailbox, options).run();
  } catch (const std::exception& e) {
    mailbox->fail(of_mpi(e));
  }
  return {};
}

}  // namespace

void Outbox::put(Letter letter) {
  const std::lock_guard lock(mutex_);
  ++unsent_[letter.to];
  letters_.push_back(std::move(letter));
  changed_.notify_all();
}

void Outbox::sent(int to) {
  const std::lock_guard lock(mutex_);
  --unsent_[to];
  changed_.notify_all();
}

bool Outbox::wait_until_sent(int to, std::chrono::steady_clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, deadline, [&] { return unsent_[to] == 0; });
}

std::deque<Outbox::Letter> Outbox::take_all() {
  const std::lock_guard lock(mutex_);
  return std::exchange(letters_, {});
}

void Outbox::wait(microseconds longest) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, longest, [&] { return closed_ || !letters_.empty(); });
}

void Outbox::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

bool Outbox::is_closed() const {
  const std::lock_guard lock(mutex_);
  return closed_ && letters_.empty();
}

Result<void> run_post(Outbox& outbox, const PostOptions& options) {
  // The system would make every pause longer by 50 us.
  prctl(PR_SET_TIMERSLACK, 1000UL, 0UL, 0UL, 0UL);
  try {
    const mpi::environment environment(mpi::threading::funneled, false);
    return carry_all(outbox, options);
  } catch (const std::exception& e) {
    return of_mpi(e);
  }
}

}  // namespace bookends
