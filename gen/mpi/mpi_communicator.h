// Ranks that are processes, on one machine or several, started by mpirun. Messages go over MPI.
//
// MPI knows dead processes but not dead links: a call may wait for ever. So one thread, the post, makes all of its
// calls, and nobody waits for that thread: who waits for a message looks himself how long ago each rank was heard of.
// Every rank says once a second that it lives, whatever its job is doing.
//
// A program that is built without MPI has only open(), which says so.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "core/base/communicator.h"

namespace bookends {

struct MpiOptions {
  std::chrono::milliseconds patience{std::chrono::seconds{30}};  // with a rank that is silent
  std::function<bool()> stop;                                    // whether the user asks to stop; any thread calls it
  std::size_t part_bytes = std::size_t{1} << 30;                 // longer messages are cut: MPI counts with an int
};

// Used by any number of threads.
class MpiCommunicator final : public Communicator {
 public:
  // `size` is the number of processes as the starter has said it. Errors: io (MPI does not start, or sees another
  // number of processes), unsupported (built without MPI), interrupted.
  static Result<std::unique_ptr<MpiCommunicator>> open(int size, const MpiOptions& options);
  ~MpiCommunicator() override;

  int rank() const override;
  int size() const override;
  void send(int to, int tag, Bytes bytes) override;
  Result<Message> receive(int from, int tag, Heed heed) override;
  void give_up(const Error& error) override;
  Traffic traffic() const override;

  // `said`: the user has been told already.
  void give_up(const Error& error, bool said);

  // This rank is through, and sends nothing any more. After success: waits until all others are through as well, and
  // returns what is wrong when that does not happen.
  std::optional<Error> part_in_peace();
  void part();

  // Waits a few seconds at most for what is left to do between the ranks. False when MPI could not be ended: then the
  // process has to end at once, without what is done on a normal exit.
  bool close();

  // Whether this is the first rank that is not lost: the one that talks to the user.
  bool speaks() const;
  // Whether another rank has given up; and whether the user was told why.
  bool has_notice() const;
  bool was_said() const;
  // Whether the rank that talks to the user never heard of what is wrong, and it falls to this rank to do so.
  bool has_to_speak() const;

 private:
  struct Shared;
  void wait_until_sent();
  explicit MpiCommunicator(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}

  std::shared_ptr<Shared> shared_;  // with the post, which may be left behind in a call that does not return
};

// Whether this program is built with MPI.
bool has_mpi();

}  // namespace bookends
