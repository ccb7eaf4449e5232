// What the search leaves out, searches to a lesser depth, or to a greater one. The margins are in centipawns. None of
// it applies where a win is known or being looked for, and none when the search is not selective.
#pragma once

#include <utility>

#include "core/search/tree/worker.h"

namespace bookends {

namespace {

// Passing is no worse than the best move only where some move is good; with little left on the board zugzwang is
// common. So many pieces beside king and pawns are needed to pass, and to be far above beta without a search.
inline constexpr int kPiecesToPass = 2;

inline constexpr int kRazorDepth = 3;
inline constexpr int kRazorMargin = 250;
inline constexpr int kReverseFutilityDepth = 8;
inline constexpr int kReverseFutilityMargin = 75;
inline constexpr int kNullDepth = 3;
inline constexpr int kNullReduction = 4;  // and a third of the depth, and what the evaluation is above beta
inline constexpr int kNullStep = 150;     // centipawns for a ply
inline constexpr int kNullMostSteps = 6;
inline constexpr int kVerifyNullDepth = 10;
inline constexpr int kProbableCutDepth = 5;
inline constexpr int kProbableCutMargin = 180;
inline constexpr int kLateMoveDepth = 8;
inline constexpr int kHistoryDepth = 4;
inline constexpr int kHistoryMargin = 4000;
inline constexpr int kFutilityDepth = 7;
inline constexpr int kFutilityBase = 80;
inline constexpr int kFutilityMargin = 75;
inline constexpr int kQuietExchangeDepth = 7;
inline constexpr int kQuietExchange = 20;
inline constexpr int kCaptureExchangeDepth = 6;
inline constexpr int kCaptureExchange = 100;
inline constexpr int kSingularDepth = 7;
inline constexpr int kMostDoubled = 6;
inline constexpr int kCutoffsToReduce = 3;  // more than these

// Depths by which a move that is first in the order but not alone in being good is searched less.
inline constexpr int kNotAlone = -1;

}  // namespace

// ---- Whole nodes ----

template <const Rules& R>
bool Worker<R>::can_pass(const P& p) const {
  const Bitboard pieces = p.pieces(p.turn()) & ~(p.pieces(Kind::pawn) | p.pieces(Kind::king));
  // A side without a move is lost or drawn already, and must not be saved by passing.
  return count(pieces) >= kPiecesToPass && p.has_legal_move();
}

template <const Rules& R>
std::optional<Score> Worker<R>::prune(const Node& node) {
  if (node.pv || node.in_check || !is_open(node.beta)) return std::nullopt;
  if (const auto score = razor(node)) return score;
  if (node.evaluation >= node.beta) {
    const int margin = kReverseFutilityMargin * (node.depth - node.improving);
    const bool far_above = node.depth <= kReverseFutilityDepth && node.evaluation - margin >= node.beta;
    const bool worth_passing = node.depth >= kNullDepth && frame(node.ply).place != Context::kNone &&
                               node.ply >= may_pass_from_ && frame(node.ply).evaluation >= node.beta - 20 * node.depth;
    if ((far_above || worth_passing) && can_pass(node.position)) {
      if (far_above) return node.beta + (node.evaluation - node.beta) / 3;
      if (const auto score = null_move(node)) return score;
      if (stopped_) return std::nullopt;
    }
  }
  return probable_cut(node);
}

// So far below alpha that only captures could help: see whether they do.
template <const Rules& R>
std::optional<Score> Worker<R>::razor(const Node& node) {
  const Score hope = node.evaluation + kRazorMargin * (1 + node.depth * node.depth);
  if (node.depth > kRazorDepth || hope > node.alpha) return std::nullopt;
  const Score score = quiescence(node.position, node.alpha, node.beta, node.ply);
  if (stopped_ || score > node.alpha) return std::nullopt;
  return score;
}

// If the opponent, moving twice, cannot get below beta, a real move will not either.
template <const Rules& R>
std::optional<Score> Worker<R>::null_move(const Node& node) {
  P next = node.position;
  next.play_null();
  table_.prefetch(table_key(next));
  Frame& f = frame(node.ply + 1);
  f.repetition_key = next.repetition_key();
  f.reversible = 0;
  f.place = Context::kNone;
  f.in_check = false;
  f.arrived = false;
  f.doubled = frame(node.ply).doubled;
  f.excluded = Move();
  f.reduced = 0;
  f.quiet = History<R>::kNoSquares;
  const int above = std::min(kNullMostSteps, (node.evaluation - node.beta) / kNullStep);
  const int reduced = node.depth - kNullReduction - node.depth / 3 - above;
  const Score score = -negamax(next, -node.beta, -node.beta + 1, reduced, node.ply + 1, !node.cut);
  if (stopped_ || score < node.beta) return std::nullopt;
  const Score safe = is_open(score) ? score : node.beta;  // a mate found by passing is not proved
  if (node.depth < kVerifyNullDepth || may_pass_from_ > 0) return safe;
  // Deep down a zugzwang would be costly: see whether a search that does not pass for a while agrees. Far above beta,
  // at a depth that is hardly enough, nothing is left to search and this is quiescence.
  may_pass_from_ = node.ply + 1 + 3 * std::max(reduced, 1) / 4;
  // The move that led here has been judged.
  Frame& here = frame(node.ply);
  here.quiet = History<R>::kNoSquares;
  const int off = std::exchange(here.reduced, 0);
  const Score verified = negamax(node.position, node.beta - 1, node.beta, reduced, node.ply, false);
  here.reduced = off;
  pv_.clear(node.ply);
  may_pass_from_ = 0;
  if (stopped_ || verified < node.beta) return std::nullopt;
  return safe;
}

// A capture that beats beta by a margin in a shallow search will most likely beat beta in a deep one.
template <const Rules& R>
std::optional<Score> Worker<R>::probable_cut(const Node& node) {
  const Score bound = node.beta + kProbableCutMargin - 40 * node.improving;
  if (node.depth < kProbableCutDepth || !is_open(bound)) return std::nullopt;
  if (node.entry && node.entry->depth >= node.depth - 3 && from_table(node.entry->score, node.ply) < bound)
    return std::nullopt;
  const OrderingHints ordering = hints(node);
  MovePicker<R> picker(node.position, ordering, history_, Moves::captures, false);
  PickedMove picked;
  while (picker.next(picked) && !picked.losing) {
    if (!exchange_gains<R>(node.position, picked.move, bound - node.evaluation)) continue;
    const P next = descend(node, picked.move);
    Score score = -quiescence(next, -bound, -bound + 1, node.ply + 1);
    if (score >= bound && !stopped_)
      score = -negamax(next, -bound, -bound + 1, node.depth - 4, node.ply + 1, !node.cut);
    if (stopped_) return std::nullopt;
    if (score < bound) continue;
    TableEntry entry{picked.move, to_table(score, node.ply), node.raw_evaluation, node.depth - 3, Bound::lower};
    table_.store(node.key, entry);
    return score;
  }
  return std::nullopt;
}

// ---- Single moves ----

// Quiet moves that are late, have always failed (or lose their piece's safety), or are too far below alpha near the
// leaves, and moves that lose much material, are not searched.
template <const Rules& R>
bool Worker<R>::skip(const Node& node, const PickedMove& picked, int tried, MovePicker<R>& picker) const {
  if (!selective_ || node.in_check || tried == 0) return false;
  if (node.best <= -kTableWin + kMaxPly || seeks_faster_win(node.alpha)) return false;
  const int depth = node.depth;
  if (!picked.quiet)
    return picked.losing && depth <= kCaptureExchangeDepth &&
           !exchange_gains<R>(node.position, picked.move, -kCaptureExchange * depth);
  if (depth <= kLateMoveDepth && tried >= (4 + depth * depth) / (node.improving ? 1 : 2)) {
    picker.skip_quiets();
    return true;
  }
  const int left = std::max(1, depth - reduction(node, picked, tried + 1));
  const bool hopeless =
      (left <= kHistoryDepth && picked.history < -kHistoryMargin * depth) ||
      (left <= kFutilityDepth && node.evaluation + kFutilityBase + kFutilityMargin * left <= node.alpha) ||
      (left <= kQuietExchangeDepth && !exchange_gains<R>(node.position, picked.move, -kQuietExchange * left * left));
  return hopeless && !node.position.gives_check(picked.move);
}

// Whether the table's move is the only good one here: then all hangs on it and it is searched deeper. It is when all
// others fail, in a shallower search, to come near its score. When one of them beats beta too, the node is cut off.
// Where a mate is sought a shallower search shows nothing of either.
template <const Rules& R>
int Worker<R>::extension_of(Node& node, Move m, std::optional<Score>& cutoff) {
  Frame& here = frame(node.ply);
  if (!selective_ || node.depth < kSingularDepth || here.excluded || !node.entry || node.entry->move != m) return 0;
  if (seeks_mate(node.alpha, node.beta)) return 0;
  const TableEntry& e = *node.entry;
  const Score score = from_table(e.score, node.ply);
  if (e.bound == Bound::upper || e.depth < node.depth - 3 || !is_open(score) || node.ply >= 2 * root_depth_) return 0;
  const Score bound = score - 3 * node.depth / 2;
  here.excluded = m;
  const Score others = negamax(node.position, bound - 1, bound, (node.depth - 1) / 2, node.ply, node.cut);
  here.excluded = Move();
  pv_.clear(node.ply);
  if (stopped_) return 0;
  if (others < bound) return !node.pv && others < bound - 20 && here.doubled < kMostDoubled ? 2 : 1;
  if (bound >= node.beta) cutoff = bound;
  return score >= node.beta || node.cut ? kNotAlone : 0;
}

template <const Rules& R>
int Worker<R>::reduction(const Node& node, const PickedMove& picked, int number) const {
  if (!selective_ || node.depth < 3 || number <= (node.pv ? 2 : 1) || node.in_check) return 0;
  if (seeks_mate(node.alpha, node.beta)) return 0;
  int r = reductions_[slot(std::min(node.depth, 63))][slot(std::min(number, 63))];
  if (picked.quiet) {
    r += kReductionUnit / 2;
    if (node.cut) r += 3 * kReductionUnit / 2;
    if (!node.improving) r += kReductionUnit / 2;
    r -= picked.history * kReductionUnit / 12000;
  } else {
    r = picked.losing ? r / 2 + kReductionUnit / 2 : r / 3;
    if (node.cut) r += kReductionUnit / 2;
  }
  // What was tried here and in the sibling nodes has met with a good answer several times: the rest will not fare
  // better.
  if (frame(node.ply + 1).cutoffs > kCutoffsToReduce) r += kReductionUnit;
  if (node.pv) r -= kReductionUnit;
  if (node.ply == 0) r -= kReductionUnit;
  return std::clamp(r / kReductionUnit, 0, node.depth - 2);
}

}  // namespace bookends
