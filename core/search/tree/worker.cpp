// The root of a thread's search, and its talk with the other threads; the tree is in tree-inl.h.
#include "core/search/tree/worker.h"

#include <cmath>

#include "core/eval/evaluate.h"
#include "core/eval/lone_king.h"
#include "core/eval/weights/games.h"

// The parts of the class, each with its purpose.
#include "core/search/tree/quiescence-inl.h"
#include "core/search/tree/selective-inl.h"
#include "core/search/tree/tree-inl.h"

namespace bookends {

template <const Rules& R>
Worker<R>::Worker(TranspositionTable& table) : table_(table), weights_(&weights<R>) {
  for (std::size_t d = 1; d < 64; ++d)
    for (std::size_t n = 1; n < 64; ++n)
      reductions_[d][n] = static_cast<int>(
          kReductionUnit * (0.75 + 0.45 * std::log(static_cast<double>(d)) * std::log(static_cast<double>(n))));
}

template <const Rules& R>
void Worker<R>::clear() {
  history_.clear();
  correction_.clear();
}

template <const Rules& R>
void Worker<R>::set_net(const std::shared_ptr<const Net<R>>& net) {
  net_ = net ? std::make_unique<NetEvaluator<R>>(net, kMaxPly) : nullptr;
}

template <const Rules& R>
Score Worker<R>::static_evaluation(const P& p, int ply) {
  return net_ && !hunts_ ? net_->evaluate(p, ply) : evaluate<R>(p, *weights_);
}

// As static_evaluation(), but where it is far outside the window it need not be exact.
template <const Rules& R>
Score Worker<R>::quick_evaluation(const P& p, Score alpha, Score beta, int ply) {
  return net_ ? static_evaluation(p, ply) : evaluate_within<R>(p, alpha, beta, *weights_);
}

template <const Rules& R>
void Worker<R>::begin(const Game<R>& game, const MoveList& moves, SearchControl& control, const SearchOptions& options,
                      const Oracle<R>* oracle) {
  control_ = &control;
  oracle_ = oracle;
  oracle_depth_ = options.oracle_depth > 1 ? options.oracle_depth : 0;
  root_ = &game.position();
  whole_root_ = moves.size() == root_->count_legal_moves();
  selective_ = options.selective;
  const bool hunts = net_ && !network_counts<R>(*root_, *weights_);
  // What is learned of one evaluation's errors is nothing to the other.
  if (hunts != hunts_) correction_.clear();
  hunts_ = hunts;
  stopped_ = false;
  statistics_ = {};
  seldepth_ = 0;
  told_ = {};
  next_poll_ = 0;  // asks at once: the stop flag may be set already
  history_.fade();
  frames_.fill({});
  const auto keys = game.keys();
  game_keys_.assign(keys.begin(), keys.end() - 1);
  frame(0).repetition_key = root_->repetition_key();
  frame(0).reversible = static_cast<int>(game_keys_.size());
  frame(0).in_check = root_->in_check();
  may_pass_from_ = 0;

  roots_.clear();
  const OrderingHints none;
  MovePicker<R> picker(*root_, none, history_, moves);
  PickedMove picked;
  while (picker.next(picked)) {
    RootMove& root = roots_.emplace_back();
    root.move = picked.move;
    root.pv.set(picked.move, {});
    root.score = -static_evaluation(root_->after(picked.move), 1);
  }
}

template <const Rules& R>
const SearchStatistics& Worker<R>::statistics() {
  control_->poll(statistics_, told_);
  statistics_.seldepth = std::max(statistics_.seldepth, seldepth_);
  return statistics_;
}

template <const Rules& R>
void Worker<R>::poll() {
  if (control_->poll(statistics_, told_)) stopped_ = true;
  next_poll_ = statistics_.nodes + control_->allowance();
}

template <const Rules& R>
Score Worker<R>::search_root(Score alpha, Score beta, int depth, int first) {
  root_depth_ = depth;
  pv_.clear(0);
  if (!enter(0)) return 0;
  for (const int ply : {1, 2}) frame(ply).cutoffs = 0;
  Node node{.position = *root_,
            .alpha = alpha,
            .beta = beta,
            .depth = depth,
            .ply = 0,
            .cut = false,
            .pv = true,
            .in_check = frame(0).in_check,
            .key = table_key(*root_)};
  judge(node);
  auto best = roots_.begin() + first;
  for (auto it = roots_.begin() + first; it != roots_.end(); ++it) {
    const int number = static_cast<int>(it - roots_.begin()) - first + 1;
    const bool quiet = !it->move.promotes() && !root_->is_capture(it->move);
    const Score score = search_child(node, PickedMove{it->move, quiet}, number, 0);
    if (stopped_) break;
    node.best = std::max(node.best, score);
    if (number > 1 && score <= node.alpha) continue;
    best = it;
    it->score = score;
    it->depth = depth;
    it->seldepth = seldepth_;
    it->lower_bound = score >= beta;
    it->upper_bound = score <= alpha;
    it->pv.set(it->move, pv_.line(1));
    node.best_move = it->move;
    node.alpha = std::max(node.alpha, score);
    if (score >= beta) break;
  }
  std::rotate(roots_.begin() + first, best, best + 1);
  if (!stopped_ && first == 0 && whole_root_) store(node, alpha);
  return node.best;
}

#define BOOKENDS_INSTANTIATE(game) template class Worker<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
