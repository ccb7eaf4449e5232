#include "gen/uci/info.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <sstream>

namespace bookends::uci {
namespace {

constexpr Score kLargestEstimate = kTableWin - kMaxPly - 1;
constexpr int kFurthestMate = kMaxPly;  // moves

std::optional<int> number(const std::string& text) {
  int value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<Score> uci_score(std::string_view unit, int value) {
  if (unit == "cp") return std::clamp(value, -kLargestEstimate, kLargestEstimate);
  if (unit != "mate") return std::nullopt;
  const int moves = std::clamp(value, -kFurthestMate, kFurthestMate);
  return moves > 0 ? win_in(2 * moves - 1) : loss_in(-2 * moves);
}

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
      const std::optional<int> n = number(value);
      const std::optional<Score> score = n ? uci_score(unit, *n) : std::nullopt;
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
