// What all commands of the program share: exit codes, common options, progress on stderr, and interruption.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace bookends {

class Communicator;
class Meter;
class SharedJob;

enum ExitCode : int {
  kExitOk = 0,
  kExitNegative = 1,  // a check failed, a position is not covered
  kExitUsage = 2,     // usage, or bad input
  kExitCorrupt = 3,   // a corrupt or foreign file
  kExitIo = 4,        // the operating system refused, the disk is full
  kExitLimit = 5,     // a budget of memory or time
  kExitInterrupted = 130
};

int exit_code_of(const Error& error);

// The state of one run of the program. Created once, by main; every command keeps a reference to it.
class Session {
 public:
  // Filled in from the options before a command's callback runs.
  bool quiet = false;
  bool json = false;
  int threads = 0;  // 0 = all there are; thread_count() resolves it
  std::string progress_mode = "auto";
  int patience = 30;  // seconds, with a rank that is silent
  // What main returns.
  int exit_code = kExitOk;

  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // The threads are started when it is first asked for: there may be fewer than wanted, when the system refuses some.
  int thread_count() const;

  // The processes that mpirun has started for this job; null when there is none but this one. Made when first asked
  // for, by commands that add_rank_options() was called for: all processes of the job ask, early, so that none waits
  // for one that never comes. What a job sends has tags of its own. Errors: io, unsupported (built without MPI),
  // interrupted.
  Result<Communicator*> ranks();

  // Whether this process shows progress and answers: rank 0, and the only one.
  bool leads() const;
  int process_count() const;  // of the job, as their starter has said it

  // Renders to stderr as --progress says. The first SIGINT or SIGTERM makes its stop_requested() true; the second one
  // ends the process at once. Made, and the signals caught, when first asked for.
  Progress& progress();

  // One line "bookends: ..." on stderr; of processes that share a job one says it. Sets exit_code, and returns it.
  int fail(const Error& error);
  // The same for what every process of the job finds out by itself, without any of its own circumstances.
  int refuse(const Error& error);

  // To be done last: ends what is between the processes of a job, and returns what main returns. May end the process
  // itself, with that exit code, when MPI does not let it go.
  int finish();

  // Talk: one line on stderr, unless --quiet. Of processes that share a job the first one talks.
  void say(std::string_view line);

  // Takes the progress off the screen: what follows on stdout is the answer.
  void answer();

 private:
  void complain(const Error& error);

  std::unique_ptr<Meter> meter_;
  std::unique_ptr<SharedJob> job_;
  mutable int threads_there_ = 0;  // 0: not asked for yet
};

// --quiet and --progress; --threads when the command computes, --json when it answers.
void add_common_options(CLI::App& command, Session& session, bool computes, bool answers);

// For commands that share their work between the processes that mpirun starts: --patience. No others can be started by
// mpirun as more than one process.
void add_rank_options(CLI::App& command, Session& session);
bool has_rank_options(const CLI::App& command);
// Whether a command computes in several threads: it has --threads or --concurrency.
bool has_threads(const CLI::App& command);

// Checks an option that is a whole number without an upper end (CLI11's own checks would name the largest double).
CLI::Validator at_least(std::uint64_t least);
CLI::Validator whole_between(std::int64_t least, std::int64_t most);
// Checks an option that is a number with a fraction (CLI11's own check lets pass what is not a number).
CLI::Validator number_between(double least, double most);

}  // namespace bookends
