#include "books/proof/prove/place_search.h"

#include <algorithm>
#include <string>

#include "books/leaves/leaf_search.h"

namespace bookends {

namespace {

// Moves that a search of the core names.
constexpr int kNamedMoves = 3;
// From so many centipawns on, a forced end is likely enough to look for it longer.
constexpr Score kPromising = 800;
constexpr std::uint64_t kMateFactor = 10;

template <const Rules& R>
std::size_t tail_bytes(const ProveSettings& settings) {
  return TailSearch<R>::bytes_for(std::max(settings.tail_nodes, kMateFactor * settings.long_nodes));
}

std::size_t look_table_bytes(const ProveSettings& settings, int look) {
  return search_table_bytes(settings.nodes * searches_of_look(look));
}

}  // namespace

Error round_too_large(std::size_t bytes) {
  return {ErrorCode::limit, "the next round may take " + std::to_string(bytes >> 20) +
                                " MB: allow more (--memory), or fewer threads, or make the workspace small (`bookends "
                                "book compact`), to go on"};
}

template <const Rules& R>
PlaceSearch<R>::PlaceSearch(const ProveSettings& settings, const Oracle<R>* tables, const PlanKnowledge& plan)
    : settings_(settings),
      tables_(tables),
      plan_(plan),
      tail_(plan.solved, tables, settings.attacker),
      search_(search_evaluator<R>({settings.nodes, kNamedMoves}, tables)()),
      glance_(search_evaluator<R>({std::max<std::uint64_t>(1, settings.glance_nodes), 1}, tables)()) {}

template <const Rules& R>
Result<PlaceResult> PlaceSearch<R>::look_into(const PlaceTask& task, const std::atomic<bool>& stop) {
  PlaceResult result;
  const Result<Position<R>> unpacked = unpack_position<R>(task.position);
  if (!unpacked) return unpacked.error();
  const Position<R>& position = *unpacked;
  const auto tail = [&](std::uint64_t nodes) {
    result.proved = tail_.run(position, nodes, stop);
    const std::vector<SolvedEntry>& found = tail_.found();
    result.found.insert(result.found.end(), found.begin(), found.end());
    return result.proved;
  };
  // Who only holds the draw seldom wins by force: he looks for that where a search has promised it.
  const bool may_win = settings_.aim == ProofAim::win || task.score >= kPromising;
  const bool is_new = task.only.empty() && task.look == 0;
  if (is_new && may_win && tail(settings_.tail_nodes)) return result;
  Result<LeafResult> searched = search(task, position, stop);
  if (!searched) return searched.error();
  if (stop) return result;
  result.candidates = std::move(searched->candidates);
  const Score best = result.candidates.empty() ? -kInfinite : result.candidates.front().score;
  if (best >= kTableWin - kMaxPly)
    tail(kMateFactor * settings_.long_nodes);
  else if (best >= kPromising)
    tail(settings_.long_nodes);
  if (result.proved || settings_.glance_nodes == 0) return result;
  for (const Candidate& candidate : result.candidates)
    if (const Result<void> done = glance_at_replies(position.after(candidate.move), result.replies, stop); !done)
      return done.error();
  return result;
}

// A longer look comes seldom: its search has a table of its own only for as long as it takes.
template <const Rules& R>
Result<LeafResult> PlaceSearch<R>::search(const PlaceTask& task, const Position<R>& position,
                                          const std::atomic<bool>& stop) {
  if (task.look == 0) return search_->evaluate(position, task.only, stop);
  const SearchEvaluatorOptions longer{settings_.nodes * searches_of_look(task.look), kNamedMoves};
  return search_evaluator<R>(longer, tables_)()->evaluate(position, task.only, stop);
}

template <const Rules& R>
std::size_t PlaceSearch<R>::most_held_bytes() const {
  return tail_bytes<R>(settings_);
}

template <const Rules& R>
std::size_t PlaceSearch<R>::look_bytes(int look) const {
  return look_table_bytes(settings_, look);
}

template <const Rules& R>
std::size_t PlaceSearch<R>::most_bytes(const ProveSettings& settings) {
  return tail_bytes<R>(settings) + look_table_bytes(settings, kMostLooks);
}

// Those that will be new places of the plan.
template <const Rules& R>
Result<void> PlaceSearch<R>::glance_at_replies(const Position<R>& after, std::vector<ReplyScore>& scores,
                                               const std::atomic<bool>& stop) {
  if (known_fate(after, settings_.attacker, tables_, settings_.aim).fate != Fate::open) return {};
  const auto replies = open_replies(after, settings_.attacker, tables_, settings_.aim, plan_.solved);
  if (!replies) return {};
  for (const Position<R>& reply : *replies) {
    if (plan_.has(reply.key())) continue;
    const Result<LeafResult> seen = glance_->evaluate(reply, {}, stop);
    if (!seen) return seen.error();
    if (!seen->candidates.empty()) scores.push_back({reply.key(), seen->candidates.front().score});
  }
  return {};
}

#define BOOKENDS_INSTANTIATE(game) template class PlaceSearch<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
