#include "books/surprise.h"

#include <algorithm>
#include <cassert>
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
  assert(loss >= 0);
  loss = std::min(loss, kHalving * kMostHalvings);
  const int part = loss % kHalving;
  return (kOften >> loss / kHalving) * static_cast<std::uint64_t>(2 * kHalving - part) / (2 * kHalving);
}

int halvings_to(std::uint64_t share, std::uint64_t all) {
  int cost = 0;
  for (; all >= 2 * share; share *= 2) cost += kHalving;
  return cost + static_cast<int>(kHalving * (all - share) / share);
}

// What the search of a position said of a move. An edge that was there before the search knows nothing of it.
std::int16_t promise_of(const Workspace& workspace, NodeId id, Move move, std::int16_t of_edge) {
  if (of_edge != kNoPromise) return of_edge;
  for (const Candidate& candidate : workspace.node(id).candidates)
    if (candidate.move && candidate.move == move) return candidate.score;
  return kNoPromise;
}

// Of all moves that have one, in the book or not.
std::vector<int> promises_of(const Workspace& workspace, NodeId id) {
  std::vector<int> promises;
  const auto add = [&](std::int16_t promise) {
    if (promise != kNoPromise) promises.push_back(promise);
  };
  for (EdgeId e = workspace.node(id).first_edge; e != kNoEdge; e = workspace.edges()[e].next)
    add(promise_of(workspace, id, workspace.edges()[e].move, workspace.edges()[e].promised));
  for (const Candidate& candidate : workspace.node(id).candidates)
    if (candidate.move && !workspace.has_edge(id, candidate.move)) add(candidate.score);
  return promises;
}

}  // namespace

int surprise(const Workspace& workspace, NodeId id, const WayStep& step) {
  if (const Override* held = workspace.override_of(id); held != nullptr && held->move == step.move) return 0;
  std::vector<int> promises = promises_of(workspace, id);
  int promise = promise_of(workspace, id, step.move, static_cast<std::int16_t>(step.promised));
  if (promise == kNoPromise) promises.push_back(promise = step.score - kUnnamed);
  const int likeliest = *std::ranges::max_element(promises);
  std::uint64_t all = 0;
  for (const int other : promises) all += times_chosen(likeliest - other);
  return halvings_to(times_chosen(likeliest - promise), all);
}

}  // namespace bookends
