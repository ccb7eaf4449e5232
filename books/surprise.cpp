#include "books/surprise.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace bookends {

namespace {

constexpr int kUnnamed = 4 * kHalving;
constexpr int kMostHalvings = 19;
constexpr std::uint64_t kOften = std::uint64_t{1} << (kMostHalvings + 1);

// Powers and logarithms run straight between the whole halvings: no library's rounding decides how a book grows.

// How often a reply is chosen that is so many centipawns short of the likeliest one, which is chosen kOften times.
std::uint64_t times_chosen(int loss) {
  const int whole = std::min(loss / kHalving, kMostHalvings), part = loss % kHalving;
  return (kOften >> whole) * static_cast<std::uint64_t>(2 * kHalving - part) / (2 * kHalving);
}

int halvings_to(std::uint64_t share, std::uint64_t all) {
  int cost = 0;
  for (; all >= 2 * share; share *= 2) cost += kHalving;
  return cost + static_cast<int>(kHalving * (all - share) / share);
}

// What the search of a position said of its moves, in the book or not.
std::vector<int> promises_of(const Workspace& workspace, NodeId id) {
  std::vector<int> promises;
  for (EdgeId e = workspace.node(id).first_edge; e != kNoEdge; e = workspace.edges()[e].next)
    if (workspace.edges()[e].promised != kNoPromise) promises.push_back(workspace.edges()[e].promised);
  for (const Candidate& candidate : workspace.node(id).candidates)
    if (candidate.move && !workspace.has_edge(id, candidate.move)) promises.push_back(candidate.score);
  return promises;
}

}  // namespace

int surprise(const Workspace& workspace, NodeId id, const WayStep& step) {
  std::vector<int> promises = promises_of(workspace, id);
  const bool named = step.promised != kNoPromise;
  const int promise = named ? step.promised : step.score - kUnnamed;
  if (!named) promises.push_back(promise);
  const int likeliest = *std::ranges::max_element(promises);
  std::uint64_t all = 0;
  for (const int other : promises) all += times_chosen(likeliest - other);
  return halvings_to(times_chosen(likeliest - promise), all);
}

}  // namespace bookends
