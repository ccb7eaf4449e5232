#include "tests/support/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

void redirect(int to, const std::filesystem::path& path, int flags) {
  const int fd = open(path.c_str(), flags, 0600);
  if (fd < 0 || dup2(fd, to) < 0) _exit(126);
}

bool has_ended(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == child;
}

bool catches_interrupts(pid_t child) {
  std::ifstream status("/proc/" + std::to_string(child) + "/status");
  const std::string label = "SigCgt:";
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(label)) return (std::stoull(line.substr(label.size()), nullptr, 16) >> (SIGINT - 1) & 1) != 0;
  return false;
}

// Whether it came, or the program has ended.
bool wait_for(pid_t child, const std::function<bool()>& event) {
  const auto too_late = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!event() && !has_ended(child)) {
    if (std::chrono::steady_clock::now() > too_late) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

// On a loaded machine a program may take seconds to come to where it catches the signal; before that, it just dies of
// it. What never comes to be interrupted is killed, which no test takes for an interruption.
void interrupt(pid_t child, const RunOptions& options) {
  const bool ready = wait_for(child, [&] { return catches_interrupts(child); }) &&
                     (!options.interrupt_when || wait_for(child, options.interrupt_when));
  if (ready) std::this_thread::sleep_for(options.interrupt_after);
  for (int i = 0; i < options.signals; ++i) {
    if (i > 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    kill(child, ready ? SIGINT : SIGKILL);
  }
}

}  // namespace

// Files, not pipes: whatever the program writes, nobody has to wait for anybody.
RunResult run_program(const std::string& program, const std::vector<std::string>& arguments,
                      const RunOptions& options) {
  const TemporaryFolder folder;
  std::ofstream(folder / "in") << options.input;
  const std::filesystem::path out = options.out_path.empty() ? folder / "out" : std::filesystem::path(options.out_path);
  const std::filesystem::path err = options.err_path.empty() ? folder / "err" : std::filesystem::path(options.err_path);
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const pid_t child = fork();
  if (child == 0) {
    redirect(STDIN_FILENO, folder / "in", O_RDONLY);
    redirect(STDOUT_FILENO, out, O_WRONLY | O_CREAT);
    redirect(STDERR_FILENO, err, O_WRONLY | O_CREAT);
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  if (options.interrupt_after.count() > 0 || options.interrupt_when) interrupt(child, options);
  int status = 0;
  waitpid(child, &status, 0);
  RunResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (options.out_path.empty()) result.out = text_of(out);
  result.err = text_of(err);
  return result;
}

}  // namespace bookends::test
