#include "gen/uci/info.h"

#include <charconv>
#include <sstream>

#include "gen/uci/score.h"

namespace bookends::uci {
namespace {

std::optional<int> number(const std::string& text) {
  int value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<InfoLine> parse_info(std::string_view line) {
  std::istringstream in{std::string(line)};
  InfoLine info;
  bool scored = false;
  for (std::string word; in >> word;) {
    std::string value;
    if (word == "string") return std::nullopt;
    if (word == "lowerbound" || word == "upperbound") return std::nullopt;
    if (word == "multipv" && in >> value) info.multipv = number(value).value_or(0);
    if (word == "depth" && in >> value) info.depth = number(value).value_or(0);
    if (word == "score") {
      std::string unit;
      in >> unit >> value;
      const std::optional<Score> score = parse_score(unit, value);
      if (!score) return std::nullopt;
      info.score = *score;
      scored = true;
    }
    if (word == "pv") {
      in >> info.move;
      break;
    }
  }
  if (!scored || info.move.empty() || info.multipv < 1) return std::nullopt;
  return info;
}

}  // namespace bookends::uci
