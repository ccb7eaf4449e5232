// `bookends`: one program, a command for everything. Here is how it begins and ends, whatever the command.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "core/io/program.h"
#include "gen/console/command.h"
#include "gen/console/interrupt.h"
#include "gen/mpi/mpi_communicator.h"
#include "tools/commands/command_list.h"
#include "tools/commands/unknown_command.h"

namespace bookends {
namespace {

constexpr const char* kNoMemory = "out of memory";

constexpr const char* kFirstSteps =
    "bookends: opening books and endgame tablebases for chess and its relatives. To begin:\n"
    "  bookends tables build fragments --men 3 --out tables\n"
    "  bookends book build fragments --start start1 --positions 60 --nodes 2000 --tables tables --out fragments.book\n"
    "  bookends dump fragments.book --max-ply 2\n"
    "All commands: bookends help\n";

// Whether a line was asked for: what else was wrong may be the rest of it.
bool has_position(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  const CLI::Option* at = command->get_option_no_throw("--at");
  return at != nullptr && at->count() > 0;
}

// Of what is too much the library names that of one command, from the last to the first.
std::string words_of(const CLI::App& app, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return error.what();
  const std::vector<std::string> extras = app.remaining(true);
  return fmt::format("The following argument{} not expected: {}", extras.size() == 1 ? " was" : "s were",
                     fmt::join(extras, " "));
}

// Usage errors are one line and exit code 2; help and version go to stdout and are no errors.
int report(const CLI::App& app, const CLI::ParseError& error, Session& session) {
  if (error.get_exit_code() == 0) return session.leads() ? app.exit(error) : kExitOk;
  if (const auto unknown = unknown_command(app)) return session.fail({ErrorCode::invalid_argument, *unknown});
  const bool too_many = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                        dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr;
  const char* hint = too_many && has_position(app)
                         ? " (moves of --at stand in quotes: --at \"d3 b3\"; --help says more)"
                         : " (--help says more)";
  return session.fail({ErrorCode::invalid_argument, words_of(app, error) + hint});
}

// Threads that wait for others spin for milliseconds by default, which costs CPU time and slows down whoever shares the
// machine. The OpenMP runtime reads its settings before main: so this program sets them and starts itself once more,
// for commands that compute. Nothing was done before, and MPI is not yet open.
void restart_with_short_spins(char** argv) {
  if (std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr) return;
  if (setenv("GOMP_SPINCOUNT", "10000", 0) != 0) return;
  // By its own name, not that of the link, which is what `top` would show and `pkill` look for.
  if (const std::filesystem::path program = program_file(); !program.empty()) execv(program.c_str(), argv);
  execv("/proc/self/exe", argv);  // it has been replaced; comes back only where it cannot be done: then they spin
}

// What several processes would do over each other.
Result<void> check_processes(const CLI::App& command, const Session& session) {
  if (session.process_count() == 1) return {};
  const std::string started = "started as " + std::to_string(session.process_count()) + " processes, but ";
  if (!has_mpi())
    return Error{ErrorCode::invalid_argument, started +
                                                  "built without MPI: each would do the same work; build with "
                                                  "-DBOOKENDS_MPI=ON, or start it without mpirun"};
  if (!has_rank_options(command))
    return Error{ErrorCode::invalid_argument,
                 started + "'" + command.get_name() + "' is no work that they share; start it without mpirun"};
  return {};
}

// Asked when all options are read and no command has begun.
void prepare_command(const CLI::App& app, Session& session, char** argv) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  const Result<void> sound = check_processes(*command, session);
  if (!sound) throw CLI::RuntimeError(session.refuse(sound.error()));
  if (has_threads(*command)) restart_with_short_spins(argv);
}

// What could not be printed was not answered; the command may have said so.
int finish_answer(Session& session) {
  const bool lost = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (lost && session.exit_code != exit_code_of({ErrorCode::io, ""}))
    return session.fail({ErrorCode::io, "cannot write the answer to standard output"});
  return session.exit_code;
}

int run(int argc, char** argv, Session& session) {
  CLI::App app{"Opening books and endgame tablebases for chess and its relatives", "bookends"};
  app.set_version_flag("-v,--version", "bookends " BOOKENDS_VERSION);
  app.require_subcommand(0, 1);
  app.parse_complete_callback([&] { prepare_command(app, session, argv); });
  add_commands(app, argc, argv, session);
  // After the commands, which would inherit it.
  app.footer(
      "`bookends help COMMAND` says more of one, and has examples.\n"
      "Example:\n  bookends tables build fragments --men 4 --out tables");
  if (argc < 2) {
    if (session.leads()) std::fputs(kFirstSteps, stdout);
    return finish_answer(session);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::RuntimeError& refused) {
    return refused.get_exit_code();
  } catch (const CLI::ParseError& error) {
    return report(app, error, session);
  } catch (const std::bad_alloc&) {
    return session.fail({ErrorCode::limit, kNoMemory});
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::resource_unavailable_try_again)
      return session.fail({ErrorCode::limit, "the system refuses to start a thread"});
    if (error.code() == std::errc::not_enough_memory) return session.fail({ErrorCode::limit, kNoMemory});
    // How the formatting library reports a stream it cannot write to.
    return session.fail({ErrorCode::io, std::string("cannot write the answer: ") + error.code().message()});
  }
  return finish_answer(session);
}

void say_no_memory() {
  for (const char* part : {"bookends: ", kNoMemory, "\n"}) std::fputs(part, stderr);  // which has no buffer
}

// Of what libraries throw through functions of which they say that these throw nothing.
[[noreturn]] void end_without_memory() {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    say_no_memory();
    std::_Exit(kExitLimit);
  } catch (...) {  // is a mistake of ours
  }
  std::abort();
}

// Where OpenMP's library has no memory for its threads, or gets none, it says so and calls exit(1), which would say
// something else.
bool ends_by_itself = false;
void end_of_a_library() {
  if (ends_by_itself) return;
  std::fputs("bookends: out of memory, or of threads\n", stderr);
  std::_Exit(kExitLimit);
}

}  // namespace
}  // namespace bookends

// There may be no memory even for the commands and their options, or to say that there is none.
int main(int argc, char** argv) try {
  std::set_terminate(&bookends::end_without_memory);
  std::atexit(&bookends::end_of_a_library);
  bookends::survive_full_files();
  bookends::Session session;
  session.exit_code = bookends::run(argc, argv, session);
  const int code = session.finish();
  bookends::ends_by_itself = true;
  return code;
} catch (const std::bad_alloc&) {
  bookends::say_no_memory();
  bookends::ends_by_itself = true;
  return bookends::kExitLimit;
}
