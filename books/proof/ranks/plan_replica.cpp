#include "books/proof/ranks/plan_replica.h"

#include <algorithm>
#include <utility>

namespace bookends {

void KeyRuns::add(std::span<const Key> keys) {
  if (keys.empty()) return;
  std::vector<Key> run(keys.begin(), keys.end());
  std::sort(run.begin(), run.end());
  while (!runs_.empty() && runs_.back().size() < 2 * run.size()) {
    std::vector<Key> both(runs_.back().size() + run.size());
    std::merge(runs_.back().begin(), runs_.back().end(), run.begin(), run.end(), both.begin());
    run = std::move(both);
    runs_.pop_back();
  }
  runs_.push_back(std::move(run));
}

bool KeyRuns::contains(Key key) const {
  return std::any_of(runs_.begin(), runs_.end(),
                     [&](const std::vector<Key>& run) { return std::binary_search(run.begin(), run.end(), key); });
}

void PlanReplica::take(const PlanNews& news) {
  planned_.add(news.planned);
  solved_.reserve(solved_.size() + news.solved.size());
  for (const SolvedEntry& entry : news.solved) solved_.add(entry);
}

}  // namespace bookends
