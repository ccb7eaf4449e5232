#include "books/leaves/own_candidates.h"

#include <algorithm>

#include "core/rules/games.h"

namespace bookends {

namespace {

constexpr std::uint64_t kShareOfOthers = 4;
constexpr int kWorst = 40;  // centipawns behind the best: what games are tried with
constexpr int kLeast = 5;   // what no other move is nearer to a best one that was looked at more deeply

}  // namespace

template <const Rules& R>
LeafResult own_candidates(LeafSearch<R>& search, const Position<R>& position, std::span<const Move> only,
                          std::uint64_t nodes, const std::atomic<bool>& stop) {
  LeafResult result = search.run(position, only, {nodes, 1}, stop);
  if (result.candidates.empty() || !is_open(result.candidates.front().score)) return result;
  const Candidate best = result.candidates.front();
  const std::uint64_t few = std::max<std::uint64_t>(1, nodes / kShareOfOthers);
  const std::vector<Candidate> lines = search.run(position, only, {few, kMaxCandidates}, stop).candidates;
  const auto same = std::ranges::find(lines, best.move, &Candidate::move);
  for (const Candidate& line : lines) {
    const int top = same != lines.end() ? same->score : lines.front().score;
    const int behind = std::max(kLeast, top - line.score);
    if (line.move == best.move || behind >= kWorst || result.candidates.size() == kMaxCandidates) continue;
    result.candidates.push_back({line.move, static_cast<std::int16_t>(best.score - behind)});
  }
  std::ranges::stable_sort(result.candidates, std::greater{}, &Candidate::score);
  return result;
}

#define BOOKENDS_INSTANTIATE(game)                                                                        \
  template LeafResult own_candidates<games::game>(LeafSearch<games::game>&, const Position<games::game>&, \
                                                  std::span<const Move>, std::uint64_t, const std::atomic<bool>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
