// The interface of the public tablebase server (lichess-org/lila-tablebase): a position with all its moves, and the
// line of best play.
#pragma once

#include "tools/serve/message.h"
#include "tools/serve/sources.h"

namespace bookends::serve {

// GET /{variant}?fen=...: what is known of a position and of those after its moves, best first. 400 without a FEN of
// the game, 404 where no tables of it are open; a position that is in no table is "unknown".
Response answer_tables(const GameSources& game, const Request& request);

// GET /{variant}/mainline?fen=...: the best moves of both sides up to mate or until the move limit draws; none in a
// draw. 404 for a position that is in no table.
Response answer_mainline(const GameSources& game, const Request& request);

}  // namespace bookends::serve
