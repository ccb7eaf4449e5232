#include "gen/uci/score.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace bookends::uci {
namespace {

constexpr Score kLargestEstimate = kTableWin - kMaxPly - 1;
constexpr int kFurthestMate = kMaxPly;  // moves
static_assert(is_open(kLargestEstimate) && is_open(-kLargestEstimate));
static_assert(is_decided(win_in(2 * kFurthestMate - 1)) && is_decided(loss_in(2 * kFurthestMate)));

// Numbers beyond every int are as good as the largest: both are cut down.
std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || status == std::errc::invalid_argument) return std::nullopt;
  if (status == std::errc::result_out_of_range)
    return text.front() == '-' ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max();
  return value;
}

}  // namespace

std::optional<Score> parse_score(std::string_view unit, std::string_view number) {
  const std::optional<int> value = whole_number(number);
  if (!value) return std::nullopt;
  if (unit == "cp") return std::clamp(*value, -kLargestEstimate, kLargestEstimate);
  if (unit != "mate") return std::nullopt;
  const int moves = std::clamp(*value, -kFurthestMate, kFurthestMate);
  return moves > 0 ? win_in(2 * moves - 1) : loss_in(-2 * moves);
}

}  // namespace bookends::uci
