// Fits a network to a training set: mini-batches, Adam, a rate that falls to almost nothing along a cosine.
//
// A batch is cut into a fixed number of parts whose gradients are summed in order, so the result is the same for any
// number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "core/base/progress.h"
#include "gen/train/training_set.h"

namespace bookends {

struct TrainSettings {
  int epochs = 20;
  int batch = 2048;
  double rate = 0.0015;
  int validation_percent = 5;  // of the samples, in runs of neighbours: not trained on, only looked at. Unless it is 0,
                               // some are wherever there are two
  std::uint64_t seed = 1;
  int threads = 1;
  std::optional<NetParameters> from = {};  // begins with these weights, of the set's shape; else with random ones
};

struct TrainedNet {
  NetParameters net;   // of the epoch that did best on the samples held out (on those trained on, if none are)
  int epochs = 0;      // finished
  int best_epoch = 0;  // 0: none did better than the network that it began with
  std::size_t trained_on = 0, held_out = 0;  // samples
  double training_error = 0;                 // of the best epoch: mean squared error of points, while it went on; not a
                                             // number of epoch 0
  double held_out_error = 0;                 // not a number when none are held out
  double rounded_error = 0;                  // that of `net`, on the samples held out; else not a number
  bool interrupted = false;                  // stopped early, with the best so far
};

struct EpochReport {
  int epoch = 0;                                  // 0: before the first, of a network to begin with
  double training_error = 0, held_out_error = 0;  // the latter not a number when no samples are held out
  double seconds = 0;
};

// Errors: interrupted when not even one epoch was finished.
Result<TrainedNet> train(const TrainingSet& set, const TrainSettings& settings, Progress& progress,
                         const std::function<void(const EpochReport&)>& report);

}  // namespace bookends
