#include "gen/uci/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

namespace bookends::uci {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr milliseconds kStopInterval{50};
constexpr milliseconds kWritePatience{1000};

void close_fd(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

milliseconds left_until(Time::time_point deadline) { return std::chrono::ceil<milliseconds>(deadline - Time::now()); }

bool wait_for(int fd, short events, milliseconds patience) {
  pollfd waiting{fd, events, 0};
  return poll(&waiting, 1, static_cast<int>(std::max(patience, milliseconds{0}).count())) > 0;
}

// Two pipes whose ends no other child inherits: an engine sees the end of its input only when nobody else holds it.
struct Pipes {
  std::array<int, 2> to{-1, -1};
  std::array<int, 2> from{-1, -1};

  bool open() { return pipe2(to.data(), O_CLOEXEC) == 0 && pipe2(from.data(), O_CLOEXEC) == 0; }
  ~Pipes() {
    for (int* fd : {&to[0], &to[1], &from[0], &from[1]}) close_fd(*fd);
  }
};

// The attributes of posix_spawn, which have to be given back.
class Spawn {
 public:
  Spawn(const Command& command, const Pipes& pipes) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    posix_spawn_file_actions_adddup2(&actions_, pipes.to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, pipes.from[1], STDOUT_FILENO);
    const char* log = command.log.empty() ? "/dev/null" : command.log.c_str();
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (!command.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions_, command.folder.c_str());
    // A group of its own: Ctrl-C at the terminal is for this program to answer, and what an engine that is a script
    // has started can be ended with it. Ignored signals would be inherited.
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  }
  ~Spawn() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;

  int run(pid_t& id, const std::vector<std::string>& words) {
    std::vector<std::string> copies = words;
    std::vector<char*> argv;
    for (std::string& word : copies) argv.push_back(word.data());
    argv.push_back(nullptr);
    return posix_spawnp(&id, argv[0], &actions_, &attributes_, argv.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

void ignore_broken_pipes() { signal(SIGPIPE, SIG_IGN); }

Result<Process> Process::start(const Command& command) {
  if (command.words.empty()) return Error{ErrorCode::invalid_argument, "no program is named"};
  // Tried here, where it can be told from a program that cannot be run.
  if (!command.log.empty()) {
    int log = open(command.log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (log < 0) return Error{ErrorCode::io, command.log + ": cannot be written: " + std::strerror(errno)};
    close_fd(log);
  }
  Pipes pipes;
  if (!pipes.open()) return Error{ErrorCode::io, std::string("cannot make a pipe: ") + std::strerror(errno)};
  pid_t id = -1;
  if (const int failed = Spawn(command, pipes).run(id, command.words); failed != 0) {
    const bool of_the_program = failed != EAGAIN && failed != EMFILE && failed != ENFILE && failed != ENOMEM;
    const std::string where = command.folder.empty() ? "" : " in " + command.folder;
    return Error{of_the_program ? ErrorCode::invalid_argument : ErrorCode::io,
                 "cannot run " + command.words[0] + where + ": " + std::strerror(failed)};
  }
  // So that a program that does not read cannot hold this one up.
  fcntl(pipes.to[1], F_SETFL, fcntl(pipes.to[1], F_GETFL) | O_NONBLOCK);
  return Process(id, std::exchange(pipes.to[1], -1), std::exchange(pipes.from[0], -1));
}

Process::Process(Process&& other) noexcept
    : id_(std::exchange(other.id_, -1)),
      in_(std::exchange(other.in_, -1)),
      out_(std::exchange(other.out_, -1)),
      buffer_(std::move(other.buffer_)),
      begin_(other.begin_),
      too_long_(other.too_long_) {}

Process& Process::operator=(Process&& other) noexcept {
  if (this == &other) return *this;
  end(milliseconds{0});
  id_ = std::exchange(other.id_, -1);
  in_ = std::exchange(other.in_, -1);
  out_ = std::exchange(other.out_, -1);
  buffer_ = std::move(other.buffer_);
  begin_ = other.begin_;
  too_long_ = other.too_long_;
  return *this;
}

Process::~Process() { end(milliseconds{0}); }

bool Process::write_line(std::string_view line) {
  const std::string text = std::string(line) + "\n";
  const auto deadline = Time::now() + kWritePatience;
  std::size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t n = write(in_, text.data() + sent, text.size() - sent);
    if (n > 0) {
      sent += static_cast<std::size_t>(n);
    } else if (errno == EAGAIN) {
      if (!wait_for(in_, POLLOUT, left_until(deadline))) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool Process::take_line(std::string& line) {
  const std::size_t end = buffer_.find('\n', begin_);
  if (end == std::string::npos) {
    buffer_.erase(0, begin_);
    begin_ = 0;
    if (buffer_.size() > kLongestLine) {
      buffer_.clear();
      too_long_ = true;
    }
    return false;
  }
  const std::size_t begin = std::exchange(begin_, end + 1);
  // What has come since is the end of that line.
  if (std::exchange(too_long_, false)) return take_line(line);
  line.assign(buffer_, begin, end - begin);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return true;
}

Process::Event Process::read_line(std::string& line, Time::time_point deadline, const std::atomic<bool>& stop) {
  std::array<char, 16384> bytes;
  while (!take_line(line)) {
    if (stop.load(std::memory_order_relaxed)) return Event::stopped;
    const milliseconds left = left_until(deadline);
    if (left <= milliseconds{0}) return Event::timeout;
    if (!wait_for(out_, POLLIN, std::min(left, kStopInterval))) continue;
    const ssize_t n = read(out_, bytes.data(), bytes.size());
    if (n > 0)
      buffer_.append(bytes.data(), static_cast<std::size_t>(n));
    else if (n == 0 || errno != EINTR)
      return Event::closed;
  }
  return Event::line;
}

// Sees that it has ended without taking note of it: its id, and that of its group, stay its own until then.
void Process::wait(milliseconds patience) const {
  const auto deadline = Time::now() + patience;
  while (true) {
    siginfo_t ended{};
    const int failed = waitid(P_PID, static_cast<id_t>(id_), &ended, WEXITED | WNOHANG | WNOWAIT);
    if (failed == 0 ? ended.si_pid != 0 : errno != EINTR) return;
    if (Time::now() >= deadline) return;
    std::this_thread::sleep_for(milliseconds{1});
  }
}

void Process::end(milliseconds patience) {
  close_fd(in_);
  if (id_ > 0) {
    wait(patience);
    kill(-id_, SIGKILL);  // of a script that has ended, the children
    while (waitpid(id_, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  id_ = -1;
  close_fd(out_);
}

}  // namespace bookends::uci
