// The driver: iterative deepening with aspiration windows over the root moves, for one or more lines, on one or more
// threads. Threads share the transposition table and nothing else (Lazy SMP): helpers search the same iterations, some
// a ply ahead, and fill the table; the caller's thread decides, reports and stops them.
#include "core/search/search.h"

#include <algorithm>
#include <new>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

#include "core/eval/weights_games.h"
#include "core/search/tree/worker.h"

namespace bookends {

namespace {

constexpr int kAspirationDepth = 5;
constexpr Score kAspirationWidth = 20;
constexpr std::size_t kMateTableBytes = std::size_t{32} << 20;  // at most

// One iteration of one line: a narrow window around the last score, opened further each time the score falls outside.
template <const Rules& R>
void aspire(Worker<R>& worker, int depth, int rank) {
  const RootMove& first = worker.roots()[static_cast<std::size_t>(rank)];
  const Score guess = first.score;
  if (depth < kAspirationDepth || is_decided(guess)) {
    worker.search_root(-kInfinite, kInfinite, depth, rank);
    return;
  }
  Score below = kAspirationWidth, above = kAspirationWidth;
  while (!worker.stopped()) {
    const Score alpha = std::max(-kInfinite, guess - below);
    const Score beta = std::min(kInfinite, guess + above);
    const Score score = worker.search_root(alpha, beta, depth, rank);
    if (worker.stopped() || (score > alpha && score < beta)) return;
    Score& side = score <= alpha ? below : above;
    side = side > 600 ? 2 * kInfinite : 4 * side;
  }
}

// Lines found later in the same iteration may turn out better: keep them in order.
void sort_lines(std::vector<RootMove>& roots, int rank) {
  const auto last = roots.begin() + rank;
  const auto place = std::find_if(roots.begin(), last, [&](const RootMove& r) { return r.score < last->score; });
  std::rotate(place, last, last + 1);
}

// What an unfinished iteration says of the move that a line began with: that it has fallen, but not what the moves
// would be worth that it did not come to. So the last finished one counts, unless a win has been found meanwhile, or a
// better move. `open`: the roots from the line on that was cut off; `leader`: its move at first.
void keep_finished(std::span<RootMove> open, Move leader, std::span<const RootMove> finished) {
  const auto is_spoiled = [&](const RootMove& root) {
    const bool won = is_decided(root.score) && root.score > 0;
    return root.upper_bound || (root.move == leader && !won);
  };
  if (is_spoiled(open.front())) {
    const auto first = std::ranges::find(open, leader, &RootMove::move);
    std::rotate(open.begin(), first, first + 1);
  }
  for (RootMove& root : open) {
    if (!is_spoiled(root)) continue;
    const auto before = std::ranges::find(finished, root.move, &RootMove::move);
    if (before != finished.end()) root = *before;
  }
}

SearchLine line_of(const RootMove& root, int rank) {
  SearchLine line;
  line.score = root.score;
  line.depth = root.depth;
  line.seldepth = root.seldepth;
  line.rank = rank;
  line.lower_bound = root.lower_bound;
  line.upper_bound = root.upper_bound;
  const auto moves = root.pv.line();
  line.pv.assign(moves.begin(), moves.end());
  return line;
}

double seconds(SearchControl::Time::duration d) { return std::chrono::duration<double>(d).count(); }

template <const Rules& R>
MoveList moves_to_search(const Position<R>& p, const std::vector<Move>& wanted) {
  const MoveList legal = p.legal_moves();
  if (wanted.empty()) return legal;
  MoveList chosen;
  for (const Move m : legal)
    if (std::find(wanted.begin(), wanted.end(), m) != wanted.end()) chosen.add(m);
  return chosen.empty() ? legal : chosen;
}

}  // namespace

SearchStatistics& SearchStatistics::operator+=(const SearchStatistics& other) {
  for (const auto each : kSearchCounters) this->*each += other.*each;
  depth = std::max(depth, other.depth);
  seldepth = std::max(seldepth, other.seldepth);
  seconds += other.seconds;
  return *this;
}

template <const Rules& R>
struct Search<R>::State {
  explicit State(const SearchOptions& o) : options(o), table(o.hash_bytes) { fit_workers(); }

  void fit_workers() {
    const auto wanted = static_cast<std::size_t>(std::max(1, options.threads));
    while (workers.size() > wanted) workers.pop_back();
    while (workers.size() < wanted) {
      workers.push_back(std::make_unique<Worker<R>>(table));
      workers.back()->set_net(net);
      workers.back()->set_weights(terms);
    }
  }

  int line_count() { return std::clamp(options.multi_pv, 1, static_cast<int>(workers.front()->roots().size())); }

