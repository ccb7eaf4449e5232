// What the engine asks its tables, and how the game so far changes their answer.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <utility>

#include "core/notation/move_text.h"
#include "tools/agent/player/game_player.h"
#include "tools/agent/protocol/report.h"

namespace bookends::agent {

namespace {

inline constexpr std::size_t kLongestTableLine = 60;
inline constexpr int kShareToShow = 4;  // of the time for the move

}  // namespace

template <const Rules& R>
bool GamePlayer<R>::covered_by_tables(const Position<R>& position) const {
  return tables_ && count(position.occupied()) <= tables_->max_men();
}

template <const Rules& R>
typename GamePlayer<R>::Patience GamePlayer<R>::patience(const GoRequest& request, const Settings& settings,
                                                         const Signals& signals, Clock::time_point begun) const {
  Patience patience{signals.stop_flag(), std::nullopt};
  if (const auto time = time_of(request, settings)) patience.until = begun + time->hard / kShareToShow;
  return patience;
}

// What both sides play when they follow the tables after the first move. A move that repeats the game into a draw ends
// it: of what the tables would play on, which may be a mate, nothing comes to pass.
template <const Rules& R>
std::vector<Move> GamePlayer<R>::line_of_tables(Move first, const Patience& patience) const {
  std::vector<Move> line{first};
  if (draws_by_repetition(first)) return line;
  Position<R> position = game_.position().after(first);
  while (line.size() < kLongestTableLine && !patience.over()) {
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
  if (choice.value && choice.value->wdl == OracleValue::Wdl::draw) {
    const auto drawing = moves_that_draw({});
    if (drawing.size() > 1) return std::nullopt;  // some are harder to answer than others
    return drawing.empty() ? choice.move : drawing.front();
  }
  const MoveList moves = game_.position().legal_moves();
  const auto drawing = std::find_if(moves.begin(), moves.end(), [&](Move m) { return draws_by_repetition(m); });
  if (drawing == moves.end()) return choice.move;
  // Without a value the draw may be a rescue or a win given away.
  return choice.value ? std::optional(*drawing) : std::nullopt;
}

template <const Rules& R>
std::optional<typename GamePlayer<R>::Decision> GamePlayer<R>::ask_tables(const GoRequest& request,
                                                                          const Settings& settings,
                                                                          const Patience& patience) {
  if (!covered_by_tables(game_.position())) return std::nullopt;
  const auto choice = tables_->choose(game_.position());
  const auto move = choice ? move_of_tables(*choice) : std::nullopt;
  if (!move) return std::nullopt;
  if (!choice->value) {
    if (request.mate > 0) return std::nullopt;  // there may be one
    return attempt(*move, settings, patience);
  }
  OracleValue value = *choice->value;
  if (*move != choice->move) {
    const bool sure = value.wdl == OracleValue::Wdl::draw;  // of the first one the tables are not, but for this one
    output_.info(fmt::format("{}: {}", tables_->name(),
                             describe_other_move(format_uci(R, *move), format_uci(R, choice->move), sure)));
  }
  if (*move != choice->move || draws_by_repetition(*move)) value = value_after(*move, value);
  SearchLine line;
  line.pv = line_of_tables(*move, patience);
  const Decision decision{*move, line.pv.size() > 1 ? line.pv[1] : Move()};
  if (request.mate > 0 && score_of(value) < win_in(2 * request.mate))
    output_.info(fmt::format("{}: no mate in {} was found", tables_->name(), request.mate));
  show_tables(std::move(line), value, settings, patience);
  return decision;
}

// The move that the tables would play, of which they have no value.
template <const Rules& R>
typename GamePlayer<R>::Decision GamePlayer<R>::attempt(Move move, const Settings& settings, const Patience& patience) {
  output_.info(fmt::format("{}: {} is the best attempt, the result is open under the rules that limit the game",
                           tables_->name(), format_uci(R, move)));
  show_glance(move, settings, patience.stop);
  const auto pv = line_of_tables(move, patience);
  return {move, pv.size() > 1 ? pv[1] : Move()};
}

template <const Rules& R>
void GamePlayer<R>::show_line(const SearchLine& line, const Settings& settings) {
  SearchStatistics statistics;
  statistics.oracle_hits = line.pv.size();
  const bool draw = line.score == kDraw;
  const OracleValue known{draw             ? OracleValue::Wdl::draw
                          : line.score > 0 ? OracleValue::Wdl::win
                                           : OracleValue::Wdl::loss};
  output_.score(format_info(R, line, statistics, search_.hashfull(), settings.show_wdl ? certain_wdl(known) : ""),
                line.rank);
}

// The best move first, the others behind it as far as they were asked for.
template <const Rules& R>
void GamePlayer<R>::show_tables(SearchLine best, const OracleValue& value, const Settings& settings,
                                const Patience& patience) {
  best.score = score_of(value);
  best.depth = best.seldepth = std::max(1, value.plies);
  output_.info(fmt::format("{}: {}", tables_->name(), describe(value)));
  show_line(best, settings);
  if (settings.multi_pv == 1) return;
  int rank = 1;
  for (SearchLine& line : moves_by_tables(patience)) {
    if (line.pv.front() == best.pv.front()) continue;
    if (++rank > settings.multi_pv) return;
    line.rank = rank;
    line.pv = line_of_tables(line.pv.front(), patience);
    line.score = std::min(line.score, best.score);  // what repetition spoils counts for the first one alone
    show_line(line, settings);
  }
}

// The moves that the tables know, all if there is time, best first, each a line of one move: what follows takes many
// probes.
template <const Rules& R>
std::vector<SearchLine> GamePlayer<R>::moves_by_tables(const Patience& patience) const {
  std::vector<SearchLine> lines;
  for (const Move m : game_.position().legal_moves()) {
    if (patience.over()) break;
    const auto value = value_of_move(m);
    if (!value) continue;
    SearchLine& line = lines.emplace_back();
    line.score = score_of(*value);
    line.depth = line.seldepth = std::max(1, value->plies);
    line.pv = {m};
  }
  std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  return lines;
}

// Before the search shows its lines, of the moves that keep the draw, the others are shown behind them: those that
// lose, and before them any that would lose but repeats the game into a draw, with that score.
template <const Rules& R>
void GamePlayer<R>::show_draw(const Task& task, const GoRequest& request, const Settings& settings,
                              const Patience& patience) {
  const std::string among = request.search_moves.empty() ? fmt::format("{} moves", game_.position().count_legal_moves())
                                                         : "the moves asked for";
  output_.info(fmt::format("{}: draw, kept by {} of {}: the search chooses among these", tables_->name(),
                           task.moves.size(), among));
  int rank = static_cast<int>(task.moves.size());
  if (!request.search_moves.empty() || rank >= settings.multi_pv) return;
  for (SearchLine& line : moves_by_tables(patience)) {
    if (std::find(task.moves.begin(), task.moves.end(), line.pv.front()) != task.moves.end()) continue;
    if (++rank > settings.multi_pv) return;
    line.rank = rank;
    line.pv = line_of_tables(line.pv.front(), patience);
    show_line(line, settings);
  }
}

template <const Rules& R>
std::optional<OracleValue> GamePlayer<R>::value_by_tables() const {
  if (!covered_by_tables(game_.position())) return std::nullopt;
  if (const auto value = tables_->value(game_.position())) return value;
  const auto choice = tables_->choose(game_.position());  // may know what the moves tell
  return choice ? choice->value : std::nullopt;
}

// For us.
template <const Rules& R>
std::optional<OracleValue> GamePlayer<R>::value_of_move(Move m) const {
  if (draws_by_repetition(m)) return OracleValue{};
  const auto value = tables_->value(game_.position().after(m));
  if (!value) return std::nullopt;
  const auto ours = static_cast<OracleValue::Wdl>(-static_cast<int>(value->wdl));
  return OracleValue{ours, value->plies < 0 ? -1 : value->plies + 1};
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

// Where the move limit leaves open what some of the moves are worth: those with the best result that they may have.
// Empty when not all moves are covered.
template <const Rules& R>
std::vector<Move> GamePlayer<R>::moves_with_the_best_result() const {
  std::vector<Move> best;
  int least = INT_MAX;  // for the opponent
  for (const Move m : game_.position().legal_moves()) {
    const auto result = tables_->result(game_.position().after(m));
    if (!result) return {};
    if (*result < least) best.clear();
    least = std::min(least, *result);
    if (*result == least) best.push_back(m);
  }
  if (least < 0) prefer_new_positions(best);
  return best;
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
    if (!value) return moves_with_the_best_result();
    const auto ours = static_cast<OracleValue::Wdl>(-static_cast<int>(value->wdl));
    if (ours > most) best.clear();
    most = std::max(most, ours);
    if (ours == most) best.push_back(m);
  }
  if (most == OracleValue::Wdl::win) prefer_new_positions(best);
  return best;
}

// Of the given moves, or of all when none is given. What the tables say nothing certain of is left out; and so is a
// move that would lose but for repetition: it is a draw, but ends the game, where after the others the opponent may go
// wrong.
template <const Rules& R>
std::vector<Move> GamePlayer<R>::moves_that_draw(const std::vector<Move>& among) const {
  std::vector<Move> drawing;
  for (const Move m : game_.position().legal_moves()) {
    if (!among.empty() && std::find(among.begin(), among.end(), m) == among.end()) continue;
    const auto value = tables_->value(game_.position().after(m));
    if (value && value->wdl == OracleValue::Wdl::draw) drawing.push_back(m);
  }
  return drawing;
}

}  // namespace bookends::agent
