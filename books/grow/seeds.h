// Seeds: lines that are put into a book before it grows.
#pragma once

#include <istream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/notation/pgn_reader.h"
#include "core/position/move.h"
#include "core/position/position.h"

namespace bookends {

// Of all the lines of a file: a game with many variations late in it has as many long lines.
inline constexpr std::size_t kMostSeedMoves = 50'000'000;

struct SeedLine {
  std::string fen;          // where it begins
  std::vector<Move> moves;  // legal one after the other; may be empty
};

// One a line: a FEN or an EPD position, whose operations `bm`, `pm` and `pv` give moves (SAN or UCI; of several best
// moves, each is a line) and whose others are passed over. Empty lines and those that begin with # count for nothing.
// `name` is the file's, for messages. Errors: invalid_argument, with the line, or when there is none.
template <const Rules& R>
Result<std::vector<SeedLine>> read_seed_positions(std::string_view text, const std::string& name);

// The same from PGN: every line of every game, its variations too. What cannot be understood is left out and added to
// `omitted`; see core/notation/pgn_reader.h. Errors, with line and column: limit (also for 50 million moves and more on
// all lines); invalid_argument when there is no line, and under the strict policy for what would be left out.
template <const Rules& R>
Result<std::vector<SeedLine>> read_seed_games(std::istream& in, const std::string& name, PgnPolicy policy,
                                              PgnOmissions& omitted);

// The positions where seeds begin without being a start or on an earlier line: they have to become starts themselves,
// or nobody would ever reach them. Each FEN once, in the order of the lines.
template <const Rules& R>
std::vector<std::string> starts_of_seeds(const std::vector<std::string>& starts, std::span<const SeedLine> seeds);

// What decides of them, in hexadecimal; empty for none. For BuildSettings.
std::string digest(std::span<const SeedLine> seeds);

}  // namespace bookends
