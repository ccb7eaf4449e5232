// The results of a move's games as a bar, for every table of moves.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/position/position.h"

namespace bookends {

// As on the board, whoever played the move.
struct GameResults {
  std::uint32_t white = 0;  // games that White won
  std::uint32_t drawn = 0;
  std::uint32_t black = 0;
};

// Of what is counted for the side to move.
GameResults game_results(Color turn, std::uint32_t wins, std::uint32_t draws, std::uint32_t losses);

// The CSS of bars; a page may make them of another size.
std::string_view results_style();

// White's, drawn and Black's games in their colours; with `in_percent`, wide parts have their share written on them.
// Games without a result are no part of it.
std::string results_bar(const GameResults& results, bool in_percent);

}  // namespace bookends
