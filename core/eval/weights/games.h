// The evaluation weights of every game.
#pragma once

#include "core/eval/weights/generic.h"
#include "core/eval/weights/weight_list.h"

namespace bookends {

namespace weights_detail {

template <const Rules& R, std::size_t N>
constexpr Weights from_file(const std::array<int, N>& values) {
  static_assert(N == count_weights(R), "the file does not hold the weights of the game: see weight_list.h");
  return weights_of(R, values);
}

// clang-format off
inline constexpr auto fragments = std::to_array<int>({
#include "core/eval/weights/fragments.inc"
});
inline constexpr auto fragments_sd = std::to_array<int>({
#include "core/eval/weights/fragments-sd.inc"
});
inline constexpr auto makruk = std::to_array<int>({
#include "core/eval/weights/makruk.inc"
});
inline constexpr auto chess = std::to_array<int>({
#include "core/eval/weights/chess.inc"
});
inline constexpr auto gardner = std::to_array<int>({
#include "core/eval/weights/gardner.inc"
});
// clang-format on

}  // namespace weights_detail

// The values of a game: those of its file, which `bookends tune` writes, else the generic ones.
template <const Rules& R>
inline constexpr Weights weights = weights_detail::generic_weights(R);

#define BOOKENDS_WEIGHTS_FROM_FILE(game)                                                                        \
  template <>                                                                                                   \
  inline constexpr Weights weights<games::game> = weights_detail::from_file<games::game>(weights_detail::game); \
  static_assert(can_blend(weights<games::game>));
BOOKENDS_WEIGHTS_FROM_FILE(fragments)
BOOKENDS_WEIGHTS_FROM_FILE(fragments_sd)
BOOKENDS_WEIGHTS_FROM_FILE(makruk)
BOOKENDS_WEIGHTS_FROM_FILE(chess)
BOOKENDS_WEIGHTS_FROM_FILE(gardner)
#undef BOOKENDS_WEIGHTS_FROM_FILE

}  // namespace bookends
