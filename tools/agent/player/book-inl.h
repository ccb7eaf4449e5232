// What the engine asks its book, and what it does with the answer.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "books/probe/open.h"
#include "core/eval/weights/games.h"
#include "core/notation/move_text.h"
#include "tools/agent/player/game_player.h"
#include "tools/agent/player/within_memory.h"
#include "tools/agent/protocol/own_agent.h"
#include "tools/agent/protocol/path_list.h"
#include "tools/agent/protocol/report.h"

namespace bookends::agent {

namespace {

inline constexpr std::size_t kLongestBookLine = 30;

inline std::string_view why_left(BookExit exit) {
  switch (exit) {
    case BookExit::shallow:
      return "its score looks less far ahead than BookMinDepth";
    case BookExit::short_line:
      return "its line is shorter than BookMinPlies";
    case BookExit::repetition:
      return "it would repeat the position";
    case BookExit::none:
    case BookExit::unknown:
      break;
  }
  return "";
}

inline OracleValue proved_value(const BookEntry& entry) {
  OracleValue value;
  if (entry.proof == Proof::win) value.wdl = OracleValue::Wdl::win;
  if (entry.proof == Proof::loss) value.wdl = OracleValue::Wdl::loss;
  // A table's distance is exact. That of the book is that of the best line found so far, and no promise.
  if (entry.from_table && is_decided(entry.score)) value.plies = plies_to_end(entry.score);
  return value;
}

}  // namespace

template <const Rules& R>
Result<void> GamePlayer<R>::open_books(const std::string& paths) {
  std::vector<std::unique_ptr<const BookProbe<R>>> opened;
  for (const std::string& path : split_paths(paths, kBookSeparator)) {
    const Result<void> done = within_memory(path, [&]() -> Result<void> {
      auto book = open_book_of<R>(path);
      if (!book) return book.error();
      opened.push_back(std::move(*book));
      return {};
    });
    if (!done) return done;
  }
  books_ = std::move(opened);
  return {};
}

template <const Rules& R>
double GamePlayer<R>::random_number(const Settings& settings) {
  if (!dice_ || dice_seed_ != settings.book_seed)
    dice_.emplace(settings.book_seed != 0 ? static_cast<unsigned>(settings.book_seed) : std::random_device{}());
  dice_seed_ = settings.book_seed;
  return static_cast<double>((*dice_)() >> 11) * 0x1p-53;
}

template <const Rules& R>
std::string GamePlayer<R>::book_text(const BookChoices& choices, const BookChoice& chosen, bool drawn) const {
  std::string text = "book: " + format_uci(R, chosen.move);
  if (choices.entry.proof != Proof::none)
    text += " " + describe(proved_value(choices.entry));
  else if (!chosen.known)
    text += " without a score";
  else
    text += fmt::format(" {} depth {}", format_score(chosen.score), chosen.depth);
  if (chosen.played) text += ", " + played_text(*chosen.played);
  if (choices.by != ChooseBy::score)
    return text + fmt::format(", {} of {} by {}, share {} %", drawn ? "one" : "the first", choices.moves.size(),
                              choices.by == ChooseBy::games ? "games" : "games and score",
                              std::lround(100 * chosen.share));
  if (choices.moves.size() > 1) text += fmt::format(", one of {}", choices.moves.size());
  return text;
}

// A repertoire answers for its own side only: of the other one it holds what may come, not what is good.
template <const Rules& R>
std::optional<typename GamePlayer<R>::Decision> GamePlayer<R>::ask_books(const Settings& settings,
                                                                         const Signals& signals) {
  for (const auto& book : books_) {
    if (!plays_at(book->header().side, game_.position().turn())) continue;
    if (auto decision = ask_book(*book, settings, signals)) return decision;
  }
  return std::nullopt;
}

// Without the moves that the tables refute.
template <const Rules& R>
BookChoices GamePlayer<R>::choices_of(const BookProbe<R>& book, const BookUse& use) const {
  BookChoices choices = book_choices(book, game_, use);
  if (choices.moves.empty()) return choices;
  const auto keeping = moves_that_keep_the_value();
  const auto refuted = [&](const BookChoice& choice) {
    return std::find(keeping.begin(), keeping.end(), choice.move) == keeping.end();
  };
  if (!keeping.empty()) std::erase_if(choices.moves, refuted);
  if (!choices.moves.empty() || choices.by == ChooseBy::score) return choices;
  return choices_of(book, {use.variety, use.min_depth, use.min_plies, ChooseBy::score});
}

template <const Rules& R>
std::optional<typename GamePlayer<R>::Decision> GamePlayer<R>::ask_book(const BookProbe<R>& book,
                                                                        const Settings& settings,
                                                                        const Signals& signals) {
  const BookChoices choices =
      choices_of(book, {settings.book_variety, settings.book_min_depth, settings.book_min_plies, settings.book_choice});
  if (choices.exit == BookExit::unknown) return std::nullopt;
  if (choices.moves.empty()) {
    const bool refuted = choices.exit == BookExit::none;
    output_.info(fmt::format("book: {} left, {}", format_uci(R, choices.best),
                             refuted ? "the tables refute it" : why_left(choices.exit)));
    return std::nullopt;
  }
  const bool drawn = choices.moves.size() > 1 && settings.book_variety > 0;
  const BookChoice chosen = drawn ? pick(choices, random_number(settings)) : choices.moves.front();
  output_.info(book_text(choices, chosen, drawn));
  if (has_score(choices.entry) && chosen.known)
    show_book(book, choices.entry, chosen, settings);
  else
    show_glance(chosen.move, settings, signals.stop_flag());
  const auto answer = book.probe(game_.position().after(chosen.move));
  return Decision{chosen.move, answer ? answer->move : Move()};
}

// What the book thinks both sides will play after the first move.
template <const Rules& R>
std::vector<Move> GamePlayer<R>::line_of_book(const BookProbe<R>& book, Move first) const {
  std::vector<Move> line{first};
  Position<R> position = game_.position().after(first);
  while (line.size() < kLongestBookLine) {
    const auto answer = book.probe(position);
    if (!answer) break;
    line.push_back(answer->move);
    position.play(answer->move);
  }
  return line;
}

// The move that was chosen first, behind it what else the book knows, as far as it was asked for.
template <const Rules& R>
void GamePlayer<R>::show_book(const BookProbe<R>& book, const BookEntry& entry, const BookChoice& chosen,
                              const Settings& settings) {
  constexpr int kEveryMove = 2 * kInfinite;
  std::vector<BookChoice> shown{chosen};
  if (settings.multi_pv > 1)
    for (const BookChoice& choice : choices_of(book, {kEveryMove, 0, 0, ChooseBy::score}).moves)
      if (choice.move != chosen.move && static_cast<int>(shown.size()) < settings.multi_pv) shown.push_back(choice);
  const OracleValue proved = proved_value(entry);
  for (const BookChoice& choice : shown) {
    SearchLine line;
    line.rank = static_cast<int>(&choice - shown.data()) + 1;
    line.depth = line.seldepth = std::max(1, choice.depth);
    line.score = entry.proof == Proof::none || proved.plies >= 0 ? choice.score : score_of(proved);
    line.pv = line_of_book(book, choice.move);
    output_.score(format_info(R, line, {}, search_.hashfull(), settings.show_wdl ? format_wdl(line.score, terms_) : ""),
                  line.rank);
  }
}

}  // namespace bookends::agent
