// What all commands of the program share: exit codes, common options, progress on stderr, and interruption.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/progress.h"
#include "core/result.h"

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace bookends {

class Meter;

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
  // What main returns.
  int exit_code = kExitOk;

  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  int thread_count() const;

  // Renders to stderr as --progress says. The first SIGINT or SIGTERM makes its stop_requested() true; the second one
  // ends the process at once. Made, and the signals caught, when first asked for.
  Progress& progress();

  // One line "bookends: ..." on stderr. Sets exit_code, and returns it.
  int fail(const Error& error);

  // Talk: one line on stderr, unless --quiet.
  void say(std::string_view line);

  // Takes the progress off the screen: what follows on stdout is the answer.
  void answer();

 private:
  std::unique_ptr<Meter> meter_;
};

// --quiet and --progress; --threads when the command computes, --json when it answers.
void add_common_options(CLI::App& command, Session& session, bool computes, bool answers);

// Checks an option that is a whole number without an upper end (CLI11's own checks would name the largest double).
CLI::Validator at_least(std::uint64_t least);

}  // namespace bookends
