// Search results as lines of text.
#pragma once

#include <string>
#include <string_view>

#include "core/eval/weights/weights.h"
#include "core/position/oracle.h"
#include "core/search/search.h"

namespace bookends::agent {

// "info depth 8 seldepth 14 multipv 1 score cp 31 nodes ... pv ..."; with chances of win, draw and loss unless "".
std::string format_info(const Rules& rules, const SearchLine& line, const SearchStatistics& statistics, int hashfull,
                        std::string_view wdl);

// Chances of win, draw and loss, in permille, that a score stands for in the game of these weights. They add up.
std::string format_wdl(Score score, const Weights& weights);

// "draw", "win", "loss in 12 plies".
std::string describe(const OracleValue& value);

// Why `played` is played where the tables themselves would play `theirs`: because it is a draw for certain where that
// one is not, or else because of repetition.
std::string describe_other_move(std::string_view played, std::string_view theirs, bool certain_draw);

// What a value is as a score, and its chances of win, draw and loss: what is known is certain.
Score score_of(const OracleValue& value);
std::string_view certain_wdl(const OracleValue& value);

// The counters of a search up to its depth, and the time to it, for debug mode.
std::string format_statistics(const SearchStatistics& statistics);

}  // namespace bookends::agent
