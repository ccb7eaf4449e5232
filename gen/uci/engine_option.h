// The options that an engine announces, and whether a value is one of theirs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bookends::uci {

struct OptionOffer {
  std::string name;
  std::string type;                // "spin", "check", "combo", "string", "button"; others are taken as "string"
  std::optional<long long> least;  // of a spin
  std::optional<long long> most;
  std::vector<std::string> values;  // of a combo, in the order announced
};

// Of a line "option name NAME type TYPE [default ...] [min N] [max N] [var ...]..."; nothing when it is none.
std::optional<OptionOffer> parse_offer(std::string_view line);

// The words that set the option, from "setoption" on, with the value as the engine spells it. Errors: invalid_argument,
// "option Hash: '0' is not a whole number from 1 to 1024".
Result<std::string> setoption_line(const OptionOffer& offer, const std::string& value);

// Names and values of UCI do not depend on case.
bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace bookends::uci
