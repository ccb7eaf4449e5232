// A line of moves from a position, as addresses and requests name it, played.
#pragma once

#include <string>
#include <vector>

#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "gen/options/start_positions.h"
#include "tools/explore/explored.h"

namespace bookends {

// A page links every position of its line: so a long one makes a very long page.
inline constexpr std::size_t kMostLineMoves = 400;

// `start`: a FEN or the name of a setup; `line`: moves as UCI or SAN writes them. `plies`, if given, gets them in both
// ways. Errors: invalid_argument, which names the move that is none.
template <const Rules& R>
Result<Game<R>> replay(const std::string& start, const std::vector<std::string>& line,
                       std::vector<ExploredPly>* plies = nullptr) {
  if (line.size() > kMostLineMoves)
    return Error{ErrorCode::invalid_argument, "a line of " + std::to_string(line.size()) + " moves; " +
                                                  std::to_string(kMostLineMoves) + " are the most"};
  const Result<Position<R>> position = Position<R>::from_fen(named_fen(R, start));
  if (!position) return position.error();
  Game<R> game(*position);
  for (std::size_t i = 0; i < line.size(); ++i) {
    Result<Move> move = parse_uci(game.position(), line[i]);
    if (!move) move = parse_san(game.position(), line[i]);
    if (!move)
      return Error{ErrorCode::invalid_argument,
                   "move " + std::to_string(i + 1) + ", \"" + line[i] + "\": " + move.error().message};
    if (plies != nullptr) plies->push_back({format_uci(R, *move), format_san(game.position(), *move)});
    game.play(*move);
  }
  return game;
}

}  // namespace bookends
