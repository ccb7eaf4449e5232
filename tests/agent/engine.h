// A running engine on two pipes, as a GUI or a match runner has it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bookends::test {

class Engine {
 public:
  static constexpr std::chrono::seconds kPatience{20};

  // With a game "" it plays what it plays when nobody says.
  explicit Engine(const std::string& program, const std::string& game = "fragments");
  ~Engine();  // closes its input, waits for it, and kills it when it does not end
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void send(const std::string& line);
  void send_raw(const std::string& bytes);

  // Reads lines up to one that begins with `prefix` and returns them all, that one last. Without such a line within the
  // time, or at the end of the output, the test fails and the lines so far are returned.
  std::vector<std::string> read_until(const std::string& prefix, std::chrono::milliseconds patience = kPatience);

  // The move of the next "bestmove" line.
  std::string best_move(std::chrono::milliseconds patience = kPatience);
  // Sends quit and returns the exit code; -1 when the engine does not end in so much time asleep.
  int quit(std::chrono::milliseconds patience = std::chrono::seconds(5));

  // Bytes of memory that it has been given.
  std::int64_t resident() const;

 private:
  bool read_line(std::string& line, std::chrono::steady_clock::time_point deadline);

  pid_t process_ = -1;
  int in_ = -1;
  int out_ = -1;
  std::string buffer_;
};

bool any_contains(const std::vector<std::string>& lines, std::string_view text);

// The move of the last line, which is "bestmove ...".
std::string move_of(const std::vector<std::string>& lines);

}  // namespace bookends::test
