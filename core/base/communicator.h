// Processes that share one job. As in MPI each has a number, its rank, from 0 to size() - 1; all run the same code and
// send each other messages of bytes. Who carries the messages is not known here: gen/mpi/ does it between machines, and
// tests do it between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace bookends {

using Bytes = std::vector<std::byte>;

struct Message {
  int from = 0;
  Bytes bytes;
};

struct Traffic {
  std::uint64_t messages = 0;  // sent by this rank
  std::uint64_t bytes = 0;     // in them
};

inline constexpr int kAnyRank = -1;

// What ends a wait for a message beside trouble between the ranks.
enum class Heed : std::uint8_t {
  stop,          // also that the user asks to stop
  trouble_only,  // nothing else: all ranks are about to agree on whether they stop
};

// Several threads may send and give up at the same time, and wait for messages with different tags.
class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;

  // Takes the message and returns at once. `to` is another rank; `tag` (0 to 999) says what it is about.
  virtual void send(int to, int tag, Bytes bytes) = 0;

  // Waits for the next message with that tag, of one rank or of any. Messages of one rank with one tag arrive in the
  // order in which they were sent. Errors: io, when a rank has ended, or is not heard of any more; what a rank gave up
  // with; interrupted, when the user asks to stop.
  virtual Result<Message> receive(int from, int tag, Heed heed = Heed::stop) = 0;

  // Says to all others that this rank cannot go on: whatever they wait for from now on ends in this error, which names
  // the rank.
  virtual void give_up(const Error& error) = 0;

  virtual Traffic traffic() const = 0;
};

// Everybody's bytes by rank, on every rank. All ranks call it, in the same order among calls with the same tag. Also a
// barrier: it ends when all ranks have come to it. Errors: those of receive().
Result<std::vector<Bytes>> gather_on_all(Communicator& ranks, int tag, Bytes own, Heed heed = Heed::stop);

}  // namespace bookends
