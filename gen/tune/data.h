// Positions in memory, for fitting the evaluation to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/progress.h"
#include "core/position/position.h"
#include "gen/selfplay/samples.h"

namespace bookends {

template <const Rules& R>
struct TuningPosition {
  Position<R> position;
  Score score = 0;  // for the side to move
  GameResult result = GameResult::draw;
  std::uint32_t game = 0;  // from 0, in the order of the files
};

template <const Rules& R>
using TuningData = std::vector<TuningPosition<R>>;

// All samples of the files, in order. A new game begins where one cannot go on so (PlaceInGame). Errors: those of
// SampleReader, invalid_argument for an illegal position or when there is no sample at all, interrupted.
template <const Rules& R>
Result<TuningData<R>> read_tuning_data(const std::vector<std::filesystem::path>& files, Progress& progress);

#define BOOKENDS_EXTERN_TUNING_DATA(game)                                                                     \
  extern template Result<TuningData<games::game>> read_tuning_data(const std::vector<std::filesystem::path>&, \
                                                                   Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_TUNING_DATA)
#undef BOOKENDS_EXTERN_TUNING_DATA

}  // namespace bookends
