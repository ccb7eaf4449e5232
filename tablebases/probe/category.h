// The five results of a game with a move limit, and what the clock makes of them.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/position/oracle.h"
#include "core/rules/rules.h"

namespace bookends::tables {

// A cursed win would be a win, a blessed loss a loss, but that the move limit draws it: even if the clock stands at
// zero. Games without a move limit have wins, draws and losses.
enum class Category : std::int8_t { loss = -2, blessed_loss = -1, draw = 0, cursed_win = 1, win = 2 };

constexpr std::string_view category_name(Category c) {
  switch (c) {
    case Category::win:
      return "win";
    case Category::cursed_win:
      return "cursed-win";
    case Category::draw:
      return "draw";
    case Category::blessed_loss:
      return "blessed-loss";
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

}  // namespace bookends::tables
