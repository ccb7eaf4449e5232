// Negamax: every score is from the point of view of the side to move in the node that returns it, and a parent negates
// what its children return. Principal variation search: the first move gets the full window, the others are only
// asked to refute that they are better, with a window of one point, and searched again when they are. Scores are
// fail-soft.
#pragma once

#include <utility>

#include "core/eval/evaluate.h"
#include "core/search/tree/clocks.h"
#include "core/search/tree/worker.h"

namespace bookends {

namespace {

inline constexpr Score kMuchBetter = 60;
inline constexpr int kImprovedDepth = 5;
// What a cutoff teaches the histories, by the depth it took.
inline constexpr int kBonusPerPly = 250;
inline constexpr int kBonusBase = -150;
inline constexpr int kMostBonus = 1800;
// What the evaluation before and after a quiet move teaches the history of that move, by centipawns.
inline constexpr int kEvaluationBonus = 8;
inline constexpr int kMostEvaluationBonus = 1300;
inline constexpr int kUsualLoss =
    12;  // centipawns: what both evaluations come to on average, as each includes the turn
// The reduced move that led here lost so much by the evaluation that less depth will show it to be bad.
inline constexpr Score kBlunder = 100;

// A probe of a table that is not in memory takes as long as so many nodes, at which the clock is looked at as often.
inline constexpr std::uint64_t kNodesOfAProbe = 128;

}  // namespace

// False when the search has to stop.
template <const Rules& R>
bool Worker<R>::enter(int ply) {
  if (statistics_.nodes >= next_poll_) poll();
  if (stopped_) return false;
  seldepth_ = std::max(seldepth_, ply);
  return true;
}

// ---- What a position is worth without searching it ----

// A position that stood on the path of this search is a draw at once: if repeating it was best once, it will be again.
// Positions of the game before the root count as the rules say.
template <const Rules& R>
bool Worker<R>::repeated(int ply) const {
  const Key key = frame(ply).repetition_key;
  const int reach = frame(ply).reversible;
  int seen = 1;
  for (int back = 4; back <= reach; back += 2) {
    const int at_ply = ply - back;
    if (at_ply >= 0) {
      if (frame(at_ply).repetition_key == key) return true;
      continue;
    }
    const int i = static_cast<int>(game_keys_.size()) + at_ply;
    if (i < 0) break;
    if (game_keys_[static_cast<std::size_t>(i)] == key && ++seen >= R.repetition) return true;
  }
  return false;
}

template <const Rules& R>
Score Worker<R>::score_without_moves(bool in_check, int ply) const {
  return in_check || R.stalemate == Stalemate::loses ? loss_in(ply) : kDraw;
}

template <const Rules& R>
std::optional<Score> Worker<R>::oracle_value(const P& p, int ply) {
  if (oracle_ == nullptr || count(p.occupied()) > oracle_->max_men()) return std::nullopt;
  const std::optional<OracleValue> value = oracle_->value(p);
  next_poll_ -= std::min(next_poll_, kNodesOfAProbe);
  if (!value) return std::nullopt;
  ++statistics_.oracle_hits;
  if (value->wdl == OracleValue::Wdl::draw) return kDraw;
  const bool win = value->wdl == OracleValue::Wdl::win;
  const int plies = ply + value->plies;
  if (value->plies < 0 || plies > kMate - kMateBound) return win ? kTableWin - ply : -kTableWin + ply;
  return win ? win_in(plies) : loss_in(plies);
}

template <const Rules& R>
std::optional<Score> Worker<R>::known_value(const P& p, int depth, int ply) {
  if (repeated(ply)) return kDraw;
  if (rule_draw<R>(p) != Ending::none) {
    // The last move of a limit may still mate (or stalemate, where that loses).
    const bool over = (R.stalemate == Stalemate::loses || p.in_check()) && !p.has_legal_move();
    return over ? score_without_moves(p.in_check(), ply) : kDraw;
  }
  if (depth >= oracle_depth_)
    if (const auto value = oracle_value(p, ply)) return value;
  if (ply >= kMaxPly) return static_evaluation(p, ply);
  return std::nullopt;
}

// Positions that differ in a running count, or in a move limit that is near, are worth different things; and what the
// network said of them before a hunt is on another scale.
template <const Rules& R>
Key Worker<R>::table_key(const P& p) const {
  const Key key = p.key() ^ (hunts_ ? kHuntKey : 0);
  if constexpr (R.counting != Counting::none)
    if (p.count().running()) return key ^ mixed(static_cast<std::uint64_t>(p.count().limit) << 16 | p.count().plies);
  return key ^ clock_key<R>(p.halfmove_clock());
}

// ---- The main search ----

template <const Rules& R>
typename Worker<R>::P Worker<R>::descend(const Node& node, Move m) {
  const P& from = node.position;
  const P to = from.after(m);
  ++statistics_.nodes;
  table_.prefetch(table_key(to) ^ seeking_key(node.alpha, node.beta));
  const Frame& here = frame(node.ply);
  Frame& next = frame(node.ply + 1);
  next.repetition_key = to.repetition_key();
  next.reversible = from.is_zeroing(m) ? 0 : here.reversible + 1;
  next.place = History<R>::place(from.at(m.from()).kind(), m.to());
  next.in_check = to.in_check();
  next.arrived = true;
  next.doubled = here.doubled;
  next.excluded = Move();
  next.reduced = 0;
  next.quiet = History<R>::kNoSquares;
  return to;
}

template <const Rules& R>
Context Worker<R>::context(const Node& node) const {
  return {frame(node.ply).place, node.ply > 0 ? frame(node.ply - 1).place : Context::kNone,
          History<R>::structure_of(node.position)};
}

template <const Rules& R>
OrderingHints Worker<R>::hints(const Node& node) const {
  return {node.entry ? node.entry->move : Move(), frame(node.ply).killers, context(node)};
}

template <const Rules& R>
Score Worker<R>::negamax(const P& p, Score alpha, Score beta, int depth, int ply, bool cut) {
  pv_.clear(ply);
  const bool in_check = frame(ply).in_check;
  if (depth <= 0) return quiescence(p, alpha, beta, ply);
  frame(ply).arrived = false;
  if (!enter(ply)) return 0;
  const bool whole = !frame(ply).excluded;
  if (whole)
    if (const auto known = known_value(p, depth, ply)) return *known;
  // No line from here is better than mating on the next ply or worse than being mated now.
  alpha = std::max(alpha, loss_in(ply));
  beta = std::min(beta, win_in(ply + 1));
  if (alpha >= beta) return alpha;

  Node node{.position = p,
            .alpha = alpha,
            .beta = beta,
            .depth = depth,
            .ply = ply,
            .cut = cut,
            .pv = beta - alpha > 1,
            .in_check = in_check,
            .key = table_key(p) ^ seeking_key(alpha, beta)};
  const auto score = table_cutoff(node);
  if (score && whole) return *score;
  judge(node);
  if (selective_ && whole)
    if (const auto pruned = judge_and_prune(node)) return *pruned;
  frame(ply + 2).cutoffs = 0;
  frame(ply + 2).killers = {};
  return search_moves(node);
}

template <const Rules& R>
std::optional<Score> Worker<R>::judge_and_prune(Node& node) {
  judge_last_move(node);
  if (const auto pruned = prune(node)) return pruned;
  // Without a move to try first, a shallower search finds one cheaper.
  const bool has_move = node.entry && node.entry->move;
  if (node.depth >= 4 && (node.pv || node.cut) && !has_move && !seeks_mate(node.alpha, node.beta)) --node.depth;
  return std::nullopt;
}

template <const Rules& R>
std::optional<Score> Worker<R>::table_cutoff(Node& node) {
  ++statistics_.table_probes;
  node.entry = table_.probe(node.key);
  if (!node.entry) return std::nullopt;
  ++statistics_.table_hits;
  const TableEntry& e = *node.entry;
  // A principal variation is searched again for the sake of a full line.
  if (node.pv || (selective_ ? e.depth < node.depth : e.depth != node.depth)) return std::nullopt;
  if (!within_limit<R>(e.score, node.position.halfmove_clock())) return std::nullopt;
  const Score score = from_table(e.score, node.ply);
  if (e.bound == Bound::exact) return score;
  if (e.bound == Bound::lower && score >= node.beta) return score;
  if (e.bound == Bound::upper && score <= node.alpha) return score;
  return std::nullopt;
}

template <const Rules& R>
Score Worker<R>::corrected(const P& p, Score raw) const {
  return std::clamp(raw + correction_.of(p), -kMaxEvaluation, kMaxEvaluation);
}

// The static evaluation, what the table makes of it, and whether things have got better since our last move.
template <const Rules& R>
void Worker<R>::judge(Node& node) {
  Frame& here = frame(node.ply);
  if (node.in_check) return;
  const bool cached = node.entry && node.entry->evaluation != TableEntry::kNoEvaluation;
  node.raw_evaluation = cached ? node.entry->evaluation : static_evaluation(node.position, node.ply);
  here.evaluation = node.evaluation = corrected(node.position, node.raw_evaluation);
  const int before = node.ply >= 2 && !frame(node.ply - 2).in_check ? node.ply - 2 : node.ply - 4;
  node.improving = before >= 0 && !frame(before).in_check && here.evaluation > frame(before).evaluation;
  if (!node.entry) return;
  const Score score = from_table(node.entry->score, node.ply);
  const Bound telling = score > node.evaluation ? Bound::lower : Bound::upper;
  if (is_open(score) && (node.entry->bound == Bound::exact || node.entry->bound == telling)) node.evaluation = score;
}

// The evaluations before and after the move that led here say how good it was, before anything is searched.
template <const Rules& R>
void Worker<R>::judge_last_move(Node& node) {
  if (node.ply == 0 || node.in_check || frame(node.ply - 1).in_check) return;
  Frame& here = frame(node.ply);
  const Score lost = here.evaluation + frame(node.ply - 1).evaluation;
  if (here.quiet >= 0) {
    const int bonus = kEvaluationBonus * (kUsualLoss - lost);
    history_.reward_squares(here.quiet, std::clamp(bonus, -kMostEvaluationBonus, kMostEvaluationBonus));
  }
  const bool can_be_less = here.reduced > 0 && node.depth >= 2 && !seeks_mate(node.alpha, node.beta);
  if (!can_be_less || lost <= kBlunder) return;
  --node.depth;
  ++here.reduced;
}

template <const Rules& R>
Score Worker<R>::search_child(const Node& node, const PickedMove& picked, int number, int extension) {
  const P next = descend(node, picked.move);
  frame(node.ply + 1).quiet = picked.squares;
  if (extension > 1) ++frame(node.ply + 1).doubled;
  const Score alpha = node.alpha, beta = node.beta;
  const int ply = node.ply + 1;
  int depth = node.depth - 1 + extension;
  if (number == 1) return -negamax(next, -beta, -alpha, depth, ply, !node.pv && !node.cut);
  int r = std::max(0, reduction(node, picked, number) - frame(ply).in_check);
  frame(ply).reduced = r;
  Score score = -negamax(next, -alpha - 1, -alpha, depth - r, ply, true);
  r = std::exchange(frame(ply).reduced, 0);  // with what the child took off itself
  if (r > 0 && score > alpha && !stopped_) {
    // Much better than hoped deserves a closer look than was planned; hardly better, a shorter one.
    depth += (score > node.best + kMuchBetter) - (score < node.best + depth);
    if (depth > node.depth - 1 + extension - r) score = -negamax(next, -alpha - 1, -alpha, depth, ply, !node.cut);
  }
  if (score > alpha && score < beta && !stopped_) score = -negamax(next, -beta, -alpha, depth, ply, false);
  return score;
}

// A better move has been found. Near the leaves a second one is rare, and the rest of them are searched a ply less.
template <const Rules& R>
void Worker<R>::raise_alpha(Node& node, Move m, Score score) {
  node.alpha = score;
  node.best_move = m;
  pv_.extend(node.ply, m);
  const bool near = node.depth > 1 && node.depth <= kImprovedDepth;
  if (selective_ && near && score < node.beta && is_open(score) && is_open(node.beta)) --node.depth;
}

template <const Rules& R>
Score Worker<R>::search_moves(Node& node) {
  const Score alpha = node.alpha;
  const Move excluded = frame(node.ply).excluded;
  const OrderingHints ordering = hints(node);
  MovePicker<R> picker(node.position, ordering, history_, Moves::all, node.in_check);
  Tried quiets, captures;
  ++statistics_.inner_nodes;
  int tried = 0;
  PickedMove picked;
  while (picker.next(picked)) {
    if (picked.move == excluded) continue;
    if (skip(node, picked, tried, picker)) continue;
    std::optional<Score> cutoff;
    const int extension = extension_of(node, picked.move, cutoff);
    if (stopped_) return 0;
    if (cutoff) return *cutoff;
    ++tried;
    const Score score = search_child(node, picked, tried, extension);
    if (stopped_) return 0;
    if (score > node.best) node.best = score;
    if (score > node.alpha) {
      raise_alpha(node, picked.move, score);
      if (score >= node.beta) {
        ++statistics_.cutoffs;
        ++frame(node.ply).cutoffs;
        if (tried == 1) ++statistics_.first_move_cutoffs;
        reward_cutoff(node, picked, quiets, captures, picker);
        break;
      }
    }
    (picked.quiet ? quiets : captures).add(picked.move);
  }
  if (tried == 0) return excluded ? alpha : score_without_moves(node.in_check, node.ply);
  if (!excluded) {
    learn(node, alpha);
    store(node, alpha);
  }
  return node.best;
}

template <const Rules& R>
void Worker<R>::store(const Node& node, Score alpha) {
  TableEntry entry;
  entry.move = node.best_move;
  entry.score = to_table(node.best, node.ply);
  entry.evaluation = node.raw_evaluation;
  entry.depth = node.depth;
  entry.bound = node.best >= node.beta ? Bound::lower : node.best > alpha ? Bound::exact : Bound::upper;
  table_.store(node.key, entry);
}

// What the search found, against what the evaluation said: where the score is only a bound, when it contradicts.
template <const Rules& R>
void Worker<R>::learn(const Node& node, Score alpha) {
  if (!selective_ || node.in_check || !is_open(node.best)) return;
  const bool quiet = !node.best_move || (!node.best_move.promotes() && !node.position.is_capture(node.best_move));
  const Score seen = frame(node.ply).evaluation;
  const bool contradicts = (node.best < node.beta || node.best > seen) && (node.best > alpha || node.best < seen);
  if (quiet && contradicts) correction_.learn(node.position, node.depth, node.best - node.raw_evaluation);
}

template <const Rules& R>
void Worker<R>::reward_cutoff(const Node& node, const PickedMove& best, const Tried& quiets, const Tried& captures,
                              const MovePicker<R>& picker) {
  const P& p = node.position;
  const int bonus = std::min(kBonusPerPly * node.depth + kBonusBase, kMostBonus);
  const auto kind = [&](Move m) { return p.at(m.from()).kind(); };
  const auto of_quiet = [&](Move m, int by) {
    history_.reward_quiet(p.turn(), kind(m), m, context(node), picker.threats().attacked(), by);
  };
  const auto of_capture = [&](Move m, int by) { history_.reward_capture(kind(m), m.to(), victim_of(p, m), by); };
  if (best.quiet) {
    Frame& f = frame(node.ply);
    if (f.killers[0] != best.move) f.killers = {best.move, f.killers[0]};
    of_quiet(best.move, bonus);
    for (const Move m : quiets) of_quiet(m, -bonus);
  } else {
    of_capture(best.move, bonus);
  }
  for (const Move m : captures) of_capture(m, -bonus);
}

}  // namespace bookends
