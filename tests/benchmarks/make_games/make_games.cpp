// Writes PGN of chess games that nobody played, as many as one likes: to measure what counting the games of a large
// collection takes. Games go through the same openings and part later, as people's do: the moves of a position are put
// in an order that its key decides, and each game takes the first of them that a coin stops at.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <random>
#include <string>

#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "core/rules/games.h"

namespace bookends {
namespace {

using games::chess;

struct Request {
  std::uint64_t games = 60'000;
  int plies = 25;
  std::uint64_t seed = 1;
  bool comments = false;
};

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

Move next_move(const Position<chess>& position, std::mt19937_64& random) {
  MoveList moves = position.legal_moves();
  std::ranges::sort(moves, {}, [&](Move m) { return mixed(position.key() + m.bits()); });
  int chosen = 0;
  while (chosen + 1 < moves.size() && random() % 5 < 2) ++chosen;
  return moves[chosen];
}

std::string tags(std::uint64_t number, std::mt19937_64& random, const char* result) {
  const auto below = [&](std::uint64_t n) { return random() % n; };
  return fmt::format(
      "[Event \"Open of town {}\"]\n[Site \"Town {}\"]\n[Date \"{}.{:02}.{:02}\"]\n[Round \"{}\"]\n"
      "[White \"Player{}, A\"]\n[Black \"Player{}, B\"]\n[Result \"{}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n"
      "[ECO \"A00\"]\n\n",
      below(500), below(500), 1990 + below(35), 1 + below(12), 1 + below(28), number, below(20'000), below(20'000),
      result, 1500 + below(1300), 1500 + below(1300));
}

void write_moves(const Request& request, std::mt19937_64& random, std::string& text) {
  Position<chess> position = Position<chess>::start();
  std::size_t line = text.size();
  const auto word = [&](const std::string& more) {
    const bool full = text.size() - line + more.size() + 1 > 79;
    if (full) {
      text.back() = '\n';
      line = text.size();
    }
    text += more + ' ';
  };
  const int plies = request.plies / 2 + static_cast<int>(random() % static_cast<unsigned>(request.plies + 1));
  for (int ply = 0; ply < plies && position.has_legal_move(); ++ply) {
    if (ply % 2 == 0) word(std::to_string(ply / 2 + 1) + ".");
    const Move move = next_move(position, random);
    word(format_san(position, move));
    if (request.comments) word(fmt::format("{{ [%clk 0:{:02}:{:02}] }}", 10 - ply / 20, random() % 60));
    position.play(move);
  }
}

void run(const Request& request) {
  std::mt19937_64 random(request.seed);
  for (std::uint64_t i = 0; i < request.games; ++i) {
    const char* results[] = {"1-0", "1-0", "0-1", "1/2-1/2"};
    const char* result = results[random() % 4];
    std::string text = tags(i + 1, random, result);
    write_moves(request, random, text);
    fmt::print("{}{}\n\n", text, result);
  }
}

}  // namespace
}  // namespace bookends

int main(int argc, char** argv) {
  CLI::App app("PGN of chess games that nobody played, on standard output");
  bookends::Request request;
  app.add_option("--games", request.games, "How many")->capture_default_str();
  app.add_option("--plies", request.plies, "Of a game, about")->capture_default_str()->check(CLI::Range(1, 400));
  app.add_option("--seed", request.seed, "Another number, other games")->capture_default_str();
  app.add_flag("--comments", request.comments, "The clock behind every move");
  app.footer("Example:\n  bookends_make_games --games 1000000 --plies 80 | zstd > games.pgn.zst");
  CLI11_PARSE(app, argc, argv);
  bookends::run(request);
  return 0;
}
