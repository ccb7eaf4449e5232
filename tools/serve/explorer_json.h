// The interface of the public opening explorer (lichess-org/lila-openingexplorer): the games that books count, by move.
#pragma once

#include "tools/serve/message.h"
#include "tools/serve/sources.h"

namespace bookends::serve {

// GET /explorer/{variant}?fen=...&play=e2e4,e7e5&moves=12: the position after the moves of `play`, from the start of
// the game where no FEN is given. Games of several books add up; score, depth and proof of a move are those of the
// first book that has them. 400 for a FEN or a move that is none, 404 where no book of the game is open; a position
// that no book knows has no moves.
Response answer_explorer(const GameSources& game, const Request& request);

}  // namespace bookends::serve
