// Reads PGN as this program writes it: tags, moves in SAN with a comment after each, no variations.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "tools/match/game/record.h"
#include "tools/match/pgn/game.h"

namespace bookends::match {

struct PgnMove {
  std::string san;
  std::string comment;  // without the braces; may be empty
};

struct PgnEntry {
  std::map<std::string, std::string> tags;
  std::vector<PgnMove> moves;
  std::string result;   // "1-0", "0-1", "1/2-1/2" or "*"
  std::size_t end = 0;  // offset in the text of what follows the game and its empty line

  std::string tag(const std::string& name) const;  // "" when there is none
};

// All complete games; a last one that ends before its result, or before the empty line after that, is left out: what is
// added to the file would run into it.
std::vector<PgnEntry> read_pgn(std::string_view text);

// The number from 0 of the first game in the text, by its tag Round; nothing when there is none, or it is cut.
std::optional<int> number_of_game(std::string_view text);

// Whether the text is empty, or begins as all games of that event do, as far as it goes.
bool begins_as_match(std::string_view text, std::string_view event);

// "+0.35/12 0.101s" back to what the engine said; nodes are not in it (they are in the tags, by game).
uci::Thought read_comment(std::string_view comment);

// Result, termination and thoughts of a game that format_pgn wrote, into a record that has number, opening, players and
// fen already. `frame` is what format_pgn would get for it now; event and date are not compared. Errors:
// invalid_argument when the game is not that one: "round 7: Black is 'b' where 'c' was expected".
Result<void> restore_game(const PgnEntry& entry, const Rules& rules, const PgnFrame& frame, GameRecord& record);
// Whether another game begins in the text of one: that was cut, and has swallowed it.
bool holds_another_game(std::string_view text);
// Whether all moves of a game are there, by what its tags say of it. Errors: invalid_argument ("PlyCount is ...").
Result<void> check_whole(const PgnEntry& entry);

// Whether the text is the beginning of that game, cut anywhere: nothing else may be thrown away. Errors: as above.
Result<void> check_cut_game(std::string_view text, const Rules& rules, const PgnFrame& frame, const GameRecord& record);

}  // namespace bookends::match
