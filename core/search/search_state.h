// The state of a Search, for the files that it is written in: its options, its table, and a worker for each thread.
#pragma once

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

#include "core/eval/weights/games.h"
#include "core/search/search.h"
#include "core/search/tree/worker.h"

namespace bookends {

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

}  // namespace bookends
