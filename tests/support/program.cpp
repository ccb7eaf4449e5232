#include "tests/support/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

void redirect(int to, const std::filesystem::path& path, int flags) {
  const int fd = open(path.c_str(), flags, 0600);
  if (fd < 0 || dup2(fd, to) < 0) _exit(126);
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

// Files, not pipes: whatever the program writes, nobody has to wait for anybody.
RunResult run_program(const std::string& program, const std::vector<std::string>& arguments,
                      const RunOptions& options) {
  const TemporaryFolder folder;
  std::ofstream(folder / "in") << options.input;
  const std::filesystem::path out = options.out_path.empty() ? folder / "out" : std::filesystem::path(options.out_path);
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const pid_t child = fork();
  if (child == 0) {
    redirect(STDIN_FILENO, folder / "in", O_RDONLY);
    redirect(STDOUT_FILENO, out, O_WRONLY | O_CREAT);
    redirect(STDERR_FILENO, folder / "err", O_WRONLY | O_CREAT);
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  if (options.interrupt_after.count() > 0) {
    std::this_thread::sleep_for(options.interrupt_after);
    kill(child, SIGINT);
  }
  int status = 0;
  waitpid(child, &status, 0);
  RunResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (options.out_path.empty()) result.out = text_of(out);
  result.err = text_of(folder / "err");
  return result;
}

}  // namespace bookends::test
