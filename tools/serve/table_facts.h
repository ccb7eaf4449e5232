// What tables say of a position and of the positions after its moves, in the terms of the public tablebase server
// (lichess-org/lila-tablebase): each seen by the side to move there, distances below 0 for who loses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/rules/rules.h"
#include "tablebases/capi/bookends_tables.h"

namespace bookends::serve {

struct TableFacts {
  std::string_view category = "unknown";  // else a name of bookends_tables_category_name()
  // To the next zeroing move, that is 0 for draws and -1 for the mated; nothing where it is unknown, and of a game
  // without a move limit. Not precise: it may be one more, away from 0.
  std::optional<int> dtz;
  bool precise = true;
  std::optional<int> dtm;  // to mate; 0 for draws and the mated
  bool checkmate = false;
  bool stalemate = false;
  bool insufficient_material = false;
};

struct MoveFacts {
  char uci[8];
  char san[16];
  bool zeroing = false;
  TableFacts after;
  std::string fen_after;  // of best_move() alone
};

struct PositionFacts {
  TableFacts here;
  std::vector<MoveFacts> moves;  // best first
  bool white_to_move = true;
  bool limit_reached = false;  // the move limit draws
};

// Errors: invalid_argument for no FEN of the game; those of reading.
Result<PositionFacts> ask_position(const Rules& rules, const bookends_tables* tables, const std::string& fen);

// The same, but of the moves only the best one. With none where the game is over.
Result<PositionFacts> ask_best_move(const Rules& rules, const bookends_tables* tables, const std::string& fen);

}  // namespace bookends::serve