  void start_helpers(SearchControl& control);
  void help(Worker<R>& worker, int number, const SearchControl& control);
  int deepen(const Game<R>& game, SearchControl& control, const Report& report);
  bool enough(int depth, const SearchControl& control);
  bool seek_mate(const Game<R>& game, int deepened, SearchControl& control);
  void put_first(RootMove found, int depth);
  void report_lines(const Report& report, int depth, SearchControl& control);
  SearchResult collect(int depth, SearchControl& control);

  SearchOptions options;
  TranspositionTable table;
  const Oracle<R>* oracle = nullptr;
  std::shared_ptr<const Net<R>> net;
  Weights terms = weights<R>;
  std::vector<std::unique_ptr<Worker<R>>> workers;
  std::vector<std::thread> threads;
  std::vector<RootMove> finished;  // the lines of the last finished iteration
  SearchStatistics mate_search;    // what seek_mate() took in this search
};

// The other threads help no longer than this is there, even where the search is left for want of memory.
template <const Rules& R>
struct Search<R>::HelpersEnd {
  HelpersEnd(State& s, SearchControl& c) : state(s), control(c) {}
  ~HelpersEnd() {
    control.halt();
    for (std::thread& thread : state.threads) thread.join();
    state.threads.clear();
  }
  HelpersEnd(const HelpersEnd&) = delete;
  HelpersEnd& operator=(const HelpersEnd&) = delete;

