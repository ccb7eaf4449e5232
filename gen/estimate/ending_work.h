// What one ending takes of a cluster, by how it is spread over the nodes.
#pragma once

#include "gen/estimate/estimate.h"
#include "gen/estimate/king_shares.h"

namespace bookends {

// How an ending is spread over nodes.
struct EndingSpread {
  int nodes = 1;
  bool by_slices = false;  // not by king pairs
  KingShare share;
};

struct EndingWork {
  const EndingSize* size = nullptr;
  EndingSpread spread;
  MemoryNeed memory;
  TimeSplit seconds;  // writing: without what other endings written at the same time take of the folder
  ScaleTraffic traffic;
  double gathered = 0;  // bytes in the folder until it is written
  bool shared() const { return spread.nodes > 1; }
};

class WorkEstimator {
 public:
  WorkEstimator(const Rules& rules, const std::vector<EndingSize>& sizes, const Cluster& cluster,
                const ScaleConstants& constants)
      : rules_(rules), sizes_(sizes), cluster_(cluster), c_(constants), shares_(rules) {}

  // Alone on a node where it fits, else by as many as can share it.
  EndingWork work(const EndingSize& size);

 private:
  bool has_dtz() const { return rules_.move_limit != 0; }
  double code_bytes() const;  // for each position, while it is solved
  EndingSpread widest(const EndingSize& size);
  double pairs_of_child(const EndingSize& size, const EndingSize& child, const EndingSpread& spread) const;
  double children_bytes(const EndingSize& size, const EndingSpread& spread) const;
  double slice_sets(const EndingSize& size, const EndingSpread& spread) const;
  double slices_together(const EndingSize& size, const EndingSpread& spread) const;
  double readers(const EndingSize& size, const EndingSize& child, const EndingSpread& spread) const;
  MemoryNeed memory(const EndingSize& size, const EndingSpread& spread) const;
  void add_reading(EndingWork& work) const;
  void add_solving(EndingWork& work) const;
  void add_gathering(EndingWork& work) const;
  void add_writing(EndingWork& work) const;

  const Rules& rules_;
  const std::vector<EndingSize>& sizes_;
  const Cluster& cluster_;
  const ScaleConstants& c_;
  KingShares shares_;
};

}  // namespace bookends
