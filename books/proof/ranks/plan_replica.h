// What searches on another rank know of the plan, and how they come to know it: of its positions the keys alone, and
// all that is solved.
#pragma once

#include <span>
#include <vector>

#include "books/proof/plan/solved.h"
#include "books/proof/prove/place_team.h"

namespace bookends {

// In sorted runs, each at most half as long as the one before: eight bytes a key, and few are ever asked for.
class KeyRuns {
 public:
  void add(std::span<const Key> keys);
  bool contains(Key key) const;

 private:
  std::vector<std::vector<Key>> runs_;
};

class PlanReplica {
 public:
  void take(const PlanNews& news);
  const Solved& solved() const { return solved_; }
  bool has(Key key) const { return planned_.contains(key); }

 private:
  Solved solved_;
  KeyRuns planned_;
};

}  // namespace bookends
