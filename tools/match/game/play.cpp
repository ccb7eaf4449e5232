#include "tools/match/game/play.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/printable.h"
#include "core/notation/move_text.h"

namespace bookends::match {
namespace {

std::string_view name_of(Color c) { return c == Color::white ? "White" : "Black"; }

// Half points for White when `outcome` is for the side to move.
int white_half_points(Outcome outcome, Color turn) {
  if (outcome == Outcome::draw) return 1;
  return (outcome == Outcome::win) == (turn == Color::white) ? 2 : 0;
}

template <const Rules& R>
class Play {
 public:
  Play(const Position<R>& start, std::array<uci::Engine*, 2> engines, const PlayRules& rules, const Oracle<R>* tables,
       GameRecord& record)
      : game_(start),
        engines_(engines),
        rules_(rules),
        limits_{limits_of(0), limits_of(1)},
        clocks_{uci::Clock(limits_[0]), uci::Clock(limits_[1])},
        adjudicator_(rules.adjudication),
        tables_(tables),
        record_(record) {}

  Result<bool> run() {
    for (const Color c : kColors)
      if (const auto begun = prepare(c)) return *begun;
    while (!over()) {
      if (const auto damage = trouble_of_tables()) return *damage;
      if (const auto ended = move()) return *ended;
    }
    return true;
  }

 private:
  const Position<R>& position() const { return game_.position(); }
  const uci::Limits& limits_of(std::size_t i) const {
    const uci::Limits& own = engines_[i]->spec().limits;
    return own.any() ? own : rules_.limits;
  }

  // Nothing when the game goes on; else whether it has a result. The system's errors are no fault of an engine.
  using Ended = std::optional<Result<bool>>;

  Ended prepare(Color c) {
    const Result<void> ready = engines_[slot(c)]->new_game();
    if (ready) return std::nullopt;
    if (ready.error().code == ErrorCode::interrupted) return false;
    if (ready.error().code == ErrorCode::io) return ready.error();
    return lost(c, Termination::crash, "does not start: " + ready.error().message);
  }

  Ended lost(Color loser, Termination termination, const std::string& what) {
    record_.white_half_points = loser == Color::white ? 0 : 2;
    record_.termination = termination;
    record_.reason = fmt::format("{} {}", name_of(loser), what);
    return true;
  }

  bool over() {
    const Verdict verdict = game_.verdict();
    if (verdict.over()) {
      record_.white_half_points = white_half_points(verdict.outcome, position().turn());
      record_.termination = Termination::rules;
      record_.reason = name_of(verdict.ending);
      return true;
    }
    return tables_ != nullptr && known_to_tables();
  }

  std::optional<Error> trouble_of_tables() const { return tables_ != nullptr ? tables_->trouble() : std::nullopt; }

  bool known_to_tables() {
    if (count(position().occupied()) > tables_->max_men()) return false;
    const std::optional<OracleValue> value = tables_->value(position());
    if (!value) return false;
    const Outcome outcome = value->wdl == OracleValue::Wdl::draw  ? Outcome::draw
                            : value->wdl == OracleValue::Wdl::win ? Outcome::win
                                                                  : Outcome::loss;
    record_.white_half_points = white_half_points(outcome, position().turn());
    record_.termination = Termination::tables;
    record_.reason = "adjudication by tables";
    return true;
  }

  Ended move() {
    const Color turn = position().turn();
    const std::size_t us = slot(turn);
    const std::optional<uci::Clock::Span> allowed = clocks_[us].allowance();
    const uci::Answer answer = engines_[us]->think(
        position_command_ + moves_, go_command(limits_[us], clocks_[0], clocks_[1], turn == Color::white), allowed);
    if (answer.kind == uci::Answer::Kind::stopped) return false;
    if (answer.kind == uci::Answer::Kind::crash) return lost(turn, Termination::crash, "has crashed");
    if (allowed)
      record_.overshoot[us] = std::max(record_.overshoot[us], answer.thought.seconds - allowed->count() / 1000);
    const bool in_time = clocks_[us].spend(std::chrono::duration<double>(answer.thought.seconds), rules_.margin);
    if (answer.kind == uci::Answer::Kind::silent)
      return lost(turn, Termination::time_forfeit,
                  allowed ? "does not answer in time"
                          : fmt::format("does not answer within {} s",
                                        std::chrono::duration<double>(engines_[us]->patience()).count()));
    if (!in_time) return lost(turn, Termination::time_forfeit, "loses on time");
    const Result<Move> move = parse_uci(position(), answer.move);
    if (!move) return lost(turn, Termination::illegal_move, "makes an illegal move: " + shown(answer.move));
    return play(*move, answer.thought);
  }

  Ended play(Move m, const uci::Thought& thought) {
    const Color mover = position().turn();
    const int number = position().fullmove();
    const bool zeroing = position().is_zeroing(m);
    const std::string uci = format_uci(R, m);
    record_.moves.push_back({uci, format_san(position(), m), thought});
    if (thought.nodes > 0) {
      record_.searched[slot(mover)].nodes += thought.nodes;
      record_.searched[slot(mover)].seconds += thought.seconds;
    }
    moves_ += (moves_.empty() ? " moves " : " ") + uci;
    game_.play(m);
    const auto decision = adjudicator_.after_move(mover, thought.score, number, zeroing);
    // What the rules and the tables know goes before what engines believe.
    if (!decision || over() || trouble_of_tables()) return std::nullopt;
    record_.white_half_points = decision->white_half_points;
    record_.termination = decision->termination;
    record_.reason = decision->termination == Termination::resignation ? "adjudication by scores: won"
                     : decision->termination == Termination::length    ? "adjudication: too long"
                                                                       : "adjudication by scores: drawn";
    return true;
  }

  static std::string shown(const std::string& move) {
    return move.empty() ? "no move" : printable_ascii(move.substr(0, 20));
  }

  Game<R> game_;
  std::array<uci::Engine*, 2> engines_;
  const PlayRules& rules_;
  std::array<uci::Limits, 2> limits_;
  std::array<uci::Clock, 2> clocks_;
  Adjudicator adjudicator_;
  const Oracle<R>* tables_;
  GameRecord& record_;
  const std::string position_command_ = "position fen " + record_.fen;
  std::string moves_;
};

}  // namespace

template <const Rules& R>
void set_start(const Position<R>& start, GameRecord& record) {
  record.fen = start.fen();
  record.white_moves_first = start.turn() == Color::white;
  record.first_number = start.fullmove();
}

template <const Rules& R>
Result<bool> play_game(const Position<R>& start, uci::Engine& white, uci::Engine& black, const PlayRules& rules,
                       const Oracle<R>* tables, GameRecord& record) {
  set_start(start, record);
  return Play<R>(start, {&white, &black}, rules, tables, record).run();
}

#define BOOKENDS_INSTANTIATE(game)                                                                            \
  template void set_start(const Position<games::game>&, GameRecord&);                                         \
  template Result<bool> play_game(const Position<games::game>&, uci::Engine&, uci::Engine&, const PlayRules&, \
                                  const Oracle<games::game>*, GameRecord&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::match