  State& state;
  SearchControl& control;
};

// A system that refuses a thread, or the memory for it, gives us fewer helpers, not an error.
template <const Rules& R>
void Search<R>::State::start_helpers(SearchControl& control) {
  for (std::size_t i = 1; i < workers.size(); ++i) {
    try {
      threads.emplace_back([this, i, &control] { help(*workers[i], static_cast<int>(i), control); });
    } catch (const std::system_error&) {
      return;
    } catch (const std::bad_alloc&) {
      return;
    }
  }
}

template <const Rules& R>
void Search<R>::State::help(Worker<R>& worker, int number, const SearchControl& control) {
  for (int depth = 1 + number % 2; depth <= kMaxDepth && !worker.stopped(); ++depth) {
    if (control.limits().depth != 0 && depth > control.limits().depth + 1) return;
    aspire(worker, depth, 0);
  }
}

// Whether nothing is left to find, or to find it in, after a finished iteration.
template <const Rules& R>
bool Search<R>::State::enough(int depth, const SearchControl& control) {
  const SearchLimits& limits = control.limits();
  if (limits.soft_time && control.elapsed() >= *limits.soft_time) return true;
  if (limits.soft_nodes != 0 && control.nodes() >= limits.soft_nodes) return true;
  const auto& roots = workers.front()->roots();
  const Score best = roots.front().score;
  if (limits.mate > 0 && best >= win_in(2 * limits.mate)) return true;
  // Every line is decided within the depth that was searched: what a deeper one could find is a faster win that the
  // moves before this one hide, which were searched before it was known.
  return std::all_of(roots.begin(), roots.begin() + line_count(),
                     [&](const RootMove& r) { return is_decided(r.score) && plies_to_end(r.score) < depth; });
}

// Whether there is a win in the moves that were asked for. The deepening leaves lines out and cannot say that there is
// none: this one is a plain search that leaves nothing out, with a table that no other search has written to. All it
// wants to know is whether the score is such a win's, so that every line ends where it has taken too long. `deepened`
// is what the deepening has come to.
template <const Rules& R>
bool Search<R>::State::seek_mate(const Game<R>& game, int deepened, SearchControl& control) try {
  MoveList moves;
  for (const RootMove& root : workers.front()->roots()) moves.add(root.move);
  TranspositionTable own(std::min(options.hash_bytes, kMateTableBytes));
  own.next_search();
  const auto worker = std::make_unique<Worker<R>>(own);
  worker->set_weights(terms);
  SearchOptions plain;
  plain.selective = false;
  worker->begin(game, moves, control, plain, nullptr);
  const int longest = 2 * control.limits().mate - 1;  // plies
  const Score alpha = win_in(longest + 1);
  bool found = false;
  for (int depth = 1; depth <= longest && !found && !worker->stopped(); depth += 2) {
    found = worker->search_root(alpha, alpha + 1, depth, 0) > alpha && !worker->stopped();
    if (found) worker->search_root(alpha, kInfinite, depth, 0);  // for the whole line
  }
  mate_search = worker->statistics();
  if (found) put_first(worker->roots().front(), deepened);
  return found;
} catch (const std::bad_alloc&) {
  return false;  // there is no memory to look for it in
}

template <const Rules& R>
void Search<R>::State::put_first(RootMove found, int depth) {
  found.depth = std::max(found.depth, depth);  // an iteration's line is not followed by a shallower one
  found.seldepth = std::max(found.seldepth, depth);
  auto& roots = workers.front()->roots();
  const auto same = std::find_if(roots.begin(), roots.end(), [&](const RootMove& r) { return r.move == found.move; });
  *same = found;
  std::rotate(roots.begin(), same, same + 1);
}

// Returns the last finished iteration.
template <const Rules& R>
int Search<R>::State::deepen(const Game<R>& game, SearchControl& control, const Report& report) {
  Worker<R>& worker = *workers.front();
  const int deepest = control.limits().depth > 0 ? std::min(control.limits().depth, kMaxDepth) : kMaxDepth;
  for (int depth = 1; depth <= deepest; ++depth) {
    finished.assign(worker.roots().begin(), worker.roots().begin() + line_count());
    for (int rank = 0; rank < line_count(); ++rank) {
      const std::span<RootMove> open = std::span(worker.roots()).subspan(static_cast<std::size_t>(rank));
      const Move leader = open.front().move;
      aspire(worker, depth, rank);
      if (worker.stopped()) {
        if (depth > 1) keep_finished(open, leader, finished);
        return depth - 1;
      }
      sort_lines(worker.roots(), rank);
    }
    report_lines(report, depth, control);
    worker.statistics();  // hands its nodes over
    if (enough(depth, control)) return depth;
    if (depth == 2 * control.limits().mate - 1) {
      if (seek_mate(game, depth, control)) report_lines(report, depth, control);
      return depth;
    }
    worker.check_stop();
    if (worker.stopped()) return depth;
  }
  return deepest;
}

template <const Rules& R>
void Search<R>::State::report_lines(const Report& report, int depth, SearchControl& control) {
  if (!report) return;
  SearchStatistics s = workers.front()->statistics();
  static_cast<SearchCounters&>(s) = control.counted();
  s.depth = depth;
  s.seconds = seconds(control.elapsed());
  for (int rank = 0; rank < line_count(); ++rank)
    report(line_of(workers.front()->roots()[static_cast<std::size_t>(rank)], rank + 1), s);
}

template <const Rules& R>
SearchResult Search<R>::State::collect(int depth, SearchControl& control) {
  SearchResult result;
  for (const auto& worker : workers) result.statistics += worker->statistics();
  result.statistics += mate_search;
  result.statistics.depth = depth;
  result.statistics.seconds = seconds(control.elapsed());
  const auto& roots = workers.front()->roots();
  for (int rank = 0; rank < line_count(); ++rank) {
    SearchLine line = line_of(roots[static_cast<std::size_t>(rank)], rank + 1);
    // A line that the last, unfinished iteration did not reach has an old score: it is not better than those before it.
    if (rank > 0) line.score = std::min(line.score, result.lines.back().score);
    result.lines.push_back(std::move(line));
  }
  return result;
}

template <const Rules& R>
Search<R>::Search(const SearchOptions& options) : state_(std::make_unique<State>(options)) {}

template <const Rules& R>
Search<R>::~Search() = default;

template <const Rules& R>
void Search<R>::set_options(const SearchOptions& options) {
  if (options.hash_bytes != state_->options.hash_bytes) state_->table.resize(options.hash_bytes);
  state_->options = options;
  state_->fit_workers();
}

template <const Rules& R>
void Search<R>::set_oracle(const Oracle<R>* oracle) {
  state_->oracle = oracle;
}

template <const Rules& R>
void Search<R>::set_net(std::shared_ptr<const Net<R>> net) {
  if (net == state_->net) return;
  state_->net = std::move(net);
  for (const auto& worker : state_->workers) worker->set_net(state_->net);
  clear();  // the table holds values of the other evaluation
}

template <const Rules& R>
void Search<R>::set_weights(const Weights& of_terms) {
  if (of_terms == state_->terms) return;
  state_->terms = of_terms;
  clear();
}

template <const Rules& R>
void Search<R>::clear() {
  state_->table.clear();
  for (const auto& worker : state_->workers) worker->clear();
}

template <const Rules& R>
void Search<R>::settle(std::size_t most) {
  state_->table.settle(most);
}

template <const Rules& R>
SearchResult Search<R>::run(const Game<R>& game, const SearchLimits& limits, const std::atomic<bool>& stop,
                            const Report& report) {
  const MoveList moves = moves_to_search<R>(game.position(), limits.root_moves);
  if (moves.empty()) return {};
  SearchControl control(limits, stop);
  state_->table.next_search();
  state_->mate_search = {};
  for (const auto& worker : state_->workers) worker->begin(game, moves, control, state_->options, state_->oracle);
  int depth = 0;
  {
    const HelpersEnd end(*state_, control);
    state_->start_helpers(control);
    depth = state_->deepen(game, control, report);
  }
  return state_->collect(depth, control);
}

template <const Rules& R>
int Search<R>::hashfull() const {
  return state_->table.hashfull();
}

#define BOOKENDS_INSTANTIATE(game) template class Search<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
