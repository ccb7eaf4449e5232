// What is left to search once book and tables were asked, for how long, and what is reported of it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <system_error>
#include <thread>

#include "core/notation/move_text.h"
#include "tools/agent/player/game_player.h"
#include "tools/agent/protocol/report.h"

namespace bookends::agent {

namespace {

inline constexpr int kForcedMoveDepth = 6;  // how deep a forced move is searched, for the sake of a move to ponder on

inline constexpr std::uint64_t kNodesOfGlance = 2000;  // a few milliseconds

inline constexpr std::size_t kTableBytesAlone = std::size_t{32} << 20;  // at most; endings with few men need no more

// Ends a search that began with pondering when its time, which counts from the ponder hit, is used up.
class PonderClock {
 public:
  explicit PonderClock(Signals& signals) : signals_(signals) {}
  ~PonderClock() { end(); }
  PonderClock(const PonderClock&) = delete;
  PonderClock& operator=(const PonderClock&) = delete;

  // False when the system refuses a thread.
  bool start(Milliseconds wait) try {
    thread_ = std::thread([this, wait] {
      if (!signals_.wait_for_ponder_hit()) return;
      signals_.sleep_unless_stopped(wait);
      signals_.stop();
    });
    return true;
  } catch (const std::system_error&) {
    return false;
  }
  // When the best move is wanted: before that a search that is over, or was left, has time.
  void end() {
    if (!thread_.joinable()) return;
    signals_.wait_until_wanted();
    signals_.stop();
    thread_.join();
  }

