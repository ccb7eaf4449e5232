#include "gen/uci/info.h"

#include <charconv>

#include "core/base/words.h"
#include "gen/uci/score.h"

namespace bookends::uci {
namespace {

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<InfoLine> parse_info(std::string_view line) {
  InfoLine info;
  bool scored = false;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    if (word == "string" || word == "lowerbound" || word == "upperbound") return std::nullopt;
    if (word == "multipv") info.multipv = number(take_word(line)).value_or(0);
    if (word == "depth") info.depth = number(take_word(line)).value_or(0);
    if (word == "score") {
      const std::string_view unit = take_word(line);
      const std::optional<Score> score = parse_score(unit, take_word(line));
      if (!score) return std::nullopt;
      info.score = *score;
      scored = true;
    }
    if (word == "pv") {
      info.move = take_word(line);
      break;
    }
  }
  if (!scored || info.move.empty() || info.multipv < 1) return std::nullopt;
  return info;
}

}  // namespace bookends::uci
