// The engine inside the test program: a whole script in, all lines out.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tools/agent/uci.h"

namespace bookends::test {

using Lines = std::vector<std::string>;

inline Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream said(text);
  for (std::string line; std::getline(said, line);) lines.push_back(line);
  return lines;
}

inline agent::Settings fragments_settings() {
  agent::Settings settings;
  settings.rules = &games::fragments;
  return settings;
}

inline Lines play_script(const std::string& input, const agent::Settings& settings = fragments_settings()) {
  std::istringstream in(input);
  std::ostringstream out;
  EXPECT_TRUE(agent::Uci(in, out, "test", settings).run());
  return lines_of(out.str());
}

inline bool contains(std::string_view line, std::string_view text) { return line.find(text) != std::string_view::npos; }

inline long count_with(const Lines& lines, std::string_view text) {
  return std::count_if(lines.begin(), lines.end(), [&](const std::string& l) { return contains(l, text); });
}

inline long best_moves(const Lines& lines) {
  return std::count_if(lines.begin(), lines.end(), [](const std::string& l) { return l.rfind("bestmove ", 0) == 0; });
}

// The second word of the last line, which is "bestmove ...".
inline std::string last_move(const Lines& lines) {
  if (lines.empty() || lines.back().rfind("bestmove ", 0) != 0) return "";
  const std::string rest = lines.back().substr(9);
  return rest.substr(0, rest.find(' '));
}

// What follows "prefix" in the first line that begins with it.
inline std::string after(const Lines& lines, std::string_view prefix) {
  for (const std::string& line : lines)
    if (line.rfind(prefix, 0) == 0) return line.substr(prefix.size());
  return "";
}

}  // namespace bookends::test
