#include "tests/benchmarks/make_games/made_game.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/notation/move_text.h"
#include "core/rules/games.h"

namespace bookends {
namespace {

using games::chess;

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

// The moves of a position stand in an order that its key decides; the first of them at which a coin stops is played.
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

void write_moves(int about, bool clocks, std::mt19937_64& random, std::string& text) {
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
  const int plies = about / 2 + static_cast<int>(random() % static_cast<unsigned>(about + 1));
  for (int ply = 0; ply < plies && position.has_legal_move(); ++ply) {
    if (ply % 2 == 0) word(std::to_string(ply / 2 + 1) + ".");
    const Move move = next_move(position, random);
    word(format_san(position, move));
    if (clocks) word(fmt::format("{{ [%clk 0:{:02}:{:02}] }}", 10 - ply / 20, random() % 60));
    position.play(move);
  }
}

}  // namespace

std::string made_game(std::uint64_t number, int plies, bool clocks, std::mt19937_64& random) {
  const char* results[] = {"1-0", "1-0", "0-1", "1/2-1/2"};
  const char* result = results[random() % 4];
  std::string text = tags(number, random, result);
  write_moves(plies, clocks, random, text);
  return text + result + "\n\n";
}

}  // namespace bookends
