// What the page calls of the module. A text that is returned lives until the next call.
#include <string>
#include <utility>

#include "tools/wasm/answers.h"

namespace bookends::wasm {
namespace {

Sources& sources() {
  static Sources opened;
  return opened;
}

const char* kept(std::string answer) {
  static std::string text;
  text = std::move(answer);
  return text.c_str();
}

}  // namespace
}  // namespace bookends::wasm

using bookends::wasm::kept;
using bookends::wasm::sources;

extern "C" {

const char* bookends_web_games() { return kept(bookends::wasm::games_answer()); }

const char* bookends_web_position(const char* game, const char* fen, const char* last_move, int flipped) {
  return kept(bookends::wasm::position_answer(game, fen, {.last_move = last_move, .flipped = flipped != 0}));
}

const char* bookends_web_open_tables(const char* folder) { return kept(sources().open_tables(folder)); }
const char* bookends_web_open_book(const char* path) { return kept(sources().open_book(path)); }
const char* bookends_web_tables(const char* fen) { return kept(sources().tables_answer(fen)); }
const char* bookends_web_book(const char* fen) { return kept(sources().book_answer(fen)); }

// `tables`: a folder, or "" for none. JavaScript's numbers count nodes well enough.
const char* bookends_web_search(const char* game, const char* fen, double nodes, int milliseconds, const char* tables) {
  const bookends_search_limits limits{.nodes = static_cast<uint64_t>(nodes),
                                      .milliseconds = static_cast<uint32_t>(milliseconds),
                                      .hash_megabytes = 0,
                                      .tables = *tables == 0 ? nullptr : tables};
  return kept(bookends::wasm::search_answer(game, fen, limits));
}
}
