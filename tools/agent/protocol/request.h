// UCI commands as values, parsed without knowing the game.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/words.h"

namespace bookends::agent {

using Words = std::vector<std::string_view>;

// "go ..."; what is absent is zero or nullopt.
struct GoRequest {
  struct Side {
    std::optional<std::chrono::milliseconds> time;
    std::chrono::milliseconds increment{0};
  };
  Side white, black;
  int moves_to_go = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  int mate = 0;
  int perft = 0;
  std::optional<std::chrono::milliseconds> move_time;
  bool infinite = false;
  bool ponder = false;
  std::vector<std::string> search_moves;
  std::vector<std::string> complaints;  // about words that were skipped

  // Whether something ends the search whatever it finds.
  bool limited() const { return depth != 0 || nodes != 0 || move_time || white.time || black.time; }
  // No limit at all is like infinite.
  bool endless() const { return infinite || (mate == 0 && !limited()); }
};
// Where words were skipped and no limit is left, the search is a short one: whoever misspelt a limit wanted one.
GoRequest parse_go(const Words& words);

// "position [startpos | start NAME | fen FEN] [moves ...]".
struct PositionRequest {
  std::string start;  // a start position's name; "" = the default one
  std::string fen;    // "" = the start
  std::vector<std::string> moves;
  bool is_startpos() const { return start.empty() && fen.empty(); }
};
Result<PositionRequest> parse_position(const Words& words);

// "setoption name NAME [value VALUE]", the whole line; both may contain spaces.
struct OptionRequest {
  std::string name;
  std::string value;
};
Result<OptionRequest> parse_option(std::string_view line);

}  // namespace bookends::agent
