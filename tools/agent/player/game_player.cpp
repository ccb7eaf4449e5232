// The engine but for what it does with books and tables: book.cpp, tables.cpp.
#include "tools/agent/player/game_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <system_error>
#include <thread>

#include "core/eval/evaluate.h"
#include "core/eval/lone_king.h"
#include "core/eval/weights_text.h"
#include "core/io/file.h"
#include "core/notation/move_text.h"
#include "core/position/perft.h"
#include "tools/agent/player/oracles.h"
#include "tools/agent/player/within_memory.h"
#include "tools/agent/protocol/report.h"

namespace bookends::agent {

namespace {

constexpr int kForcedMoveDepth = 6;  // how deep a forced move is searched, for the sake of a move to ponder on

constexpr std::size_t kTableBytesAlone = std::size_t{32} << 20;  // at most; endings with few men need no more

SearchOptions search_options(const Settings& settings) {
  SearchOptions options;
  options.hash_bytes = static_cast<std::size_t>(usable_hash_mb(settings.hash_mb)) << 20;
  options.multi_pv = settings.multi_pv;
  return options;
}

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

SearchOptions with_one_thread(SearchOptions options) {
  options.threads = 1;
  return options;
}

}  // namespace

template <const Rules& R>
GamePlayer<R>::GamePlayer(const Settings& settings, Output& output)
    : output_(output), search_(with_one_thread(search_options(settings))), options_(search_options(settings)) {
  fit_threads(settings.threads);
  say_threads(settings.threads);
}

template <const Rules& R>
void GamePlayer<R>::resize(const Settings& settings) {
  alone_.reset();
  options_ = search_options(settings);
  fit_threads(settings.threads);
  say_threads(settings.threads);
}

// As many threads as there is memory for, with some left over.
template <const Rules& R>
void GamePlayer<R>::fit_threads(int wanted) {
  for (options_.threads = wanted;; options_.threads = options_.threads * 3 / 4) {
    try {
      search_.set_options(options_);
      if (options_.threads == 1 || has_room_for_threads(options_.threads)) return;
    } catch (const std::bad_alloc&) {
      if (options_.threads == 1) return;
    }
  }
}

template <const Rules& R>
void GamePlayer<R>::say_threads(int wanted) {
  if (options_.threads < wanted)
    output_.info(fmt::format("option Threads: {} are used, there is no memory for more", options_.threads));
}

template <const Rules& R>
Result<void> GamePlayer<R>::open_tables(const std::string& folder) {
  return within_memory(folder, [&]() -> Result<void> {
    std::unique_ptr<Oracle<R>> opened;
    if (!folder.empty()) {
      auto tables = agent::open_tables<R>(folder);
      if (!tables) return tables.error();
      opened = std::move(*tables);
    }
    search_.set_oracle(opened.get());
    if (opened) search_.clear();  // scores from before know less
    tables_ = std::move(opened);
    complained_ = false;
    return {};
  });
}

// What the file is, it says at its beginning.
template <const Rules& R>
Result<typename GamePlayer<R>::Evaluation> GamePlayer<R>::read_evaluation(const std::string& path) {
  if (path.empty()) return Evaluation();
  const auto in_file = [&](const Error& error) { return Error{error.code, path + ": " + error.message}; };
  const auto text = read_text_file(path);
  if (!text) return text.error();
  if (is_weights_text(*text)) {
    const auto terms = parse_weights(R, *text);
    if (!terms) return in_file(terms.error());
    return Evaluation{.terms = *terms};
  }
  const auto numbers = decode_net(R, as_bytes(*text));
  if (!numbers) return in_file(numbers.error());
  auto net = Net<R>::make(*numbers);
  if (!net) return in_file(net.error());
  return Evaluation{.net = std::move(*net)};
}

template <const Rules& R>
Result<void> GamePlayer<R>::open_evaluation(const std::string& path) {
  return within_memory(path, [&]() -> Result<void> {
    const auto wanted = read_evaluation(path);
    if (!wanted) return wanted.error();
    use_net(wanted->net);
    search_.set_weights(wanted->terms);
    terms_ = wanted->terms;
    return {};
  });
}

// Every thread has an evaluator of its own: it may take fewer threads to have memory for them.
template <const Rules& R>
void GamePlayer<R>::use_net(const std::shared_ptr<const Net<R>>& net) {
  const int threads = options_.threads;
  for (bool done = false; !done;) {
    try {
      search_.set_net(net);
      fit_threads(options_.threads);
      done = true;
    } catch (const std::bad_alloc&) {
      search_.set_net(nullptr);
      if (options_.threads > 1) {
        fit_threads(options_.threads * 3 / 4);
      } else {
        search_.set_net(net_);
        fit_threads(threads);
        throw;
      }
    }
  }
  say_threads(threads);
  net_ = net;
  alone_.reset();
}

template <const Rules& R>
void GamePlayer<R>::forget() {
  search_.clear();
  alone_.reset();
}

// More takes seconds to get, and whoever asks for so much does not play at milliseconds a move.
template <const Rules& R>
void GamePlayer<R>::settle() {
  search_.settle(std::size_t{1} << 30);
}

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
  if (!game_.position().has_legal_move()) {
    output_.info(fmt::format("the game is over: {}", name_of(game_.verdict().ending)));
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
  complained_ = true;
}

// Without memory to think in, the first of the moves that may be played.
template <const Rules& R>
typename GamePlayer<R>::Decision GamePlayer<R>::decide_within_memory(const GoRequest& request, const Settings& settings,
                                                                     Signals& signals) try {
  return decide(request, settings, signals);
} catch (const std::bad_alloc&) {
  output_.info("search: the memory does not suffice for it, the first move is played");
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
    if (settings.own_book && !request.endless() && request.mate == 0)
      if (const auto decision = ask_books(settings)) return *decision;
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

// ---- The search ----

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
  output_.line(format_info(R, line, statistics, searcher_of(task).hashfull(), wdl));
}

template <const Rules& R>
void GamePlayer<R>::say_what_was_found(const SearchResult& result, const GoRequest& request, const Task& task) {
  const Score score = result.lines.front().score;
  output_.info(fmt::format("search: {} depth {} nodes {}{}", format_score(score), result.statistics.depth,
                           result.statistics.nodes, task.drawn ? ", in a draw" : ""));
  if (request.mate > 0 && (task.drawn || score < win_in(2 * request.mate)))
    output_.info(fmt::format("search: no mate in {} was found", request.mate));
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
  Move shown;  // as the best one
  const auto watch = [&](const SearchLine& line, const SearchStatistics& s) {
    if (line.rank == 1) shown = line.pv.front();
    report(line, s, settings, task);
    if (signals.debug() && line.rank == 1) output_.info(format_statistics(s));
  };
  const SearchResult result = searcher_of(task).run(game_, limits, signals.stop_flag(), watch);
  signals.wait_until_wanted();
  clock.end();

  const SearchLine& best = result.lines.front();
  // The iteration that was cut off may have found another move, or been the first.
  if (shown != best.pv.front())
    for (const SearchLine& line : result.lines) report(line, result.statistics, settings, task);
  say_what_was_found(result, request, task);
  if (signals.debug()) output_.info("in all: " + format_statistics(result.statistics));
  return {best.pv.front(), best.pv.size() > 1 ? best.pv[1] : Move()};
}

// ---- For people ----

template <const Rules& R>
void GamePlayer<R>::show_board() {
  const Position<R>& position = game_.position();
  for (int rank = R.ranks - 1; rank >= 0; --rank) {
    std::string row = std::to_string(rank + 1);
    for (int file = 0; file < R.files; ++file) {
      const Occupant o = position.at(square_at(R, file, rank));
      const char letter = o.empty() ? '.' : R.piece(o.kind()).letter;
      row += {' ', static_cast<char>(!o.empty() && o.color() == Color::black ? letter + 32 : letter)};
    }
    output_.line(row);
  }
  output_.line(" " + std::string(" a b c d e f g h").substr(0, static_cast<std::size_t>(2 * R.files)));
  output_.line("Fen: " + position.fen());
  output_.line(fmt::format("Key: {:016X}", position.key()));
  const Verdict verdict = game_.verdict();
  if (verdict.over()) output_.line(fmt::format("Over: {}", name_of(verdict.ending)));
}

template <const Rules& R>
void GamePlayer<R>::show_evaluation() {
  output_.line(fmt::format("{:<18} {:>13} {:>13}", "term (middle end)", "white", "black"));
  for (const TermValue& term : explain_evaluation(game_.position(), terms_))
    output_.line(fmt::format("{:<18} {:>6} {:>6} {:>6} {:>6}", term.name, term.white.middle, term.white.end,
                             term.black.middle, term.black.end));
  const bool by_net = net_ && network_counts<R>(game_.position(), terms_);
  const auto used = [](bool is) { return is ? "" : ", not used"; };
  output_.line(
      fmt::format("for the side to move, by the terms{}: {}", used(!by_net), evaluate(game_.position(), terms_)));
  if (net_)
    output_.line(
        fmt::format("for the side to move, by the network{}: {}", used(by_net), evaluate_net(game_.position(), *net_)));
}

template <const Rules& R>
std::uint64_t GamePlayer<R>::leaves(const Position<R>& position, int depth, const std::atomic<bool>& stop) const {
  constexpr int kStopDepth = 3;  // the stop flag is looked at between subtrees of this depth
  if (stop) return 0;
  if (depth <= kStopDepth) return bookends::perft(position, depth);
  std::uint64_t sum = 0;
  for (const Move m : position.legal_moves()) sum += leaves(position.after(m), depth - 1, stop);
  return sum;
}

template <const Rules& R>
void GamePlayer<R>::perft(int depth, const std::atomic<bool>& stop) {
  std::uint64_t total = 0;
  for (const Move m : game_.position().legal_moves()) {
    const std::uint64_t below = leaves(game_.position().after(m), depth - 1, stop);
    if (stop) return output_.info("perft: stopped");
    output_.line(fmt::format("{}: {}", format_uci(R, m), below));
    total += below;
  }
  output_.line(fmt::format("Nodes searched: {}", total));
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
