// One part of a PGN file: its games, as the moves that are to be counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "books/games/game_choice.h"
#include "books/games/move_tally.h"
#include "books/games/pgn_parts.h"
#include "core/notation/pgn_reader.h"

namespace bookends {

template <const Rules& R>
struct StartedGame {
  PgnGame game;
  Position<R> start;
};

// What a part comes to. Games are numbered from 0 on; who puts the parts together numbers them anew.
template <const Rules& R>
struct ReadPart {
  struct Game {
    std::uint64_t hash = 0;  // of what tells it from all others; 0: nothing does
    std::size_t end = 0;     // its moves in `moves` end here, and the next one's begin
    std::size_t start = 0;   // in `starts`
  };
  std::vector<PlayedOnce> moves;
  std::vector<Game> games;
  std::vector<std::string> starts;        // FENs, each once
  std::vector<StartedGame<R>> set_aside;  // those that are not to be counted but looked at by somebody else
  std::size_t passed_over = 0;            // by the choice of games
  PgnOmissions omitted;
  std::optional<Error> error;
};

// Whether a game is to be set aside. Called from several threads at once.
using IsSetAside = std::function<bool(const PgnGame&)>;

template <const Rules& R>
ReadPart<R> read_part(const PgnPart& part, const std::string& name, PgnPolicy policy, const GameChoice& choice,
                      const IsSetAside& is_set_aside);

}  // namespace bookends
