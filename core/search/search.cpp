// The search as its callers see it: settings, one run, and what is reported of it. The caller's thread deepens
// (deepen-inl.h) and decides; other threads help (helpers-inl.h).
#include "core/search/search.h"

#include <algorithm>
#include <utility>

#include "core/search/search_state.h"

// The parts of the class, each with its purpose.
#include "core/search/deepen-inl.h"
#include "core/search/helpers-inl.h"
#include "core/search/seek_mate-inl.h"

namespace bookends {

namespace {

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
std::size_t Search<R>::table_bytes() const {
  return state_->table.bytes();
}

template <const Rules& R>
int Search<R>::hashfull() const {
  return state_->table.hashfull();
}

#define BOOKENDS_INSTANTIATE(game) template class Search<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
