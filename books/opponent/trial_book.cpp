#include "books/opponent/trial_book.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "books/opponent/expected_points.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

// Games that what a search says is worth, and by how much one game, as it is judged, is off. Where that was measured it
// was 2 and 0.053; these are more cautious of games, and what the matches were played by.
constexpr double kPrior = 4;
constexpr double kSpread = 0.073 * kWholePoint;

constexpr std::uint32_t kGamesToSearch = 2;

std::uint64_t scrambled(std::uint64_t x) {  // splitmix64 (Steele and others 2014)
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// Of mean 0 and variance 1: the sum of four even draws, which is near a normal distribution.
double deviation(std::uint64_t luck) {
  double sum = 0;
  for (int part = 0; part < 4; ++part) sum += static_cast<double>((luck >> (16 * part)) & 0xffffu) / 65536;
  return (sum - 2) * std::sqrt(3.0);
}

}  // namespace

template <const Rules& R>
Result<void> TrialBook<R>::plant(const std::vector<Override>& overrides) {
  const Result<void> planted = bookends::plant<R>(workspace_);
  workspace_.set_overrides(overrides);
  visits_.resize(workspace_.size());
  for (const NodeId start : workspace_.starts())
    if (is_own(start)) make_due(start);
  return planted;
}

template <const Rules& R>
bool TrialBook<R>::has_choice(NodeId id) const {
  return is_own(id) && workspace_.node(id).state == NodeState::searched;
}

template <const Rules& R>
std::span<const Candidate> TrialBook<R>::candidates(NodeId id) const {
  const Node& node = workspace_.node(id);
  return std::span(node.candidates).first(static_cast<std::size_t>(node.candidate_count()));
}

template <const Rules& R>
typename TrialBook<R>::Tally TrialBook<R>::of_move(NodeId id, Move move) const {
  for (EdgeId e = workspace_.node(id).first_edge; e != kNoEdge; e = workspace_.edges()[e].next)
    if (workspace_.edges()[e].move == move) return tallies_[e];
  return {};
}

template <const Rules& R>
double TrialBook<R>::mean(NodeId id, const Candidate& candidate) const {
  const Tally tally = of_move(id, candidate.move);
  return (static_cast<double>(tally.points) + kPrior * expected_points(candidate.score)) / (tally.games + kPrior);
}

template <const Rules& R>
double TrialBook<R>::error(NodeId id, const Candidate& candidate) const {
  return kSpread / std::sqrt(of_move(id, candidate.move).games + kPrior);
}

template <const Rules& R>
Move TrialBook<R>::draw(NodeId id, std::uint64_t luck) const {
  if (const Override* held = workspace_.override_of(id)) return held->move;
  Move drawn;
  double most = 0;
  for (const Candidate& candidate : candidates(id)) {
    luck = scrambled(luck);
    const double worth = mean(id, candidate) + error(id, candidate) * deviation(luck);
    if (drawn && worth <= most) continue;
    drawn = candidate.move;
    most = worth;
  }
  return drawn;
}

template <const Rules& R>
NodeId TrialBook<R>::reach(const Position<R>& position) {
  const NodeId id = find_or_add<R>(workspace_, position);
  visits_.resize(workspace_.size());
  return id;
}

template <const Rules& R>
void TrialBook<R>::make_due(NodeId id) {
  if (visits_[id].due || workspace_.node(id).state != NodeState::fresh) return;
  visits_[id].due = true;
  due_.push_back(id);
}

// From every position of the game on without the clocks that it came with: the book knows none.
template <const Rules& R>
void TrialBook<R>::add(TrialTask task, const TrialResult& result) {
  NodeId node = start_of(task);
  for (const Move move : result.moves) {
    const Position<R> before = position_of<R>(workspace_, node);
    if (!before.is_legal(move)) return;  // a journal that no build has written
    const Position<R> position = before.after(move);
    const NodeId child = reach(position);
    if (child == kNoNode) return;
    Tally& tally = tallies_[edge_of(node, move, child)];
    ++tally.games;
    tally.points += result.points;
    ++visits_[child].games;
    const bool in_tables = count(position.occupied()) <= workspace_.settings().table_men;
    if (in_tables || (is_own(child) && visits_[child].games >= kGamesToSearch)) make_due(child);
    if (workspace_.node(child).state == NodeState::over) return;
    node = child;
  }
}

template <const Rules& R>
std::vector<LeafJob> TrialBook<R>::due() const {
  std::vector<LeafJob> jobs;
  for (const NodeId id : due_) jobs.push_back({id, {workspace_.node(id).position, {}}});
  return jobs;
}

template <const Rules& R>
EdgeId TrialBook<R>::edge_of(NodeId parent, Move move, NodeId child) {
  if (!workspace_.has_edge(parent, move)) {
    workspace_.add_edge(parent, move, child);
    tallies_.emplace_back();
  }
  EdgeId edge = workspace_.node(parent).first_edge;
  while (workspace_.edges()[edge].move != move) edge = workspace_.edges()[edge].next;
  return edge;
}

