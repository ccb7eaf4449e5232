// What the page in a browser asks: every answer is JSON, {"error": "..."} where there is none. Of tables and books it
// asks the C libraries, of moves the search's C function.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "books/capi/bookends_book.h"
#include "tablebases/capi/bookends_tables.h"
#include "tools/wasm/bookends_search.h"

namespace bookends::wasm {

// {"style": CSS of boards, "games": [{"name", "title", "starts": [{"name", "fen"}], "parts": the men, for the page's
// body}]}
std::string games_answer();

struct Look {
  std::string last_move;  // UCI; empty: none
  bool flipped = false;
};
// {"fen", "black": to move, "over": how the game ended, or "", "board": a picture, "moves": [{"uci", "san", "fen"}]}
std::string position_answer(const std::string& game, const std::string& fen, const Look& look);

// {"move", "san", "line": in SAN, "score", "depth", "nodes", "milliseconds"}; no "move" where the game is over.
std::string search_answer(const std::string& game, const std::string& fen, const bookends_search_limits& limits);

// The files that the page has given.
class Sources {
 public:
  // {"game", "endings": [names]} and {"game", "positions", "starts": [FENs]}. What was open before is closed.
  std::string open_tables(const std::string& folder);
  std::string open_book(const std::string& path);

  // {"value", "moves": [{"uci", "value"}]}, a value being {"category", "plies", "dtz"}; none that is not known.
  std::string tables_answer(const std::string& fen) const;
  // "score" and "depth" only where there is a score. {"move", "score", "depth", "proof", "moves": [{"uci", "own",
  // "score", "depth", "games", "wins", "draws"}]}
  std::string book_answer(const std::string& fen) const;

 private:
  struct Close {
    void operator()(bookends_tables* tables) const { bookends_tables_close(tables); }
    void operator()(bookends_book* book) const { bookends_book_close(book); }
  };
  std::unique_ptr<bookends_tables, Close> tables_;
  std::unique_ptr<bookends_book, Close> book_;
};

}  // namespace bookends::wasm
