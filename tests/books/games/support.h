// Texts of games for the tests of counting them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace bookends::test {

using Tags = std::vector<std::pair<std::string, std::string>>;

// A game of PGN; the tag Result is the text's end.
inline std::string pgn_game(const std::string& moves, const std::string& result, const Tags& tags = {}) {
  std::string text = "[Event \"?\"]\n";
  for (const auto& [name, value] : tags) text += "[" + name + " \"" + value + "\"]\n";
  return text + "[Result \"" + result + "\"]\n\n" + moves + " " + result + "\n\n";
}

}  // namespace bookends::test
