#include "tests/agent/engine.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <thread>

namespace bookends::test {

using Clock = std::chrono::steady_clock;

Engine::Engine(const std::string& program, const std::string& game) {
  int to[2], from[2];
  if (pipe(to) != 0 || pipe(from) != 0) throw std::runtime_error("pipe");
  signal(SIGPIPE, SIG_IGN);  // an engine that has died fails the test, not the test program
  process_ = fork();
  if (process_ == 0) {
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    for (const int fd : {to[0], to[1], from[0], from[1]}) close(fd);
    constexpr const char* kNoMore = nullptr;
    if (game.empty()) execl(program.c_str(), program.c_str(), kNoMore);
    execl(program.c_str(), program.c_str(), "--variant", game.c_str(), kNoMore);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  in_ = to[1];
  out_ = from[0];
}

Engine::~Engine() {
  if (in_ >= 0) close(in_);
  if (process_ > 0) {
    const auto too_late = Clock::now() + kPatience;
    while (process_ > 0 && Clock::now() < too_late) {
      if (waitpid(process_, nullptr, WNOHANG) != 0) process_ = -1;
      if (process_ > 0) usleep(10000);
    }
    if (process_ > 0) {
      ADD_FAILURE() << "the engine does not end";
      kill(process_, SIGKILL);
      waitpid(process_, nullptr, 0);
    }
  }
  close(out_);
}

void Engine::send(const std::string& line) { send_raw(line + "\n"); }

void Engine::send_raw(const std::string& bytes) {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t n = write(in_, bytes.data() + sent, bytes.size() - sent);
    if (n <= 0) {
      ADD_FAILURE() << "the engine does not read";
      return;
    }
    sent += static_cast<std::size_t>(n);
  }
}

bool Engine::read_line(std::string& line, Clock::time_point deadline) {
  while (true) {
    if (const auto end = buffer_.find('\n'); end != std::string::npos) {
      line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return true;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{out_, POLLIN, 0};
    if (left <= 0 || poll(&waiting, 1, static_cast<int>(left)) <= 0) return false;
    std::array<char, 4096> bytes;
    const ssize_t n = read(out_, bytes.data(), bytes.size());
    if (n <= 0) return false;
    buffer_.append(bytes.data(), static_cast<std::size_t>(n));
  }
}

std::vector<std::string> Engine::read_until(const std::string& prefix, std::chrono::milliseconds patience) {
  const auto deadline = Clock::now() + patience;
  std::vector<std::string> lines;
  std::string line;
  while (read_line(line, deadline)) {
    lines.push_back(line);
    if (line.rfind(prefix, 0) == 0) return lines;
  }
  ADD_FAILURE() << "no line beginning with '" << prefix << "'; last: " << (lines.empty() ? "(none)" : lines.back());
  return lines;
}

std::string Engine::best_move(std::chrono::milliseconds patience) {
  const auto lines = read_until("bestmove", patience);
  if (lines.empty() || lines.back().rfind("bestmove ", 0) != 0) return "";
  const std::string rest = lines.back().substr(9);
  return rest.substr(0, rest.find(' '));
}

std::int64_t Engine::resident() const {
  std::ifstream in("/proc/" + std::to_string(process_) + "/statm");
  std::int64_t pages = 0;
  in >> pages >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

int Engine::quit(std::chrono::milliseconds patience) {
  send("quit");
  int status = 0;
  constexpr std::chrono::milliseconds kNap{5};
  for (auto asleep = kNap; asleep <= patience; asleep += kNap) {
    if (waitpid(process_, &status, WNOHANG) == process_) {
      process_ = -1;
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    std::this_thread::sleep_for(kNap);
  }
  return -1;
}

bool any_contains(const std::vector<std::string>& lines, std::string_view text) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& l) { return l.find(text) != std::string::npos; });
}

std::string move_of(const std::vector<std::string>& lines) {
  return lines.empty() || lines.back().size() < 13 ? "" : lines.back().substr(9, lines.back().find(' ', 9) - 9);
}

}  // namespace bookends::test
