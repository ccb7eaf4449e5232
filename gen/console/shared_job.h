// One process of several that share a job: which one talks to the user, and how all of them end.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "core/base/communicator.h"
#include "gen/mpi/launch.h"

namespace bookends {

class MpiCommunicator;

class SharedJob {
 public:
  SharedJob();
  ~SharedJob();
  SharedJob(const SharedJob&) = delete;
  SharedJob& operator=(const SharedJob&) = delete;

  const Launch& launch() const { return launch_; }
  bool is_shared() const { return launch_.size > 1; }
  // Rank 0, or the only process.
  bool leads() const { return launch_.rank == 0; }

  // Null when alone. Made when first asked for. Errors: those of MpiCommunicator::open().
  Result<Communicator*> ranks(std::chrono::milliseconds patience);

  // Something is wrong, here or elsewhere. What this process has to say of it now, if anything.
  std::optional<Error> fail(const Error& error);
  // All processes come to the same error by themselves.
  std::optional<Error> fail_alike(const Error& error);

  struct Ending {
    std::optional<Error> news;  // what is wrong although this process was done
    std::optional<Error> say;   // what this process has to say of that, or of what was handed to fail()
    bool clean = true;          // false: the process has to end at once, without what is done on a normal exit
  };
  // To be done last.
  Ending end(std::chrono::milliseconds patience);

 private:
  Ending end_in_peace();
  Ending end_in_error();
  bool close();
  Error named(const Error& error) const;

  Launch launch_;
  std::unique_ptr<MpiCommunicator> ranks_;
  std::optional<Error> error_;  // the first
  bool own_ = false;            // no other rank had given up before
  bool said_ = false;
  bool alike_ = false;
  bool not_opened_ = false;
};

}  // namespace bookends
