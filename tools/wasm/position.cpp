#include <algorithm>
#include <string_view>

#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "core/rules/games.h"
#include "tools/pages/board/picture.h"
#include "tools/wasm/answers.h"
#include "tools/wasm/json.h"

namespace bookends::wasm {
namespace {

std::string starts_of(const Rules& rules) {
  JsonArray starts;
  for (std::size_t i = 0; i < rules.starts.size() && !rules.starts[i].empty(); ++i)
    starts.add(JsonObject().text("name", rules.start_names[i]).text("fen", rules.starts[i]).take());
  return starts.take();
}

template <const Rules& R>
std::string moves_of(const Position<R>& position) {
  JsonArray moves;
  for (const Move move : position.legal_moves()) {
    Position<R> after = position;
    after.play(move);
    moves.add(JsonObject()
                  .text("uci", format_uci(R, move))
                  .text("san", format_san(position, move))
                  .text("fen", after.fen())
                  .take());
  }
  return moves.take();
}

template <const Rules& R>
std::string shown_position(const std::string& fen, const Look& look) {
  const Result<Position<R>> position = Position<R>::from_fen(fen);
  if (!position) return failure(position.error().message);
  BoardPicture picture;
  picture.fen = position->fen();
  picture.id = "board";
  picture.title = "The position";
  picture.last_move = step_of(R, look.last_move);
  picture.flipped = look.flipped;
  picture.addressable = true;
  const Verdict verdict = bookends::verdict(*position);
  return JsonObject()
      .text("fen", position->fen())
      .flag("black", position->turn() == Color::black)
      .text("over", verdict.over() ? name_of(verdict.ending) : "")
      .text("board", board_picture(R, picture))
      .raw("moves", verdict.over() ? "[]" : moves_of(*position))
      .take();
}

// A line in UCI as people write it.
template <const Rules& R>
std::string line_in_san(Position<R> position, std::string_view line) {
  std::string text;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const Result<Move> move = parse_uci(position, line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
    if (!move) break;
    text.append(text.empty() ? "" : " ").append(format_san(position, *move));
    position.play(*move);
  }
  return text;
}

template <const Rules& R>
std::string found_move(const std::string& fen, const bookends_search_result& found) {
  const Result<Position<R>> position = Position<R>::from_fen(fen);
  const std::string line = position ? line_in_san<R>(*position, found.line) : "";
  JsonObject answer;
  if (found.move[0] != 0) answer.text("move", found.move).text("san", line.substr(0, line.find(' ')));
  return answer.text("line", line)
      .number("score", found.score)
      .number("depth", found.depth)
      .number("nodes", static_cast<std::int64_t>(found.nodes))
      .number("milliseconds", static_cast<std::int64_t>(found.seconds * 1000))
      .take();
}

}  // namespace

std::string games_answer() {
  JsonArray games;
  for (const Rules* rules : all_games())
    games.add(JsonObject()
                  .text("name", rules->name)
                  .text("title", rules->title)
                  .raw("starts", starts_of(*rules))
                  .text("parts", board_parts(*rules))
                  .take());
  return JsonObject().text("style", board_style()).raw("games", games.take()).take();
}

std::string position_answer(const std::string& game, const std::string& fen, const Look& look) {
  const Result<const Rules*> rules = find_game(game);
  if (!rules) return failure(rules.error().message);
  return with_game(**rules, [&]<const Rules & R>() { return shown_position<R>(fen, look); });
}

std::string search_answer(const std::string& game, const std::string& fen, const bookends_search_limits& limits) {
  bookends_search_result found{};
  char error[256];
  if (bookends_search_position(game.c_str(), fen.c_str(), &limits, &found, error, sizeof error) != BOOKENDS_SEARCH_OK)
    return failure(error);
  const Result<const Rules*> rules = find_game(game);
  if (!rules) return failure(rules.error().message);
  return with_game(**rules, [&]<const Rules & R>() { return found_move<R>(fen, found); });
}

}  // namespace bookends::wasm
