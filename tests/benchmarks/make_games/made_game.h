// Games of chess that nobody played.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace bookends {

// PGN with the usual tags; a game of some `plies`, half as many to half as many more, fewer where it ends before. Games
// go through the same openings and part later, as people's do. `clocks`: a comment behind every move, as servers write.
std::string made_game(std::uint64_t number, int plies, bool clocks, std::mt19937_64& random);

}  // namespace bookends
