// What the engine asks its tables, and how the game so far changes their answer.
#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <utility>

#include "core/notation.h"
#include "tools/agent/game_player.h"
#include "tools/agent/report.h"

namespace bookends::agent {

namespace {

constexpr std::size_t kLongestTableLine = 60;

Score score_of(const OracleValue& value) {
  if (value.wdl == OracleValue::Wdl::draw) return kDraw;
  const bool win = value.wdl == OracleValue::Wdl::win;
  if (value.plies < 0) return win ? kTableWin : -kTableWin;
  return win ? win_in(value.plies) : loss_in(value.plies);
}

// What a table knows is certain.
std::string_view certain_wdl(const OracleValue& value) {
  if (value.wdl == OracleValue::Wdl::draw) return "0 1000 0";
  return value.wdl == OracleValue::Wdl::win ? "1000 0 0" : "0 0 1000";
}

}  // namespace

template <const Rules& R>
bool GamePlayer<R>::covered_by_tables(const Position<R>& position) const {
  return tables_ && count(position.occupied()) <= tables_->max_men();
}

// What both sides play when they follow the tables after the first move.
template <const Rules& R>
std::vector<Move> GamePlayer<R>::line_of_tables(Move first) const {
  std::vector<Move> line{first};
  Position<R> position = game_.position().after(first);
  while (line.size() < kLongestTableLine) {
    const auto choice = tables_->choose(position);
    if (!choice) break;
    if (choice->value && choice->value->wdl == OracleValue::Wdl::draw) break;  // one drawing move is like another
    line.push_back(choice->move);
    position.play(choice->move);
  }
  return line;
}

template <const Rules& R>
bool GamePlayer<R>::draws_by_repetition(Move m) const {
  Game<R> next = game_;
  next.play(m);
  return next.verdict().ending == Ending::repetition;
}

// Whether the game would be drawn by repetition after the move, or could be after the answer.
template <const Rules& R>
bool GamePlayer<R>::allows_repetition(Move m) const {
  if (draws_by_repetition(m)) return true;
  Game<R> next = game_;
  next.play(m);
  for (const Move reply : next.position().legal_moves()) {
    Game<R> after = next;
    after.play(reply);
    if (after.verdict().ending == Ending::repetition) return true;
  }
  return false;
}

// The shortest way to win that does not let the game be drawn by repetition. When every way does, the shortest that at
// least does not draw at once.
template <const Rules& R>
Move GamePlayer<R>::winning_move(Move shortest) const {
  if (!allows_repetition(shortest)) return shortest;
  Move best = shortest;
  auto least = std::pair(true, INT_MAX);
  for (const Move m : game_.position().legal_moves()) {
    const auto value = tables_->value(game_.position().after(m));
    if (!value || value->wdl != OracleValue::Wdl::loss || draws_by_repetition(m)) continue;
    const auto length = std::pair(allows_repetition(m), value->plies < 0 ? INT_MAX - 1 : value->plies);
    if (length < least) best = m, least = length;
  }
  return best;
}

// The tables' move, unless the game so far makes another one better: tables know nothing of repetition. Nothing when
// it takes a search to say.
template <const Rules& R>
std::optional<Move> GamePlayer<R>::move_of_tables(const OracleMove& choice) const {
  const bool won = choice.value && choice.value->wdl == OracleValue::Wdl::win;
  if (won) return winning_move(choice.move);
  if (choice.value && choice.value->wdl == OracleValue::Wdl::draw) return choice.move;
  const MoveList moves = game_.position().legal_moves();
  const auto drawing = std::find_if(moves.begin(), moves.end(), [&](Move m) { return draws_by_repetition(m); });
  if (drawing == moves.end()) return choice.move;
  // Without a value the draw may be a rescue or a win given away.
  return choice.value ? std::optional(*drawing) : std::nullopt;
}

template <const Rules& R>
std::optional<typename GamePlayer<R>::Decision> GamePlayer<R>::ask_tables(const Settings& settings) {
  if (!covered_by_tables(game_.position())) return std::nullopt;
  const auto choice = tables_->choose(game_.position());
  const auto move = choice ? move_of_tables(*choice) : std::nullopt;
  if (!move) return std::nullopt;
  SearchLine line;
  line.pv = line_of_tables(*move);
  const Decision decision{*move, line.pv.size() > 1 ? line.pv[1] : Move()};
  if (!choice->value) {
    output_.info(fmt::format("{}: {} is the best attempt, the result is open under the rules that limit the game",
                             tables_->name(), format_uci(R, *move)));
    return decision;
  }
  OracleValue value = *choice->value;
  if (*move != choice->move) {
    output_.info(fmt::format("{}: {} instead of {} because of repetition", tables_->name(), format_uci(R, *move),
                             format_uci(R, choice->move)));
    value = value_after(*move, value);
  }
  line.score = score_of(value);
  line.depth = line.seldepth = std::max(1, value.plies);
  SearchStatistics statistics;
  statistics.oracle_hits = line.pv.size();
  output_.info(fmt::format("{}: {}", tables_->name(), describe(value)));
  output_.line(format_info(R, line, statistics, search_.hashfull(), settings.show_wdl ? certain_wdl(value) : ""));
  return decision;
}

// The value for us of a move that the game so far made us choose.
template <const Rules& R>
OracleValue GamePlayer<R>::value_after(Move m, const OracleValue& expected) const {
  if (draws_by_repetition(m)) return {OracleValue::Wdl::draw, -1};
  const auto value = tables_->value(game_.position().after(m));
  return {expected.wdl, value && value->plies >= 0 ? value->plies + 1 : -1};
}

// Where every move keeps the win, those to positions that have not been on the board: there are only so many, so the
// game cannot go round in circles.
template <const Rules& R>
void GamePlayer<R>::prefer_new_positions(std::vector<Move>& moves) const {
  if (std::all_of(moves.begin(), moves.end(), [&](Move m) { return repeats(m); })) return;
  std::erase_if(moves, [&](Move m) { return repeats(m); });
}

// The moves that do not spoil what the tables say. Empty when the position is not covered, or not all of its moves.
template <const Rules& R>
std::vector<Move> GamePlayer<R>::moves_that_keep_the_value() const {
  const Position<R>& position = game_.position();
  if (!covered_by_tables(position)) return {};
  std::vector<Move> best;
  auto most = OracleValue::Wdl::loss;
  for (const Move m : position.legal_moves()) {
    const auto value = tables_->value(position.after(m));
    if (!value) return {};
    const auto ours = static_cast<OracleValue::Wdl>(-static_cast<int>(value->wdl));
    if (ours > most) best.clear();
    most = std::max(most, ours);
    if (ours == most) best.push_back(m);
  }
  if (most == OracleValue::Wdl::win) prefer_new_positions(best);
  return best;
}

// Tables that know results only.
template <const Rules& R>
bool GamePlayer<R>::won_or_lost_without_a_distance() const {
  if (!covered_by_tables(game_.position())) return false;
  const auto value = tables_->value(game_.position());
  return value && value->wdl != OracleValue::Wdl::draw && value->plies < 0;
}

#define BOOKENDS_INSTANTIATE(game) template class GamePlayer<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::agent
