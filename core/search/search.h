// The search: one negamax with PVS, iterative deepening and a shared table; see search.cpp for the algorithm.
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
#include "core/eval/weights.h"
#include "core/position/oracle.h"
#include "core/position/outcome.h"
#include "core/position/position.h"

namespace bookends {

// Plies of an iteration; leaves room for extensions and quiescence.
inline constexpr int kMaxDepth = kMaxPly - 40;

inline constexpr int kLongestMate = kMaxDepth / 2;  // moves: 2 * n - 1 plies

// What ends a search. Zero or nullopt means no such limit; with none at all only `stop` ends it.
struct SearchLimits {
  int depth = 0;                                       // plies
  std::uint64_t nodes = 0;                             // summed over threads; exact with one thread
  std::uint64_t soft_nodes = 0;                        // no new iteration is begun after so many
  std::optional<std::chrono::milliseconds> soft_time;  // no new iteration is begun after it
  std::optional<std::chrono::milliseconds> hard_time;  // the search is cut off
  int mate = 0;                  // stop once a win in so many moves, at most kLongestMate, is proved, or that none is
  std::vector<Move> root_moves;  // search only these; empty = all
};

struct SearchOptions {
  std::size_t hash_bytes = 16u << 20;
  int threads = 1;
  int multi_pv = 1;
  // Prune, reduce and extend. Without it the search is plain alpha-beta to the given depth with the same quiescence,
  // which is what tests compare with a minimax.
  bool selective = true;
};

struct SearchCounters {
  std::uint64_t nodes = 0;  // moves made; null moves and positions entered again are none
  std::uint64_t quiescence_nodes = 0;
  std::uint64_t table_probes = 0;
  std::uint64_t table_hits = 0;
  std::uint64_t inner_nodes = 0;  // positions, after null moves too, whose moves were searched; each time they were
  std::uint64_t cutoffs = 0;      // of these
  std::uint64_t first_move_cutoffs = 0;
  std::uint64_t oracle_hits = 0;
};

inline constexpr std::array kSearchCounters{&SearchCounters::nodes,
                                            &SearchCounters::quiescence_nodes,
                                            &SearchCounters::table_probes,
                                            &SearchCounters::table_hits,
                                            &SearchCounters::inner_nodes,
                                            &SearchCounters::cutoffs,
                                            &SearchCounters::first_move_cutoffs,
                                            &SearchCounters::oracle_hits};

// Of all threads; in a report from a running search the other threads' part as far as they have told.
struct SearchStatistics : SearchCounters {
  int depth = 0;       // last finished iteration
  int seldepth = 0;    // deepest ply reached
  double seconds = 0;  // in a report: the time to this depth

  // Shares from 0 to 1.
  double quiescence_share() const { return share(quiescence_nodes, nodes); }
  double table_hit_rate() const { return share(table_hits, table_probes); }
  double cutoff_rate() const { return share(cutoffs, inner_nodes); }
  double first_move_rate() const { return share(first_move_cutoffs, cutoffs); }

  // Counters and times are summed; depths are the deepest.
  SearchStatistics& operator+=(const SearchStatistics& other);

 private:
  static double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  }
};

// One line of play, of multi-PV rank `rank` (1 = best).
struct SearchLine {
  Score score = 0;
  int depth = 0;
  int seldepth = 0;
  int rank = 1;
  bool lower_bound = false;
  bool upper_bound = false;
  std::vector<Move> pv;  // never empty; pv[0] is the move
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
  int hashfull() const;  // permille of the table in use

 private:
  struct State;
  struct HelpersEnd;
  std::unique_ptr<State> state_;
};

#define BOOKENDS_EXTERN_SEARCH(game) extern template class Search<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_SEARCH)
#undef BOOKENDS_EXTERN_SEARCH

}  // namespace bookends
