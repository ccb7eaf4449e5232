// The five results of a game with a move limit, and what the clock makes of them.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/position/oracle.h"
#include "core/rules/rules.h"

namespace bookends::tables {

// A cursed win would be a win, a blessed loss a loss, but that the move limit draws it: even if the clock stands at
// zero. Games without a move limit have wins, draws and losses. A maybe-win is won, but whether the limit draws it is
// open: it is a win or a cursed win. The same of losses. The numbers are those of the C library, and of no order: see
// goodness().
enum class Category : std::int8_t {
  maybe_loss = -3,
  loss = -2,
  blessed_loss = -1,
  draw = 0,
  cursed_win = 1,
  win = 2,
  maybe_win = 3,
};

constexpr std::string_view category_name(Category c) {
  switch (c) {
    case Category::win:
      return "win";
    case Category::maybe_win:
      return "maybe-win";
    case Category::cursed_win:
      return "cursed-win";
    case Category::draw:
      return "draw";
    case Category::blessed_loss:
      return "blessed-loss";
    case Category::maybe_loss:
      return "maybe-loss";
    case Category::loss:
      return "loss";
  }
  return "draw";
}

constexpr Category operator-(Category c) { return static_cast<Category>(-static_cast<int>(c)); }

// The result if there were no move limit.
constexpr OracleValue::Wdl wdl_of(Category c) {
  return static_cast<OracleValue::Wdl>((static_cast<int>(c) > 0) - (static_cast<int>(c) < 0));
}

constexpr Category cursed(Category c) {
  return c == Category::win ? Category::cursed_win : c == Category::loss ? Category::blessed_loss : c;
}

// Whether the limit leaves it open.
constexpr bool is_open(Category c) { return c == Category::maybe_win || c == Category::maybe_loss; }

// The greater, the better for the side to move: what may be drawn by the limit stands between what is and what is not.
constexpr int goodness(Category c) {
  const int n = static_cast<int>(c), sign = static_cast<int>(wdl_of(c));
  return sign * n == 2 ? 3 * sign : sign * n == 3 ? 2 * sign : n;
}

}  // namespace bookends::tables
