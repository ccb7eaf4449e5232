// `bookends match` run as a program, with scripted engines.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace bookends::test {

using Arguments = std::vector<std::string>;

// A scripted engine, in one word as --engine takes it.
inline std::string engine(const std::string& name, const std::string& script = "") {
  return "name=" + name + " \"cmd=" BOOKENDS_SCRIPTED_ENGINE " variants=fragments,fragments-sd " + script + "\"";
}

// The arguments of a match of two engines at fragments.
inline Arguments match(const std::string& first, const std::string& second, const Arguments& more) {
  Arguments arguments{"match", "fragments", "--engine", first, "--engine", second};
  arguments.insert(arguments.end(), more.begin(), more.end());
  // Lopsided openings do for scripted engines, and are found at once.
  if (std::ranges::find(arguments, "--openings") == arguments.end())
    arguments.insert(arguments.end(), {"--balance", "32500"});
  return arguments;
}

inline RunResult run(const std::string& first, const std::string& second, const Arguments& more,
                     const RunOptions& options = {}) {
  return run_program(BOOKENDS_PROGRAM, match(first, second, more), options);
}

// How often a part is in a text.
inline int times(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++n;
  return n;
}

}  // namespace bookends::test
