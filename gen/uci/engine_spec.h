// What the user says of an engine: "name=A cmd=/path/to/engine nodes=20000 option.Hash=16".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "gen/uci/limits.h"

namespace bookends::uci {

struct EngineSpec {
  std::string name;                  // empty: as the engine calls itself
  std::vector<std::string> command;  // program and arguments; in `match` empty or "self": bookends-agent beside it
  std::string folder;                // to run in
  std::string variant;               // for UCI_Variant; empty: the name of the game; "none": it is not told
  std::vector<std::pair<std::string, std::string>> options;  // in the order given
  Limits limits;                                             // none set: those of the match
  bool restart = false;                                      // for every game
};

// Words parted by blanks; quotes ('...' or "...") keep blanks, inside a word too, and a backslash outside of '...'
// takes the next character as it is. Errors: invalid_argument for a quote that is not closed.
Result<std::vector<std::string>> split_quoted(std::string_view text);

// A text without any = is the program and its arguments. Errors: invalid_argument, naming the word.
Result<EngineSpec> parse_engine_spec(std::string_view text);

}  // namespace bookends::uci
