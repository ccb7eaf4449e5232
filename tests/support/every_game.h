// Tests that hold for all games.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/rules/games.h"

namespace bookends {

// Calls f.template operator()<R>() for every game, with the game's name in failure messages.
template <class F>
void for_every_game(F&& f) {
  for (const Rules* rules : all_games()) {
    SCOPED_TRACE(std::string(rules->name));
    with_game(*rules, f);
  }
}

}  // namespace bookends
