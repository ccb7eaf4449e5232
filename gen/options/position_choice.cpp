#include "gen/options/position_choice.h"

#include "books/probe/open.h"
#include "books/text/epd_line.h"
#include "core/base/words.h"
#include "core/rules/games.h"
#include "gen/options/start_positions.h"

namespace bookends {
namespace {

Error of_the_option(const Error& error) { return {error.code, "--at: " + error.message}; }

bool is_a_fen(std::string_view text) { return text.find('/') != std::string_view::npos; }

Result<std::vector<std::string>> starts_of(const Rules& rules, const std::string& book) {
  if (book.empty()) return start_fens(rules, {});
  const auto opened = open_any_book(book);
  if (!opened) return opened.error();
  return (*opened)->header().starts;
}

}  // namespace

template <const Rules& R>
Result<Position<R>> position_at(std::span<const std::string> starts, const std::string& text) {
  if (const std::string fen = named_fen(R, text); is_a_fen(fen)) {
    const Result<Position<R>> position = Position<R>::from_fen(fen);
    return position ? position : of_the_option(position.error());
  }
  if (starts.empty()) return Error{ErrorCode::invalid_argument, "--at: the book has no start: give a FEN"};
  Result<Position<R>> position = Position<R>::from_fen(starts.front());
  if (!position) return position;
  for (std::string_view word : split_words(text)) {
    word.remove_prefix(word.rfind('.') + 1);  // "2.c3" too; nothing when there is no dot
    if (word.find_first_not_of("0123456789") == std::string_view::npos) continue;
    const Result<Move> move = parse_epd_move(*position, word);
    if (!move) return of_the_option(move.error());
    position->play(*move);
  }
  return position;
}

Result<std::string> fen_at(const Rules& rules, const std::string& book, const std::string& text) {
  if (trimmed(text).empty()) return Error{ErrorCode::invalid_argument, "--at '' is no position"};
  if (const std::string fen = named_fen(rules, text); is_a_fen(fen)) return fen;
  const Result<std::vector<std::string>> starts = starts_of(rules, book);
  if (!starts) return starts.error();
  return with_game(rules, [&]<const Rules & R>() -> Result<std::string> {
    const Result<Position<R>> position = position_at<R>(*starts, text);
    return position ? Result<std::string>(position->fen()) : position.error();
  });
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<Position<games::game>> position_at<games::game>(std::span<const std::string>, const std::string&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
