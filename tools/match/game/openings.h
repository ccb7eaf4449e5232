// The positions that games begin from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/eval/score.h"
#include "core/notation/pgn_game.h"
#include "core/position/position.h"

namespace bookends::match {

// FEN or EPD, a position a line; blank lines and lines that begin with # are skipped, EPD operations but the clocks are
// ignored. Or PGN: the position at the end of each game; what cannot be understood is left out and added to `omitted`,
// and so are games that are over. Every position is legal and not over. Errors: those of read_file; invalid_argument,
// with the line, for a position that is no opening or a file without one; limit (PGN).
template <const Rules& R>
Result<std::vector<Position<R>>> read_openings(const std::filesystem::path& path, PgnOmissions& omitted);

struct RandomOpenings {
  std::string start;  // name of an official setup; empty: all of them in turn
  int plies = 6;      // random legal moves; 0: the setups themselves
  std::uint64_t seed = 1;
  Score balance = 100;  // centipawns: the most that a search may see for either side; kInfinite: no search
  int depth = 6;        // of that search, in plies
};

// Up to `count` different positions, each a random walk from an official setup, not over, and balanced. Fewer when
// there seem to be no more. The same for the same game and arguments, whatever `threads` is. Errors: invalid_argument
// (no such start), not_found (not one such position was found), interrupted.
template <const Rules& R>
Result<std::vector<Position<R>>> random_openings(const RandomOpenings& wanted, std::size_t count, int threads,
                                                 Progress& progress);

// Puts them into an order that depends on the seed alone.
template <const Rules& R>
void shuffle_openings(std::vector<Position<R>>& openings, std::uint64_t seed);

#define BOOKENDS_EXTERN_OPENINGS(game)                                                                                \
  extern template Result<std::vector<Position<games::game>>> read_openings<games::game>(const std::filesystem::path&, \
                                                                                        PgnOmissions&);               \
  extern template Result<std::vector<Position<games::game>>> random_openings<games::game>(                            \
      const RandomOpenings&, std::size_t, int, Progress&);                                                            \
  extern template void shuffle_openings<games::game>(std::vector<Position<games::game>>&, std::uint64_t);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_OPENINGS)
#undef BOOKENDS_EXTERN_OPENINGS

}  // namespace bookends::match
