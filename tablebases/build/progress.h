// The progress of a build as one count: of the positions that are to be solved in all its endings. What the solver says
// of its own slices is how far the present ending is.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/progress.h"

namespace bookends::tables {

class BuildProgress final : public Progress {
 public:
  explicit BuildProgress(Progress& outer) : outer_(outer) {}

  // Before the first ending.
  void expect(double positions) { total_ += positions; }
  // An ending of so many positions, until the next one.
  void begin(std::string name, double positions) {
    finish();
    name_ = std::move(name);
    present_ = positions;
  }
  // The present one is there.
  void finish() {
    done_ += present_;
    present_ = share_ = 0;
  }
  // Endings that others have made meanwhile.
  void add(double positions) { done_ += positions; }
  void show(std::string_view task, std::string_view detail) {
    if (total_ > 0) outer_.update({task, std::min(done_ + share_ * present_, total_), total_, "positions", detail});
  }

  // Of one ending: of the present one, or of one below it that is solved for it again. The count never falls.
  void update(const ProgressUpdate& of_ending) override {
    if (of_ending.total > 0 && of_ending.task == name_) share_ = std::max(share_, of_ending.done / of_ending.total);
    show(of_ending.task, of_ending.detail);
  }
  Progress& outer() { return outer_; }
  bool stop_requested() const override { return outer_.stop_requested(); }

 private:
  Progress& outer_;
  double done_ = 0, total_ = 0;
  std::string name_;  // of the present one
  double present_ = 0;
  double share_ = 0;  // of the present one
};

}  // namespace bookends::tables
