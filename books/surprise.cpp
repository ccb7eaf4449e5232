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

// What searches of a position said of its moves, of those in the book and the others.
std::vector<Candidate> named_replies(const Workspace& workspace, NodeId id) {
  std::vector<Candidate> named;
  for (EdgeId e = workspace.node(id).first_edge; e != kNoEdge; e = workspace.edges()[e].next)
    if (const Edge& edge = workspace.edges()[e]; edge.promised != kNoPromise)
      named.push_back({edge.move, edge.promised});
  for (const Candidate& candidate : workspace.node(id).candidates)
    if (candidate.move && !workspace.has_edge(id, candidate.move)) named.push_back(candidate);
  return named;
}

}  // namespace

int surprise(const Workspace& workspace, NodeId id, const WayStep& step) {
  if (const Override* held = workspace.override_of(id); held != nullptr && held->move == step.move) return 0;
  std::vector<Candidate> named = named_replies(workspace, id);
  auto reply = std::ranges::find(named, step.move, &Candidate::move);
  if (reply == named.end())
    reply = named.insert(reply, {step.move, static_cast<std::int16_t>(std::max(step.score - kUnnamed, -kInfinite))});
  const int promise = reply->score;
  const int likeliest = std::ranges::max(named, {}, &Candidate::score).score;
  std::uint64_t all = 0;
  for (const Candidate& other : named) all += times_chosen(likeliest - other.score);
  return halvings_to(times_chosen(likeliest - promise), all);
}

}  // namespace bookends