 private:
  Signals& signals_;
  std::thread thread_;
};

}  // namespace

// The legal ones of those that were asked for; none: all.
template <const Rules& R>
std::vector<Move> GamePlayer<R>::root_moves(const GoRequest& request) {
  std::vector<Move> moves;
  for (const std::string& text : request.search_moves) {
    const auto move = parse_uci(game_.position(), text);
    if (move) {
      moves.push_back(*move);
    } else {
      output_.info("searchmoves: " + move.error().message);
    }
  }
  if (moves.empty() && !request.search_moves.empty()) output_.info("searchmoves: none is left, all moves are searched");
  return moves;
}

// In a drawn position the search looks among the moves that keep the draw for the one that is hardest to answer. Won or
// lost without a distance, it looks for the mate itself, among the moves that keep the value.
template <const Rules& R>
typename GamePlayer<R>::Task GamePlayer<R>::task_of(const GoRequest& request) {
  Task task{.moves = root_moves(request)};
  const auto value = value_by_tables();
  if (value && value->wdl == OracleValue::Wdl::draw) {
    auto drawing = moves_that_draw(task.moves);
    task.drawn = task.alone = !drawing.empty();
    if (task.drawn) task.moves = std::move(drawing);
  } else if (value && value->plies < 0) {
    task.alone = true;
  }
  if (task.moves.empty()) task.moves = moves_that_keep_the_value();
  return task;
}

template <const Rules& R>
Search<R>& GamePlayer<R>::searcher_of(const Task& task) try {
  if (!task.alone) return search_;
  if (!alone_) {
    SearchOptions options = options_;
    options.hash_bytes = std::min(options.hash_bytes, kTableBytesAlone);
    auto made = std::make_unique<Search<R>>(options);
    made->set_net(net_);
    made->set_weights(terms_);
    alone_ = std::move(made);
  }
  return *alone_;
} catch (const std::bad_alloc&) {
  return search_;  // sees no difference between the moves, but none of them is wrong
}

template <const Rules& R>
std::optional<TimeBudget> GamePlayer<R>::time_of(const GoRequest& request, const Settings& settings) const {
  const Milliseconds overhead{settings.move_overhead_ms};
  if (request.infinite) return std::nullopt;
  if (request.move_time) return budget_of_move(*request.move_time, overhead);
  const bool white = game_.position().turn() == Color::white;
  const auto& own = white ? request.white : request.black;
  const auto& other = white ? request.black : request.white;
  const auto remaining = own.time ? own.time : other.time;  // a GUI that names one clock means ours
  if (!remaining) return std::nullopt;
  return budget_of(
      {.remaining = *remaining, .increment = own.increment, .moves_to_go = request.moves_to_go, .overhead = overhead});
}

template <const Rules& R>
SearchLimits GamePlayer<R>::limits_of(const GoRequest& request) const {
  SearchLimits limits;
  if (request.infinite) return limits;
  limits.depth = request.depth;
  limits.nodes = request.nodes;
  limits.mate = request.mate;
  const bool forced = game_.position().count_legal_moves() == 1;
  const bool clock = request.white.time || request.black.time;
  if (forced && clock && limits.depth == 0) limits.depth = kForcedMoveDepth;
  return limits;
}

// What the search hopes for in a drawn position is no score of it.
template <const Rules& R>
void GamePlayer<R>::report(SearchLine line, const SearchStatistics& statistics, const Settings& settings,
                           const Task& task) {
  if (task.drawn) {
    line.score = kDraw;
    line.lower_bound = line.upper_bound = false;
  }
  const std::string wdl = !settings.show_wdl ? ""
                          : task.drawn       ? std::string(certain_wdl({}))
                                             : format_wdl(line.score, terms_);
  output_.score(format_info(R, line, statistics, searcher_of(task).hashfull(), wdl), line.rank);
}

// Before the first line: a text that comes last is what some GUIs show, with a score of 0.
template <const Rules& R>
void GamePlayer<R>::say_what_is_searched(const Task& task) {
  const int all = game_.position().count_legal_moves();
  const std::string moves = task.moves.empty() ? std::to_string(all) : fmt::format("{} of {}", task.moves.size(), all);
  output_.info(fmt::format("search: {} {}{}", moves, all == 1 ? "move" : "moves", task.drawn ? ", in a draw" : ""));
}

template <const Rules& R>
bool GamePlayer<R>::say_what_was_not_found(const SearchResult& result, const GoRequest& request, const Task& task) {
  if (request.mate == 0 || (!task.drawn && result.lines.front().score >= win_in(2 * request.mate))) return false;
  output_.info(fmt::format("search: no mate in {} was found", request.mate));
  return true;
}

// While pondering the clock is the opponent's: the time begins to count with the ponder hit, and a second thread ends
// the search when it is used up.
template <const Rules& R>
typename GamePlayer<R>::Decision GamePlayer<R>::search(const GoRequest& request, const Settings& settings,
                                                       Signals& signals, const Patience& patience,
                                                       Clock::time_point begun) {
  const Task task = task_of(request);
  SearchLimits limits = limits_of(request);
  limits.root_moves = task.moves;
  const auto time = time_of(request, settings);
  PonderClock clock(signals);
  const bool clock_runs = time && request.ponder && clock.start(time->soft);
  if (time && !clock_runs) {
    limits.soft_time = time->soft;
    limits.hard_time = time->hard;
    if (request.ponder) {
      output_.info("search: the system refuses a thread to ponder in, it begins with the ponder hit");
      signals.wait_for_ponder_hit();
    }
  }
  if (task.drawn) show_draw(task, request, settings, patience);
  // What the tables have taken is gone. (A clock that runs from the ponder hit knows nothing of it.)
  const auto gone = std::chrono::duration_cast<Milliseconds>(Clock::now() - begun);
  for (auto* limit : {&limits.soft_time, &limits.hard_time})
    if (*limit && !request.ponder) *limit = std::max(Milliseconds{1}, **limit - gone);
  say_what_is_searched(task);
  Move shown;  // as the best one
  const auto watch = [&](const SearchLine& line, const SearchStatistics& s) {
    if (line.rank == 1) shown = line.pv.front();
    if (signals.debug() && line.rank == 1) output_.info(format_statistics(s));
    report(line, s, settings, task);
  };
  const SearchResult result = searcher_of(task).run(game_, limits, signals.stop_flag(), watch);
  signals.wait_until_wanted();
  clock.end();

  const SearchLine& best = result.lines.front();
  // The iteration that was cut off may have found another move, or been the first; and a score is to come last.
  bool again = shown != best.pv.front();
  if (signals.debug()) output_.info("in all: " + format_statistics(result.statistics)), again = true;
  again |= say_what_was_not_found(result, request, task);
  if (again)
    for (const SearchLine& line : result.lines) report(line, result.statistics, settings, task);
  return {best.pv.front(), best.pv.size() > 1 ? best.pv[1] : Move()};
}

// A score of a move that book or tables chose without one: GUIs wait for a score, and show the last that they heard.
template <const Rules& R>
void GamePlayer<R>::show_glance(Move move, const Settings& settings, const std::atomic<bool>& stop) {
  SearchLimits limits;
  limits.root_moves = {move};
  limits.nodes = kNodesOfGlance;
  const SearchResult result = search_.run(game_, limits, stop, {});
  report(result.lines.front(), result.statistics, settings, {});
}

}  // namespace bookends::agent
