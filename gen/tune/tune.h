// Fits a game's evaluation weights to positions with scores and results (Texel's method).
//
// logistic(scale * evaluation) shall predict a mix of the game's result and of logistic(scale * score). The scale is
// the one with which the scores predict the results best, so that a centipawn stays what the search takes it for. The
// evaluation is linearised around the present weights, fitted, and linearised again, `rounds` times. A part of the
// games is held out to show what was learned rather than remembered. How games end from a score (core/eval/chances.h)
// is fitted to the same positions, by itself.
#pragma once

#include <array>

#include "gen/tune/fit.h"

namespace bookends {

struct TuneSettings {
  int epochs = 300;  // all rounds together
  int rounds = 3;
  double lambda = 0.5;  // of the result in the target; the rest is the score's
  double prior = 1000;  // as in FitSettings
  double rate = 2;
  int validation_percent = 10;
  Score decided = 1000;  // positions with scores beyond are left out: they teach nothing about the others
  int threads = 1;
};

struct WeightChange {
  std::string name;
  int before = 0;
  int after = 0;
  double effect = 0;  // centipawns by which the change moves the score, on average over the positions
};

struct TuneErrors {
  double train = 0;  // mean squared, of the whole numbers that are written
  double validation = 0;
};

struct TuneReport {
  Weights weights;
  std::size_t positions = 0;
  std::size_t held_out = 0;
  std::size_t games = 0;
  double scale = 0;  // 0.005 means that 139 centipawns are an expectation of 2/3
  TuneErrors before;
  TuneErrors after;
  std::vector<WeightChange> changes;  // the largest effect first, only what changed, of what the evaluation is made of
};

// Errors: invalid_argument when the data have no decided game or too few games to hold some out, interrupted.
template <const Rules& R>
Result<TuneReport> tune(const TuningData<R>& data, const Weights& start, const TuneSettings& settings,
                        Progress& progress);

#define BOOKENDS_EXTERN_TUNE(game)                                                                     \
  extern template Result<TuneReport> tune<games::game>(const TuningData<games::game>&, const Weights&, \
                                                       const TuneSettings&, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_TUNE)
#undef BOOKENDS_EXTERN_TUNE

}  // namespace bookends
