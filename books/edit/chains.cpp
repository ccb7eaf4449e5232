#include "books/edit/chains.h"

namespace bookends {

Chains::Chains(const std::vector<NodeId>& next) : on_cycle(next.size()) {
  enum : std::uint8_t { untouched, open, done };
  std::vector<std::uint8_t> state(next.size(), untouched);
  std::vector<NodeId> path;
  for (NodeId begin = 0; begin < next.size(); ++begin) {
    NodeId n = begin;
    for (; n != kNoNode && state[n] == untouched; n = next[n]) {
      state[n] = open;
      path.push_back(n);
    }
    if (n != kNoNode && state[n] == open)
      for (auto on = path.rbegin();; ++on) {
        on_cycle[*on] = true;
        if (*on == n) break;
      }
    for (; !path.empty(); path.pop_back()) {
      state[path.back()] = done;
      order.push_back(path.back());
    }
  }
}

}  // namespace bookends
