// Quiescence: captures and promotions until the position is quiet; every move while in check.
#pragma once

#include <utility>

#include "core/search/tree/worker.h"

namespace bookends {

namespace {

inline constexpr int kCaptureMargin = 200;  // beyond the victim's value

}  // namespace

// Whether a side without a move would be noticed here. Where stalemate loses, always; where it draws, only with few
// pieces, because on a full board it is too rare to pay for.
template <const Rules& R>
bool Worker<R>::watch_for_stalemate(const P& p) const {
  return !selective_ || R.stalemate == Stalemate::loses || count(p.pieces(p.turn())) <= 4;
}

// What the side gets without capturing.
template <const Rules& R>
Score Worker<R>::stand_pat(Node& node) {
  const P& p = node.position;
  if (!selective_) return static_evaluation(p, node.ply);
  const bool cached = node.entry && node.entry->evaluation != TableEntry::kNoEvaluation;
  const int off = correction_.of(p);
  if (cached) node.raw_evaluation = node.entry->evaluation;
  const Score raw = cached ? node.raw_evaluation : quick_evaluation(p, node.alpha - off, node.beta - off, node.ply);
  if (net_) node.raw_evaluation = raw;  // exact always
  const Score stand = corrected(p, raw);
  if (!node.entry) return stand;
  const Score score = from_table(node.entry->score, node.ply);
  const Bound telling = score > stand ? Bound::lower : Bound::upper;
  return is_open(score) && (node.entry->bound == Bound::exact || node.entry->bound == telling) ? score : stand;
}

template <const Rules& R>
Score Worker<R>::quiescence(const P& p, Score alpha, Score beta, int ply) {
  pv_.clear(ply);
  if (!enter(ply)) return 0;
  // A node is a move made: positions that are entered again, or after a null move, are none.
  statistics_.quiescence_nodes += std::uint64_t{std::exchange(frame(ply).arrived, false)};
  if (const auto known = known_value(p, 0, ply)) return *known;
  Node node{.position = p,
            .alpha = alpha,
            .beta = beta,
            .depth = 0,
            .ply = ply,
            .cut = false,
            .pv = beta - alpha > 1,
            .in_check = frame(ply).in_check,
            .key = table_key(p) ^ seeking_key(alpha, beta)};
  if (const auto score = table_cutoff(node)) return *score;
  if (node.in_check) return p.has_legal_move() ? quiescence_moves(node, -kInfinite) : loss_in(ply);
  if (watch_for_stalemate(p) && !p.has_legal_move()) return score_without_moves(false, ply);
  const Score stand = stand_pat(node);
  if (stand >= beta) return stand;
  node.best = stand;
  node.alpha = std::max(alpha, stand);
  return quiescence_moves(node, stand);
}

// A capture that will not raise alpha is not searched; what it could have brought at the most, if so.
template <const Rules& R>
std::optional<Score> Worker<R>::futile_capture(const Node& node, const PickedMove& picked, Score stand) const {
  if (!selective_ || node.in_check) return std::nullopt;
  if (picked.losing) return stand;
  if (picked.move.promotes() || count(node.position.occupied()) <= 6) return std::nullopt;
  const Score hope = stand + exchange_value<R>(victim_of(node.position, picked.move)) + kCaptureMargin;
  return hope <= node.alpha ? std::optional(hope) : std::nullopt;
}

template <const Rules& R>
Score Worker<R>::quiescence_moves(Node& node, Score stand) {
  const Score alpha = node.alpha;
  const OrderingHints ordering = hints(node);
  MovePicker<R> picker(node.position, ordering, history_, node.in_check ? Moves::all : Moves::captures, node.in_check);
  PickedMove picked;
  while (picker.next(picked)) {
    if (const auto hope = futile_capture(node, picked, stand)) {
      node.best = std::max(node.best, *hope);
      continue;
    }
    const P next = descend(node, picked.move);
    const Score score = -quiescence(next, -node.beta, -node.alpha, node.ply + 1);
    if (stopped_) return 0;
    node.best = std::max(node.best, score);
    if (score <= node.alpha) continue;
    node.alpha = score;
    node.best_move = picked.move;
    pv_.extend(node.ply, picked.move);
    if (score >= node.beta) break;
  }
  store(node, alpha);
  return node.best;
}

}  // namespace bookends
