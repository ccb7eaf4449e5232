// The search for the best moves of a position: iterative deepening (deepen-inl.h) of a principal variation search
// (tree/tree-inl.h), on one or more threads that share a transposition table.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/eval/net/net.h"
#include "core/eval/score.h"
#include "core/eval/weights/weights.h"
#include "core/position/oracle.h"
#include "core/position/outcome.h"
#include "core/position/position.h"
#include "core/search/tree/limits.h"
#include "core/search/tree/statistics.h"

namespace bookends {

// One line of play, of multi-PV rank `rank` (1 = best).
struct SearchLine {
  Score score = 0;   // for the side to move
  int depth = 0;     // plies of the iteration
  int seldepth = 0;  // the deepest ply reached
  int rank = 1;
  bool lower_bound = false;  // the score is one: the truth may be better
  bool upper_bound = false;  // or worse
  std::vector<Move> pv;      // never empty; pv[0] is the move
};

struct SearchResult {
  // Best first; empty only when there is no legal move. Those of the last finished iteration, but where one that was
  // cut off has found a better move, or a win.
  std::vector<SearchLine> lines;
  SearchStatistics statistics;
};

// Keeps its transposition table between searches. One search at a time; not thread-safe but for the stop flag.
template <const Rules& R>
class Search {
 public:
  explicit Search(const SearchOptions& options = {});
  ~Search();
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  void set_options(const SearchOptions& options);
  void set_oracle(const Oracle<R>* oracle);  // asked inside the tree for values; may be null; outlives the search
  // Evaluates by a network; null: by the hand-made terms. Forgets everything, if it is another one than before.
  void set_net(std::shared_ptr<const Net<R>> net);
  // Of the hand-made terms, the game's own at first. Exchanges and the order of moves go by the game's own in any case.
  // Forgets everything, if they are others than before.
  void set_weights(const Weights& of_terms);
  void clear();  // forget everything: the next search is as the first one
  // Takes the memory of the table now, if it is no more than `most` bytes; else the first searches wait for it while
  // their clock runs.
  void settle(std::size_t most = SIZE_MAX);

  // `game` gives the position and the history that counts for repetitions. `report` is called for every finished
  // iteration and line, from the calling thread. `stop` may be set from another thread; the search ends within ~1 ms,
  // or what eight answers of the oracle take.
  using Report = std::function<void(const SearchLine&, const SearchStatistics&)>;
  SearchResult run(const Game<R>& game, const SearchLimits& limits, const std::atomic<bool>& stop,
                   const Report& report = {});
  int hashfull() const;             // permille of the table in use
  std::size_t table_bytes() const;  // fewer than the options ask for where memory is short

 private:
  struct State;
  struct HelpersEnd;
  std::unique_ptr<State> state_;
};

#define BOOKENDS_EXTERN_SEARCH(game) extern template class Search<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_SEARCH)
#undef BOOKENDS_EXTERN_SEARCH

}  // namespace bookends
