// What a search counts.
#pragma once

#include <array>
#include <cstdint>

namespace bookends {

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

}  // namespace bookends
