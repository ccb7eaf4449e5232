#include "books/review/exits.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "books/edit/chains.h"
#include "books/edit/paths.h"
#include "core/base/thrown.h"

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

// Threads take one end after the other.
template <const Rules& R>
class EndSearch {
 public:
  EndSearch(const BookGraph& graph, std::vector<BookEnd>& ends, Journal* journal)
      : graph_(graph), ends_(ends), journal_(journal) {}

  Result<void> run(const EvaluatorFactory<R>& make, int threads, Progress& progress) {
    if (!start(make, threads) && !ends_.empty()) return Error{ErrorCode::limit, "the system refuses to start a thread"};
    wait(progress);
    threads_.clear();  // joins
    thrown_.rethrow();
    if (journal_ != nullptr && failed_) failed_ = journal_->sync();
    if (!failed_) return failed_;
    if (done_ < ends_.size()) return Error{ErrorCode::interrupted, "interrupted"};
    return {};
  }

 private:
  bool start(const EvaluatorFactory<R>& make, int threads) {
    try {
      for (int i = 0; i < std::max(1, threads); ++i)
        threads_.emplace_back([this, evaluator = std::shared_ptr<LeafEvaluator<R>>(make())] {
          thrown_.run([&] { work(*evaluator); });
          if (!thrown_.any()) return;
          stop_ = true;
          changed_.notify_one();
        });
    } catch (const std::system_error&) {
    } catch (...) {
      stop_ = true;  // they are waited for
      throw;
    }
    return !threads_.empty();
  }

  void work(LeafEvaluator<R>& evaluator) {
    for (std::size_t i; !stop_ && (i = next_++) < ends_.size();) {
      const SearchTask task{graph_.nodes[ends_[i].node].position, {}};
      std::optional<LeafResult> known = recall(task);
      Result<LeafResult> found = known ? Result<LeafResult>(std::move(*known))
                                       : evaluator.evaluate(position_of<R>(graph_.nodes[ends_[i].node]), {}, stop_);
      const std::lock_guard lock(mutex_);
      if (stop_ && !known) break;  // cut short: no result
      take(i, task, std::move(found), known.has_value());
      changed_.notify_one();
    }
  }

  std::optional<LeafResult> recall(const SearchTask& task) {
    const std::lock_guard lock(mutex_);
    return journal_ == nullptr ? std::nullopt : journal_->find(task);
  }

  // Under the lock.
  void take(std::size_t i, const SearchTask& task, Result<LeafResult> found, bool known) {
    Result<void> kept = found ? Result<void>() : Result<void>(found.error());
    if (kept && journal_ != nullptr && !known) kept = journal_->add(task, *found);
    if (!kept) {
      failed_ = kept;
      stop_ = true;
      return;
    }
    ends_[i].deeper = std::move(*found);
    ++done_;
  }

  void wait(Progress& progress) {
    std::unique_lock lock(mutex_);
    while (done_ < ends_.size() && !stop_) {
      changed_.wait_for(lock, std::chrono::milliseconds(100));
      ProgressUpdate update;
      update.task = "ends";
      update.done = static_cast<double>(done_);
      update.total = static_cast<double>(ends_.size());
      update.unit = "ends";
      progress.update(update);
      if (progress.stop_requested()) stop_ = true;
    }
  }

  const BookGraph& graph_;
  std::vector<BookEnd>& ends_;
  Journal* journal_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;  // guards done_, failed_ and the journal
  std::condition_variable changed_;
  std::size_t done_ = 0;
  Result<void> failed_{};  // the first error of an evaluator or the journal
  Thrown thrown_;
  std::vector<std::jthread> threads_;
};

}  // namespace

template <const Rules& R>
Result<void> check_ends(const BookGraph& graph, const EvaluatorFactory<R>& evaluators, int threads,
                        std::vector<BookEnd>& ends, Progress& progress, Journal* journal) {
  return EndSearch<R>(graph, ends, journal).run(evaluators, threads, progress);
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
