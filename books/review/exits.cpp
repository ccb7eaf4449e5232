#include "books/review/exits.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "books/edit/chains.h"
#include "books/edit/paths.h"
#include "core/base/batch.h"

namespace bookends {

Score BookEnd::drop() const { return searched() && book_score ? *book_score - deeper.candidates.front().score : 0; }

namespace {

std::vector<NodeId> next_by_book(const BookGraph& graph) {
  std::vector<NodeId> next;
  for (NodeId n = 0; n < graph.size(); ++n) next.push_back(graph.child(n, graph.nodes[n].move));
  return next;
}

// One position, the first that is cheapest to get to, of each circle that has any without a score.
std::vector<bool> unknown_circles(const BookGraph& graph, const std::vector<NodeId>& next, const BookPaths& paths) {
  const Chains chains(next);
  std::vector<bool> chosen(graph.size()), seen(graph.size());
  for (NodeId n = 0; n < graph.size(); ++n) {
    if (!chains.on_cycle[n] || seen[n]) continue;
    NodeId best = kNoNode;
    for (NodeId at = n; !seen[at]; at = next[at]) {
      seen[at] = true;
      if (has_score(graph.nodes[at].entry) || !paths.reached(at)) continue;
      if (best == kNoNode || paths.cost[at] < paths.cost[best]) best = at;
    }
    if (best != kNoNode) chosen[best] = true;
  }
  return chosen;
}

}  // namespace

std::vector<BookEnd> ends_of(const BookGraph& graph) {
  PathRules rules;
  rules.side = graph.header.side;
  const BookPaths paths = cheapest_paths(graph, rules);
  const std::vector<NodeId> next = next_by_book(graph);
  const std::vector<bool> circles = unknown_circles(graph, next, paths);
  std::vector<BookEnd> ends;
  for (NodeId n = 0; n < graph.size(); ++n) {
    const BookEntry& entry = graph.nodes[n].entry;
    if (is_certain(entry) || !paths.reached(n)) continue;
    if (next[n] != kNoNode && !circles[n]) continue;
    ends.push_back({n, paths.cost[n], {}, score_of(entry)});
  }
  std::stable_sort(ends.begin(), ends.end(), [](const BookEnd& a, const BookEnd& b) { return a.cost < b.cost; });
  return ends;
}

namespace {

// The searches of ends, by several threads; what the journal knows is not searched.
template <const Rules& R>
class EndSearches {
 public:
  EndSearches(const BookGraph& graph, std::vector<BookEnd>& ends, Journal* journal)
      : graph_(graph), ends_(ends), journal_(journal) {}

  Result<void> run(const EvaluatorFactory<R>& evaluators, std::size_t threads, Progress& progress) {
    while (workers_.size() < std::min(threads, ends_.size())) workers_.push_back(evaluators());
    const auto work = [&](std::size_t worker, std::size_t end) { return search(*workers_[worker], ends_[end]); };
    const auto pulse = [&](std::size_t done) {
      ProgressUpdate update;
      update.task = "ends";
      update.done = static_cast<double>(done);
      update.total = static_cast<double>(ends_.size());
      update.unit = "ends";
      progress.update(update);
      return !progress.stop_requested();
    };
    std::size_t done = 0;
    const Result<void> ran = run_batch({ends_.size(), workers_.size(), work, pulse}, stop_, done);
    if (journal_ == nullptr || (!ran && ran.error().code != ErrorCode::interrupted)) return ran;
    const Result<void> synced = journal_->sync();
    return synced ? ran : synced;
  }

 private:
  Result<void> search(LeafEvaluator<R>& evaluator, BookEnd& end) {
    const GraphNode& node = graph_.nodes[end.node];
    const SearchTask task{node.position, {}};
    if (std::optional<LeafResult> known = recall(task)) {
      end.deeper = std::move(*known);
      return {};
    }
    Result<LeafResult> found = evaluator.evaluate(position_of<R>(node), {}, stop_);
    const std::lock_guard lock(mutex_);
    if (stop_) return Error{ErrorCode::interrupted, "interrupted"};  // cut short: no result
    Result<void> kept = found ? Result<void>() : Result<void>(found.error());
    if (kept && journal_ != nullptr) kept = journal_->add(task, *found);
    if (!kept) stop_ = true;  // nothing is added after an error
    if (kept) end.deeper = std::move(*found);
    return kept;
  }

  std::optional<LeafResult> recall(const SearchTask& task) {
    const std::lock_guard lock(mutex_);
    return journal_ == nullptr ? std::nullopt : journal_->find(task);
  }

  const BookGraph& graph_;
  std::vector<BookEnd>& ends_;
  std::mutex mutex_;  // guards the journal
  Journal* const journal_;
  std::atomic<bool> stop_{false};  // outlives the evaluators, which see it
  std::vector<std::unique_ptr<LeafEvaluator<R>>> workers_;
};

}  // namespace

template <const Rules& R>
Result<void> check_ends(const BookGraph& graph, const EvaluatorFactory<R>& evaluators, int threads,
                        std::vector<BookEnd>& ends, Progress& progress, Journal* journal) {
  return EndSearches<R>(graph, ends, journal).run(evaluators, static_cast<std::size_t>(std::max(1, threads)), progress);
}

namespace {

bool is_better_known(const BookEnd& end, const BookEntry& entry) {
  if (!end.searched() || entry.manual) return false;
  return end.deeper.state == NodeState::table || end.deeper.depth > entry.depth;
}

void take_over(const BookEnd& end, GraphNode& node) {
  const Candidate& best = end.deeper.candidates.front();
  node.move = best.move;
  node.entry.score = best.score;
  node.entry.depth = end.deeper.depth;
  node.entry.from_table = end.deeper.state == NodeState::table;
  if (node.entry.from_table)
    node.entry.proof = best.score >= kTableWin ? Proof::win : best.score <= -kTableWin ? Proof::loss : Proof::draw;
  node.far_sighted = true;  // where its move goes on in the book; revalue() sees to that
}

}  // namespace

// Where a move of the book is worth more than what the search found, the book's value stays: such an end takes nothing
// over.
template <const Rules& R>
std::size_t adopt(BookGraph& graph, const std::vector<BookEnd>& ends) {
  std::vector<const BookEnd*> taken;
  for (const BookEnd& end : ends) {
    GraphNode& node = graph.nodes[end.node];
    if (!is_better_known(end, node.entry)) continue;
    take_over(end, node);
    taken.push_back(&end);
  }
  revalue<R>(graph);
  return static_cast<std::size_t>(std::ranges::count_if(taken, [&](const BookEnd* end) {
    const GraphNode& node = graph.nodes[end->node];
    const Candidate& best = end->deeper.candidates.front();
    return node.move == best.move && node.entry.score == best.score && node.entry.depth == end->deeper.depth;
  }));
}

#define BOOKENDS_INSTANTIATE(game)                                                                           \
  template Result<void> check_ends<games::game>(const BookGraph&, const EvaluatorFactory<games::game>&, int, \
                                                std::vector<BookEnd>&, Progress&, Journal*);                 \
  template std::size_t adopt<games::game>(BookGraph&, const std::vector<BookEnd>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
