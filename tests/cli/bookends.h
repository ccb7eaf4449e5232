// The program that the tests run, and how it complains.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace bookends::test {

inline RunResult bookends(const std::vector<std::string>& arguments, const RunOptions& options = {}) {
  return run_program(BOOKENDS_PROGRAM, arguments, options);
}

inline std::string joined(const std::vector<std::string>& arguments) {
  std::string text;
  for (const std::string& word : arguments) text += word + ' ';
  return text;
}

// Exactly one line on stderr, from us, with `what` in it, and nothing on stdout.
inline void expect_complaint(const std::vector<std::string>& arguments, int exit_code, const std::string& what) {
  const RunResult run = bookends(arguments);
  EXPECT_EQ(run.exit_code, exit_code) << joined(arguments) << "\n" << run.err;
  EXPECT_THAT(run.err, testing::AllOf(testing::StartsWith("bookends: "), testing::HasSubstr(what)))
      << joined(arguments);
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << joined(arguments) << "\n" << run.err;
  EXPECT_EQ(run.out, "") << joined(arguments);
}

}  // namespace bookends::test
