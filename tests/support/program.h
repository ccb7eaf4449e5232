// Runs a program as a shell would, without a shell.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace bookends::test {

struct RunResult {
  int exit_code = -1;  // 128 + the signal when it was killed by one
  std::string out;
  std::string err;
};

struct RunOptions {
  std::string input;                             // its standard input
  std::string out_path;                          // standard output goes to this file instead
  std::chrono::milliseconds interrupt_after{0};  // SIGINT so long after it can catch it; 0 = never
  std::function<bool()> interrupt_when = {};     // SIGINT once this is true, for what no clock can tell
  int signals = 1;                               // SIGINT so many times, two milliseconds apart
  std::string err_path = {};                     // standard error goes to this file, where it can be read meanwhile
};

RunResult run_program(const std::string& program, const std::vector<std::string>& arguments,
                      const RunOptions& options = {});

}  // namespace bookends::test
