// Tables and books.
#include <algorithm>
#include <vector>

#include "tools/wasm/answers.h"
#include "tools/wasm/json.h"

namespace bookends::wasm {
namespace {

constexpr std::size_t kMostMoves = 256;

std::string value_json(const bookends_tables_value& value) {
  JsonObject json;
  json.text("category", bookends_tables_category_name(value.category));
  if (value.plies >= 0) json.number("plies", value.plies);
  if (value.dtz > 0) json.number("dtz", value.dtz);
  return json.take();
}

std::string proof_word(int proof) {
  switch (proof) {
    case BOOKENDS_BOOK_WIN:
      return "win";
    case BOOKENDS_BOOK_DRAW:
      return "draw";
    case BOOKENDS_BOOK_LOSS:
      return "loss";
    default:
      return "";
  }
}

std::string book_move_json(const bookends_book_move& move) {
  JsonObject json;
  json.text("uci", move.uci).flag("own", move.is_own != 0);
  if (move.has_score != 0) json.number("score", move.score).number("depth", move.depth);
  if (move.games > 0) json.number("games", move.games).number("wins", move.wins).number("draws", move.draws);
  return json.text("proof", proof_word(move.proof)).take();
}

}  // namespace

std::string Sources::open_tables(const std::string& folder) {
  tables_.reset();
  bookends_tables* opened = nullptr;
  char error[256];
  if (bookends_tables_open(folder.c_str(), nullptr, &opened, error, sizeof error) != BOOKENDS_TABLES_OK)
    return failure(error);
  tables_.reset(opened);
  std::vector<bookends_tables_ending> endings(bookends_tables_endings(opened, nullptr, 0));
  bookends_tables_endings(opened, endings.data(), endings.size());
  JsonArray names;
  for (const bookends_tables_ending& ending : endings) names.add(in_quotes(ending.name));
  return JsonObject().text("game", bookends_tables_game(opened)).raw("endings", names.take()).take();
}

std::string Sources::open_book(const std::string& path) {
  book_.reset();
  bookends_book* opened = nullptr;
  char error[256];
  if (bookends_book_open(path.c_str(), &opened, error, sizeof error) != BOOKENDS_BOOK_OK) return failure(error);
  book_.reset(opened);
  JsonArray starts;
  for (std::size_t i = 0; i < bookends_book_start_count(opened); ++i)
    starts.add(in_quotes(bookends_book_start(opened, i)));
  return JsonObject()
      .text("game", bookends_book_game(opened))
      .number("positions", static_cast<std::int64_t>(bookends_book_positions(opened)))
      .raw("starts", starts.take())
      .take();
}

std::string Sources::tables_answer(const std::string& fen) const {
  if (!tables_) return failure("no tables are open");
  char error[256];
  std::vector<bookends_tables_move> moves(kMostMoves);
  std::size_t count = 0;
  if (bookends_tables_root_moves(tables_.get(), fen.c_str(), moves.data(), moves.size(), &count, error, sizeof error) !=
      BOOKENDS_TABLES_OK)
    return failure(error);
  moves.resize(std::min(count, kMostMoves));
  JsonArray known;
  for (const bookends_tables_move& move : moves) {
    if (move.known == 0) continue;
    known.add(JsonObject().text("uci", move.uci).raw("value", value_json(move.value)).take());
  }
  JsonObject answer;
  bookends_tables_value value;
  if (bookends_tables_probe_fen(tables_.get(), fen.c_str(), BOOKENDS_TABLES_ALL, &value, error, sizeof error) ==
      BOOKENDS_TABLES_OK)
    answer.raw("value", value_json(value));
  else
    answer.text("reason", error);
  return answer.raw("moves", known.take()).take();
}

std::string Sources::book_answer(const std::string& fen) const {
  if (!book_) return failure("no book is open");
  std::vector<bookends_book_move> moves(kMostMoves);
  std::size_t count = 0;
  bookends_book_status status = bookends_book_moves(book_.get(), fen.c_str(), moves.data(), moves.size(), &count);
  bookends_book_entry entry{};
  if (status == BOOKENDS_BOOK_OK) status = bookends_book_probe_fen(book_.get(), fen.c_str(), &entry);
  if (status != BOOKENDS_BOOK_OK) return failure(bookends_book_status_text(status));
  moves.resize(std::min(count, kMostMoves));
  JsonArray known;
  for (const bookends_book_move& move : moves) known.add(book_move_json(move));
  JsonObject json;
  json.text("move", entry.move);
  // As bookends_book_entry says where there is none.
  if (entry.score != 0 || entry.depth != 0 || entry.proof != 0 || entry.from_table != 0 || entry.manual != 0)
    json.number("score", entry.score).number("depth", entry.depth);
  return json.text("proof", proof_word(entry.proof)).raw("moves", known.take()).take();
}

}  // namespace bookends::wasm
