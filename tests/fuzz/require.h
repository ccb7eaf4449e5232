// What targets say of a wrong answer.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "core/base/result.h"

namespace bookends::test {

// A wrong answer, which no message can mend.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "wrong: %s\n", what);
  std::abort();
}

// Nor does it say anything to a terminal.
inline bool is_one_line(const Error& error) {
  return !error.message.empty() &&
         std::ranges::none_of(error.message, [](char ch) { return static_cast<unsigned char>(ch) < ' '; });
}

}  // namespace bookends::test