template <const Rules& R>
void TrialBook<R>::set_result(NodeId id, const LeafResult& result) {
  workspace_.set_result(id, result);
  std::erase(due_, id);
}

template <const Rules& R>
bool TrialBook<R>::cover(const BookValues& values) {
  const std::size_t before = due_.size();
  const std::vector<Growth> owed = owed_moves<R>(workspace_, values);
  for (const Growth& growth : owed) {
    const NodeId child = reach(position_of<R>(workspace_, growth.parent).after(growth.move));
    if (child == kNoNode) continue;
    edge_of(growth.parent, growth.move, child);
    make_due(child);
  }
  for (const NodeId start : workspace_.starts()) {
    const NodeId replying = is_own(start) ? values.nodes[start].best_child : start;
    if (replying != kNoNode) owe_answers(replying, values);
  }
  return !owed.empty() || due_.size() > before;
}

template <const Rules& R>
typename TrialBook<R>::Tally TrialBook<R>::of_moves(NodeId id) const {
  Tally all;
  for (EdgeId e = workspace_.node(id).first_edge; e != kNoEdge; e = workspace_.edges()[e].next) {
    all.games += tallies_[e].games;
    all.points += tallies_[e].points;
  }
  return all;
}

// To the moves from there that are in the book, and where these answers lead, another one. Where games have shown what
// the opponent replies, there is one.
template <const Rules& R>
void TrialBook<R>::owe_answers(NodeId replying, const BookValues& values) {
  const auto owe = [&](NodeId id) {
    if (id != kNoNode && (is_own(id) || of_moves(id).games == 0)) make_due(id);
  };
  owe(replying);
  for (EdgeId e = workspace_.node(replying).first_edge; e != kNoEdge; e = workspace_.edges()[e].next) {
    const NodeId answering = workspace_.edges()[e].child;
    owe(answering);
    if (answering < values.nodes.size()) owe(values.nodes[answering].best_child);
  }
}

// A win or loss that a search has seen is worth what it said.
template <const Rules& R>
NodeValue TrialBook<R>::own_value(NodeId id) const {
  NodeValue value;
  double most = 0;
  for (const Candidate& candidate : candidates(id)) {
    const double worth = mean(id, candidate) - error(id, candidate);
    if (value.best && worth <= most) continue;
    most = worth;
    value.best = candidate.move;
    const Score score = is_open(candidate.score) ? score_of_points(mean(id, candidate)) : candidate.score;
    value.value = static_cast<std::int16_t>(score);
  }
  return value;
}

template <const Rules& R>
NodeValue TrialBook<R>::replied_value(NodeId id) const {
  NodeValue value;
  const Tally all = of_moves(id);
  if (all.games == 0) {  // no game has come there, but cover() had it searched
    if (const auto searched = candidates(id); !searched.empty()) {
      value.best = searched.front().move;
      value.value = searched.front().score;
    }
    return value;
  }
  std::uint32_t most = 0;
  for (EdgeId e = workspace_.node(id).first_edge; e != kNoEdge; e = workspace_.edges()[e].next)
    if (tallies_[e].games > most) {
      most = tallies_[e].games;
      value.best = workspace_.edges()[e].move;
    }
  value.value = static_cast<std::int16_t>(-score_of_points(static_cast<double>(all.points) / all.games));
  return value;
}

template <const Rules& R>
NodeValue TrialBook<R>::value_of(NodeId id) const {
  const Node& node = workspace_.node(id);
  NodeValue value;
  if (const Override* held = workspace_.override_of(id)) {
    value.value = static_cast<std::int16_t>(held->score);
    value.best = held->move;
  } else if (node.state == NodeState::over || node.state == NodeState::table) {
    value.value = value.lower = value.upper = node.exact;
    value.best = node.candidates[0].move;  // of tables
  } else {
    value = is_own(id) ? own_value(id) : replied_value(id);
  }
  if (value.best) value.best_child = workspace_.child(id, value.best);
  return value;
}

template <const Rules& R>
BookValues TrialBook<R>::values() const {
  BookValues values;
  values.nodes.resize(workspace_.size());
  std::vector<bool> reached(workspace_.size());
  std::queue<NodeId> queue;
  const auto reach = [&](NodeId id) {
    if (id == kNoNode || reached[id]) return;
    reached[id] = true;
    queue.push(id);
  };
  for (const NodeId start : workspace_.starts()) reach(start);
  for (; !queue.empty(); queue.pop()) {
    const NodeId id = queue.front();
    values.nodes[id] = value_of(id);
    if (is_own(id))
      reach(values.nodes[id].best_child);
    else
      for (EdgeId e = workspace_.node(id).first_edge; e != kNoEdge; e = workspace_.edges()[e].next)
        reach(workspace_.edges()[e].child);
  }
  return values;
}

#define BOOKENDS_INSTANTIATE(game) template class TrialBook<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
