// A played game as PGN.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/rules/rules.h"
#include "gen/uci/limits.h"
#include "tools/match/game/record.h"

namespace bookends::match {

// The events of all games of `bookends match` and of `bookends book test`: by them their files are known.
inline constexpr std::string_view kMatchEvent = "bookends match";
inline constexpr std::string_view kBookTestEvent = "bookends book test";

struct PgnFrame {
  std::string event;
  std::string date;  // "2026.11.21"
  std::array<std::string, 2> names;
  std::array<uci::Limits, 2> limits;      // by colour
  std::array<std::string, 2> engines{};   // by colour: all else that was said of them, "cmd=a option.Hash=1"
  std::array<std::string, 2> programs{};  // by colour: what they call themselves
  std::string rules{};                    // of adjudication and punctuality
};

// "48210 nodes in 0.482113000 s, 0.301000000 s over": the moves have no nodes and rounded times, and a report adds
// these up.
std::string format_searched(const SearchTotals& searched, double overshoot);

// One game with an empty line after it. The comment after each move is "{score/depth time}": "+0.35/12 0.101s",
// "-M4/20 0.003s" (mate against the mover in 4 moves), for the side that moved.
std::string format_pgn(const Rules& rules, const PgnFrame& frame, const GameRecord& game);

// "+0.35", "-M4".
std::string format_pawns(Score score);

}  // namespace bookends::match
