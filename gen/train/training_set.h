// Positions as a trainer wants them: the features of both views, and the value to be learned.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/eval/net/net.h"

namespace bookends {

struct TrainingSample {
  std::uint64_t at = 0;  // its first feature in the set
  std::uint8_t men = 0;  // features of each view: first the view of the side to move, then the other
  std::uint8_t bucket = 0;
  bool mirrors = false;    // its mirror image, left and right exchanged, is worth the same
  bool own_flips = false;  // ... and these views see the difference (a folded one mostly does not)
  bool enemy_flips = false;
  float target = 0;  // points expected for the side to move: 0..1
  float share = 1;   // the part of the value that a running count and the number of men leave
};

struct TrainingSet {
  NetShape shape;
  std::vector<TrainingSample> samples;
  std::vector<std::uint16_t> features;
  std::vector<std::uint16_t> mirrored;  // by feature: the same man on the mirrored file

  std::span<const std::uint16_t> own(const TrainingSample& s) const { return {features.data() + s.at, s.men}; }
  std::span<const std::uint16_t> enemy(const TrainingSample& s) const {
    return {features.data() + s.at + s.men, s.men};
  }
};

// How the value to be learned is made: the result counts `result_share`, the score the rest. A score is turned into
// points with the scale of the shape. Beside it the scores of later positions of the game count, `later_share` as much
// for each ply: what the search has come to see there, this position was worth, too.
struct TargetSettings {
  double result_share = 0.3;
  double later_share = 0;  // below 1
};

// All samples of the files, in order. Errors: those of SampleReader; invalid_argument for a position without two kings
// or with too many men, and when there is no sample at all.
Result<TrainingSet> read_training_set(const Rules& rules, const NetShape& shape, const TargetSettings& target,
                                      std::span<const std::filesystem::path> files, Progress& progress);

// Appends one position; the caller has checked the kings. `points` are what its score says the side to move can expect.
void add_position(const Rules& rules, const Setup& setup, double points, double white_points,
                  const TargetSettings& target, TrainingSet& set);
// The same of a score, for the side to move.
void add_sample(const Rules& rules, const Setup& setup, Score score, double white_points, const TargetSettings& target,
                TrainingSet& set);
TrainingSet empty_training_set(const Rules& rules, const NetShape& shape);

}  // namespace bookends
