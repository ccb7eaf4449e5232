// The accumulators of a search, by ply, updated only where a value is asked for.
//
// A level remembers which position it holds. A new value starts from the level nearest in men: the parent's, the
// grandparent's, or what is left at this ply of a sibling. So nothing has to be told of moves made and taken back, and
// a level is right whatever happened since it was filled.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/eval/net/kernels.h"
#include "core/eval/net/net.h"

namespace bookends {

template <const Rules& R>
class NetEvaluator {
 public:
  // Values up to ply `most_ply` have levels of their own; those beyond share the last.
  NetEvaluator(std::shared_ptr<const Net<R>> net, int most_ply);

  const std::shared_ptr<const Net<R>>& net() const { return net_; }
  // The same as evaluate_net().
  Score evaluate(const Position<R>& position, int ply);

 private:
  struct Level {
    Position<R> position;             // empty at first
    std::array<int, 2> view{-1, -1};  // of each side; -1: nothing is held yet
  };

  const Level& nearest(const Position<R>& position, int ply) const;
  void fill(Level& level, const Level& from, const Position<R>& position, Color side);
  std::int16_t* accumulator(const Level& level, Color side) {
    const auto at = static_cast<std::size_t>(&level - levels_.data()) * 2 + slot(side);
    return sums_.front().numbers + at * slot(net_->shape().hidden);
  }

  struct alignas(64) AlignedLine {
    std::int16_t numbers[kHiddenStep];
  };

  std::shared_ptr<const Net<R>> net_;
  std::vector<Level> levels_;
  std::vector<AlignedLine> sums_;
};

#define BOOKENDS_EXTERN_ACCUMULATOR(game) extern template class NetEvaluator<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_ACCUMULATOR)
#undef BOOKENDS_EXTERN_ACCUMULATOR

}  // namespace bookends
