// A position and the move for it: from a book (book-inl.h), from tables (tables-inl.h), or from the search
// (search-inl.h).
#include "tools/agent/player/game_player.h"

#include <fmt/format.h>

#include <new>

#include "core/notation/move_text.h"

// The parts of the class, each with its purpose.
#include "tools/agent/player/book-inl.h"
#include "tools/agent/player/for_people-inl.h"
#include "tools/agent/player/resources-inl.h"
#include "tools/agent/player/search-inl.h"
#include "tools/agent/player/tables-inl.h"

namespace bookends::agent {

// The position is only changed when all of the request is good.
template <const Rules& R>
Result<void> GamePlayer<R>::set_position(const PositionRequest& request) {
  std::string fen = request.fen;
  if (fen.empty()) {
    auto start = start_fen(R, request.start);
    if (!start) return start.error();
    fen = *start;
  }
  auto position = Position<R>::from_fen(fen);
  if (!position) return position.error();
  Game<R> game(*position);
  for (const std::string& text : request.moves) {
    const auto move = parse_uci(game.position(), text);
    if (!move) return move.error();
    game.play(*move);
  }
  game_ = game;
  return {};
}

template <const Rules& R>
std::string GamePlayer<R>::go(const GoRequest& request, const Settings& settings, Signals& signals) {
  output_.forget_score();
  if (!game_.position().has_legal_move()) {
    const Verdict verdict = game_.verdict();
    output_.info(fmt::format("the game is over: {}", name_of(verdict.ending)));
    output_.line(fmt::format("info depth 0 score {}", verdict.outcome == Outcome::draw ? "cp 0" : "mate 0"));
    signals.wait_until_wanted();
    return "bestmove 0000";
  }
  const Decision decision = decide_within_memory(request, settings, signals);
  complain_of_tables();
  signals.wait_until_wanted();
  std::string answer = "bestmove " + format_uci(R, decision.best);
  const bool reply = decision.reply && game_.position().after(decision.best).is_legal(decision.reply);
  if (settings.ponder && reply) answer += " ponder " + format_uci(R, decision.reply);
  return answer;
}

// Once: whoever plays on with damaged tables knows it then.
template <const Rules& R>
void GamePlayer<R>::complain_of_tables() {
  if (!tables_ || complained_) return;
  const std::optional<Error> trouble = tables_->trouble();
  if (!trouble) return;
  output_.info("error: " + trouble->message + "; what it would say is searched instead");
  output_.repeat_score();
  complained_ = true;
}

// Without memory to think in, the first of the moves that may be played.
template <const Rules& R>
typename GamePlayer<R>::Decision GamePlayer<R>::decide_within_memory(const GoRequest& request, const Settings& settings,
                                                                     Signals& signals) try {
  return decide(request, settings, signals);
} catch (const std::bad_alloc&) {
  output_.info("search: the memory does not suffice for it, the first move is played");
  output_.forget_score();
  const std::vector<Move> asked_for = root_moves(request);
  return {asked_for.empty() ? *game_.position().legal_moves().begin() : asked_for.front(), Move()};
}

template <const Rules& R>
typename GamePlayer<R>::Decision GamePlayer<R>::decide(const GoRequest& request, const Settings& settings,
                                                       Signals& signals) {
  const auto begun = Clock::now();
  const Patience waits = patience(request, settings, signals, begun);
  if (request.search_moves.empty()) {
    // An endless search, or one for a mate, is an analysis: the book's answer alone would not be one.
    if (settings.own_book && !settings.analyse && !request.endless() && request.mate == 0)
      if (const auto decision = ask_books(settings, signals)) return *decision;
    if (const auto decision = ask_tables(request, settings, waits)) return *decision;
  }
  return search(request, settings, signals, waits, begun);
}

template <const Rules& R>
bool GamePlayer<R>::repeats(Move m) const {
  Game<R> next = game_;
  next.play(m);
  return next.occurrences() > 1;
}

#define BOOKENDS_INSTANTIATE(game) template class GamePlayer<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

std::unique_ptr<Player> make_player(const Rules& rules, const Settings& settings, Output& output) {
  return with_game(rules, [&]<const Rules & R>() -> std::unique_ptr<Player> {
    return std::make_unique<GamePlayer<R>>(settings, output);
  });
}

}  // namespace bookends::agent
