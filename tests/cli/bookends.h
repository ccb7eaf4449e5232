// The program that the tests run.
#pragma once

#include <string>
#include <vector>

#include "tests/support/program.h"

namespace bookends::test {

inline RunResult bookends(const std::vector<std::string>& arguments, const RunOptions& options = {}) {
  return run_program(BOOKENDS_PROGRAM, arguments, options);
}

}  // namespace bookends::test
