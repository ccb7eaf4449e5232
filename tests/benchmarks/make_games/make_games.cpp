// Writes PGN of chess games that nobody played, as many as one likes: to measure what counting the games of a large
// collection takes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <random>

#include "tests/benchmarks/make_games/made_game.h"

int main(int argc, char** argv) {
  std::uint64_t games = 60'000, seed = 1;
  int plies = 25;
  bool clocks = false;
  CLI::App app("PGN of chess games that nobody played, on standard output");
  app.add_option("--games", games, "How many")->capture_default_str();
  app.add_option("--plies", plies, "Of a game, about")->capture_default_str()->check(CLI::Range(1, 400));
  app.add_option("--seed", seed, "Another number, other games")->capture_default_str();
  app.add_flag("--clocks", clocks, "A comment with the clock behind every move");
  app.footer("Example:\n  bookends_make_games --games 1000000 --plies 80 | zstd > games.pgn.zst");
  CLI11_PARSE(app, argc, argv);
  std::mt19937_64 random(seed);
  for (std::uint64_t i = 1; i <= games; ++i) fmt::print("{}", bookends::made_game(i, plies, clocks, random));
  return 0;
}
