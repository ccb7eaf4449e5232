#include "gen/console/command.h"

#include <fmt/format.h>
#include <omp.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "core/base/printable.h"
#include "gen/console/interrupt.h"
#include "gen/console/meter.h"
#include "gen/console/shared_job.h"
#include "gen/console/started_threads.h"
#include "gen/mpi/mpi_communicator.h"

namespace bookends {
namespace {

constexpr int kMaxThreads = 1024;
constexpr const char* kPatience = "--patience";
constexpr const char* kThreads = "--threads";

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::size_t columns_of_stderr() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void write_stderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void write_line(std::string_view prefix, std::string_view text) {
  std::string line(prefix);
  for (const char ch : text) line += ch == '\n' ? ' ' : ch;
  write_stderr(line + "\n");
}

}  // namespace

int exit_code_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::corrupt:
    case ErrorCode::unsupported:
      return kExitCorrupt;
    case ErrorCode::io:
      return kExitIo;
    case ErrorCode::limit:
      return kExitLimit;
    case ErrorCode::interrupted:
      return kExitInterrupted;
    case ErrorCode::not_found:
    case ErrorCode::invalid_argument:
      break;
  }
  return kExitUsage;
}

Session::Session() : job_(std::make_unique<SharedJob>()) {}
Session::~Session() {
  if (meter_) meter_->clear_line();
}

int Session::thread_count() const {
  if (threads_there_ == 0) threads_there_ = started_threads(threads > 0 ? threads : omp_get_max_threads());
  return threads_there_;
}

Result<Communicator*> Session::ranks() { return job_->ranks(std::chrono::seconds(patience)); }

bool Session::leads() const { return job_->leads(); }

int Session::process_count() const { return job_->launch().size; }

Progress& Session::progress() {
  if (!meter_) {
    catch_interrupts(leads());
    // The option is checked when it is parsed, so that a bad mode cannot come here.
    const Result<MeterMode> mode =
        parse_meter_mode(quiet || !leads() ? "none" : progress_mode, isatty(STDERR_FILENO) != 0);
    meter_ = std::make_unique<Meter>(mode ? mode.value() : MeterMode::none, seconds_now, write_stderr, interrupted,
                                     columns_of_stderr);
  }
  return *meter_;
}

int Session::fail(const Error& error) {
  if (const std::optional<Error> own = job_->fail(error)) complain(*own);
  exit_code = exit_code_of(error);
  return exit_code;
}

int Session::refuse(const Error& error) {
  if (const std::optional<Error> own = job_->fail_alike(error)) complain(*own);
  exit_code = exit_code_of(error);
  return exit_code;
}

void Session::complain(const Error& error) {
  if (meter_) meter_->clear_line();
  write_line("bookends: ", printable(error.message));  // which may quote a file
}

int Session::finish() {
  const SharedJob::Ending ending = job_->end(std::chrono::seconds(patience));
  if (ending.say) complain(*ending.say);
  if (ending.news) exit_code = exit_code_of(*ending.news);
  if (!ending.clean) {
    std::fflush(nullptr);
    std::_Exit(exit_code);
  }
  return exit_code;
}

void Session::answer() {
  if (meter_) meter_->clear_line();
}

void Session::say(std::string_view line) {
  if (quiet || !leads()) return;
  if (meter_) meter_->clear_line();
  write_line("", line);
}

void add_common_options(CLI::App& command, Session& session, bool computes, bool answers) {
  command.add_flag("--quiet", session.quiet, "Say nothing on stderr but errors");
  command.add_option("--progress", session.progress_mode, "How progress is shown on stderr: auto, plain, json or none")
      ->check(CLI::IsMember({"auto", "plain", "json", "none"}))
      ->capture_default_str();
  if (computes) {
    command.add_option(kThreads, session.threads, "Threads to use; 0 for as many as the machine has")
        ->check(whole_between(0, kMaxThreads))
        ->capture_default_str();
  }
  if (answers) command.add_flag("--json", session.json, "Answer in JSON");
}

void add_rank_options(CLI::App& command, Session& session) {
  CLI::Option* patience = command
                              .add_option(kPatience, session.patience,
                                          "Started by mpirun: seconds without a word from a rank until it is lost")
                              ->check(whole_between(1, 86'400))
                              ->capture_default_str();
  if (!has_mpi()) patience->group("");  // not in the help
}

bool has_rank_options(const CLI::App& command) { return command.get_option_no_throw(kPatience) != nullptr; }

bool has_threads(const CLI::App& command) {
  return command.get_option_no_throw(kThreads) != nullptr || command.get_option_no_throw("--concurrency") != nullptr;
}

namespace {

// CLI11 would read such a number as an octal one.
std::string leading_zero(const std::string& text) {
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  if (text.size() < first + 2 || text[first] != '0') return {};
  return "'" + text + "' begins with a zero: leave it out";
}

}  // namespace

CLI::Validator at_least(std::uint64_t least) {
  const std::string wanted = "at least " + std::to_string(least);
  const auto check = [least, wanted](std::string& text) -> std::string {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc::result_out_of_range)
      return "'" + text + "' is more than " + std::to_string(std::numeric_limits<std::uint64_t>::max());
    if (error == std::errc() && end == text.data() + text.size() && number >= least) return leading_zero(text);
    return "'" + text + "' is not a whole number of " + wanted;
  };
  return CLI::Validator(check, wanted);
}

CLI::Validator whole_between(std::int64_t least, std::int64_t most) {
  const std::string wanted = fmt::format("from {} to {}", least, most);
  const auto check = [least, most, wanted](std::string& text) -> std::string {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && number >= least && number <= most)
      return leading_zero(text);
    return "'" + text + "' is not a whole number " + wanted;
  };
  return CLI::Validator(check, wanted);
}

CLI::Validator number_between(double least, double most) {
  const std::string wanted = fmt::format("from {:g} to {:g}", least, most);
  const auto check = [least, most, wanted](std::string& text) -> std::string {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    // Of a NaN no comparison is true.
    if (!text.empty() && *end == '\0' && number >= least && number <= most) return {};
    return "'" + text + "' is not a number " + wanted;
  };
  return CLI::Validator(check, wanted);
}

}  // namespace bookends
