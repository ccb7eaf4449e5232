// Which games of a file are counted, and what their tags say.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/notation/pgn_game.h"

namespace bookends {

enum class PgnResult : std::uint8_t { open, white_wins, black_wins, draw, both_lose };

struct GameFacts {
  PgnResult result = PgnResult::open;
  std::uint16_t white_elo = 0, black_elo = 0;  // 0 where there is none
  std::uint16_t year = 0;                      // 0 where it is not known
};
GameFacts facts_of(const PgnGame& game);

// What is set all applies.
struct GameChoice {
  int min_elo = 0;                     // of both players
  int since = 0;                       // the first year
  std::string white = {}, black = {};  // names of players, see is_called()
  int max_ply = 0;                     // no more plies of a game are counted; 0: all
  bool keep_duplicates = false;
};

bool is_chosen(const GameChoice& choice, const PgnGame& game, const GameFacts& facts);

// Whether every word of `asked` is a word of the name, in any order and case: "carlsen" and "Magnus Carlsen" are both
// "Carlsen, Magnus".
bool is_called(std::string_view name, std::string_view asked);

// Whether there is a word in it.
bool is_name(std::string_view text);

// What games have in common that are the same one: the players, the date, the round, and where they say so the time and
// the address; all but the moves. Names count without case and punctuation. Empty where a
// player is not known, or nothing else: nobody can tell such games apart, or that they are one.
std::string identity_of(const PgnGame& game);

}  // namespace bookends
