// What a match takes over from the PGN that it wrote: the games that are whole, and what is known of one that was cut.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/notation/pgn_reader.h"
#include "tools/match/game/record.h"
#include "tools/match/pgn/game.h"

namespace bookends::match {

struct WholeGame {
  PgnGame game;
  std::size_t end = 0;  // offset in the text of what follows the game and its empty line
};

// The games of a text from its beginning on, up to one that ends before its result, or before the empty line after
// that: what is added to the file would run into it.
class WholeGames {
 public:
  explicit WholeGames(std::string_view text) : text_(text), reader_(text, "", PgnPolicy::lenient, omitted_) {}

  std::optional<WholeGame> next();  // nothing where no more of them are whole

 private:
  std::string_view text_;
  PgnOmissions omitted_;
  PgnReader reader_;
};

// The tags of the first game in the text, which may be cut in one. Errors: invalid_argument, where one is wrong before.
Result<PgnGame> read_tags(std::string_view text);

// The number from 0 of a game, by its tag Round; nothing when there is none.
std::optional<int> number_of_game(const PgnGame& game);

// Whether the text is empty, or begins as all games of that event do, as far as it goes.
bool begins_as_match(std::string_view text, std::string_view event);

// "+0.35/12 0.101s" back to what the engine said; nodes are not in it (they are in the tags, by game).
uci::Thought read_comment(std::string_view comment);

// Result, termination and thoughts of a game that format_pgn wrote, into a record that has number, opening, players and
// fen already. `frame` is what format_pgn would get for it now; event and date are not compared. Errors:
// invalid_argument when the game is not that one: "round 7: Black is 'b' where 'c' was expected".
Result<void> restore_game(const PgnGame& game, const Rules& rules, const PgnFrame& frame, GameRecord& record);
// Whether another game begins in the text of one: that was cut, and has swallowed it.
bool holds_another_game(std::string_view text);
// Whether all moves of a game are there, by what its tags say of it. Errors: invalid_argument ("PlyCount is ...").
Result<void> check_whole(const PgnGame& game);

// Whether the text is the beginning of that game, cut anywhere: nothing else may be thrown away. Errors: as above.
Result<void> check_cut_game(std::string_view text, const Rules& rules, const PgnFrame& frame, const GameRecord& record);

}  // namespace bookends::match
