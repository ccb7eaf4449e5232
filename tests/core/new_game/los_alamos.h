// What a new game adds, as CONTRIBUTING.md shows it ("Adding a game"). The test beside it compiles rules and positions
// for this game alone.
#pragma once

#include "core/rules/pieces.h"

namespace bookends::games {

inline constexpr Rules los_alamos{
    .name = "los-alamos",
    .title = "Los Alamos chess (6x6)",
    .files = 6,
    .ranks = 6,
    .pieces = {kPawn, kKnight, {}, kRook, kQueen, kKing},
    .starts = {"rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"},
    .start_names = {"start"},
    .strength = "KQRNP",
    .promotes_to = "QRN",
};

}  // namespace bookends::games

#define BOOKENDS_FOR_EACH_GAME(X) X(los_alamos)
