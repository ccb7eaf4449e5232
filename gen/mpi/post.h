// The thread that makes all calls of MPI.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "gen/mpi/mailbox.h"

namespace bookends {

// What goes over the wire beside the messages of the job, which have tags below 1000.
enum WireTag : int {
  kMoreFollows = 1000,  // added to the tag of a part that is not the last
  kHeartbeat = 2000,    // with the name of the host
  kNotice = 2001,
  kFarewell = 2002
};

// What the post is to send.
class Outbox {
 public:
  struct Letter {
    int to = 0;
    int tag = 0;
    std::shared_ptr<const Bytes> bytes;  // shared by all whom it goes to
  };

  void put(Letter letter);
  std::deque<Letter> take_all();
  void sent(int to);  // one of those taken
  // Whether all that was put for a rank is sent, at the latest by then.
  bool wait_until_sent(int to, std::chrono::steady_clock::time_point deadline);
  // Until there is something to do, at most so long.
  void wait(std::chrono::microseconds longest);
  // Nothing comes any more; the post ends once all is sent.
  void close();
  bool is_closed() const;  // and empty

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Letter> letters_;
  std::map<int, int> unsent_;  // letters, by whom they are for
  bool closed_ = false;
};

struct PostOptions {
  std::chrono::milliseconds heartbeat{std::chrono::seconds{1}};
  std::size_t part_bytes = 0;
  // Called once MPI runs, with this rank and their number; returns where to put what comes, or null to end at once.
  std::function<Mailbox*(int rank, int size)> ready;
};

// Starts MPI, carries messages until the outbox is closed, and ends MPI. Errors that MPI reports go to the mailbox, or
// are returned when there is none yet.
Result<void> run_post(Outbox& outbox, const PostOptions& options);

}  // namespace bookends
