#include "books/leaves/leaf_search.h"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include "core/position/outcome.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

// The search takes its own plies off a win of unknown length. They say nothing of the game's, and a book knows one such
// score only.
std::int16_t known_score(Score score) {
  if (score > kTableWin - kMaxPly - 1 && score < kTableWin) score = kTableWin;
  if (score < -kTableWin + kMaxPly + 1 && score > -kTableWin) score = -kTableWin;
  return static_cast<std::int16_t>(std::clamp(score, -kInfinite, kInfinite));
}

SearchOptions search_options(const Effort& effort) {
  SearchOptions made;
  made.hash_bytes = search_table_bytes(effort.nodes);
  made.threads = 1;
  made.multi_pv = effort.lines;
  return made;
}

}  // namespace

// It only just holds the tree of one search: clearing it before every search has to be cheap.
std::size_t search_table_bytes(std::uint64_t nodes) {
  return std::clamp<std::size_t>(std::bit_ceil(nodes) * 16, 1u << 20, 64u << 20);
}

template <const Rules& R>
LeafSearch<R>::LeafSearch(const Oracle<R>* tables, std::shared_ptr<const Net<R>> net)
    : search_(search_options({.nodes = 1})) {
  search_.set_oracle(tables);
  search_.set_net(std::move(net));
}

template <const Rules& R>
LeafResult LeafSearch<R>::run(const Position<R>& position, std::span<const Move> only, Effort effort,
                              const std::atomic<bool>& stop) {
  LeafResult result;
  SearchLimits limits;
  limits.nodes = effort.nodes;
  limits.root_moves.assign(only.begin(), only.end());
  const SearchOptions options = search_options(effort);
  search_.set_options(options);
  // With a smaller table it would find other moves.
  if (search_.table_bytes() < options.hash_bytes) throw std::bad_alloc();
  search_.clear();
  const SearchResult found = search_.run(Game<R>(position), limits, stop);
  for (const SearchLine& line : found.lines) {
    if (result.candidates.size() == kMaxCandidates) break;
    result.candidates.push_back({line.pv.front(), known_score(line.score)});
    result.depth = std::max(result.depth, static_cast<std::uint8_t>(std::clamp(line.depth, 0, 255)));
  }
  return result;
}

#define BOOKENDS_INSTANTIATE(game) template class LeafSearch<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
