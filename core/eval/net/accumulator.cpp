#include "core/eval/net/accumulator.h"

#include <algorithm>

namespace bookends {

namespace {

// Squares where the two positions do not hold the same man.
template <const Rules& R>
Bitboard differing(const Position<R>& a, const Position<R>& b) {
  Bitboard squares = 0;
  for (const Color c : kColors) squares |= a.pieces(c) ^ b.pieces(c);
  for (const Kind k : kAllKinds) squares |= a.pieces(k) ^ b.pieces(k);
  return squares;
}

}  // namespace

template <const Rules& R>
NetEvaluator<R>::NetEvaluator(std::shared_ptr<const Net<R>> net, int most_ply)
    : net_(std::move(net)), levels_(slot(most_ply) + 1) {
  sums_.resize(levels_.size() * 2 * slot(net_->shape().hidden / kHiddenStep));
}

template <const Rules& R>
const typename NetEvaluator<R>::Level& NetEvaluator<R>::nearest(const Position<R>& position, int ply) const {
  const Level* best = &levels_[slot(ply)];
  int fewest = count(differing(best->position, position));
  for (int at = ply - 1; at >= std::max(0, ply - 2) && fewest > 2; --at) {
    const Level& level = levels_[slot(at)];
    const int changed = count(differing(level.position, position));
    if (changed < fewest) {
      best = &level;
      fewest = changed;
    }
  }
  return *best;
}

template <const Rules& R>
void NetEvaluator<R>::fill(Level& level, const Level& from, const Position<R>& position, Color side) {
  const int view = net_->view(side, position.king(side));
  const Bitboard changed = differing(from.position, position);
  const std::int16_t* base = accumulator(from, side);
  RowChanges rows;
  if (from.view[slot(side)] == view && count(changed) < count(position.occupied())) {
    for (const Square s : Squares(changed)) {
      const Occupant before = from.position.at(s), now = position.at(s);
      if (!before.empty()) rows.removed[rows.removed_count++] = net_->row(view, side, before, s);
      if (!now.empty()) rows.added[rows.added_count++] = net_->row(view, side, now, s);
    }
  } else {
    base = net_->bias();
    for (const Square s : Squares(position.occupied()))
      rows.added[rows.added_count++] = net_->row(view, side, position.at(s), s);
  }
  update_accumulator(base, accumulator(level, side), net_->shape().hidden, rows);
  level.view[slot(side)] = view;
}

template <const Rules& R>
Score NetEvaluator<R>::evaluate(const Position<R>& position, int ply) {
  ply = std::clamp(ply, 0, static_cast<int>(levels_.size()) - 1);
  Level& level = levels_[slot(ply)];
  const Level& from = nearest(position, ply);
  for (const Color side : kColors) fill(level, from, position, side);
  level.position = position;
  return net_->value(position, accumulator(level, position.turn()), accumulator(level, ~position.turn()));
}

#define BOOKENDS_INSTANTIATE(game) template class NetEvaluator<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
