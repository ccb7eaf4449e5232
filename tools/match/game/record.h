// What is kept of a game that was played. Nothing here depends on the game's rules.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/rules.h"
#include "gen/uci/thought.h"

namespace bookends::match {

struct GameMove {
  std::string uci;
  std::string san;
  uci::Thought thought;
};

enum class Termination : std::uint8_t {
  rules,         // mate, stalemate, a draw by the rules
  tables,        // adjudicated: the tables know the result
  resignation,   // adjudicated: both sides' scores say who wins
  agreed_draw,   // adjudicated: both sides' scores say draw
  length,        // adjudicated: drawn, as it was too long
  time_forfeit,  // too late, or no answer at all
  crash,         // the engine ended, or could not be started again
  illegal_move,
};
inline constexpr std::size_t kTerminations = 8;
std::string_view name_of(Termination termination);  // "rules", "time forfeit"
std::optional<Termination> find_termination(std::string_view name);

// What a side searched in a game, as far as it told its nodes.
struct SearchTotals {
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// A game that was finished.
struct GameRecord {
  int number = 0;                // from 0, in the order of the match
  int opening = 0;               // from 0
  std::array<int, 2> players{};  // engines by colour
  std::string fen;               // it began from
  bool white_moves_first = true;
  int first_number = 1;  // fullmove number of the first move
  std::vector<GameMove> moves;
  int white_half_points = 1;  // 0, 1 or 2
  Termination termination = Termination::rules;
  std::string reason;                      // "checkmate", "White makes an illegal move: a1a9"
  std::array<SearchTotals, 2> searched{};  // by colour
  std::array<double, 2> overshoot{};       // by colour, seconds: the most that a move took beyond what it was allowed

  int half_points(int engine) const { return players[0] == engine ? white_half_points : 2 - white_half_points; }
  // The colour at fault when an engine failed.
  Color loser() const { return white_half_points == 0 ? Color::white : Color::black; }
  bool failed() const { return termination >= Termination::time_forfeit; }
};

}  // namespace bookends::match
