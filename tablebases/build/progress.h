// The progress of a build as one count: of the positions in all its endings, that are to be solved and packed. What is
// said of the present ending is how far that is. And how long the rest takes, by what was measured so far.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/progress.h"

namespace bookends::tables {

enum class BuildStage { solving, packing };

// How long work takes, by how long such work has taken.
class Pace {
 public:
  void took(double work, double seconds) { work_ += work, seconds_ += seconds; }
  // Nothing before something was done.
  std::optional<double> seconds_for(double work) const;

 private:
  double work_ = 0, seconds_ = 0;
};

class BuildProgress final : public Progress {
 public:
  using Clock = std::function<double()>;  // seconds, from any origin

  // `alone`: this process makes all the endings, one after another. Else it does not know how long the rest takes.
  explicit BuildProgress(Progress& outer, bool alone = true, Clock clock = steady_seconds);

  // Before the first ending.
  void expect(double positions);
  int endings() const { return endings_; }  // expected
  // An ending of so many positions, until the next one.
  void begin(std::string name, double positions);
  // The ending has come to this stage: the present one, or to packing one that ranks solved before it.
  void enter(std::string_view name, BuildStage stage);
  // The present one is there.
  void finish();
  // An ending that others have made meanwhile.
  void add(double positions);
  void show(std::string_view task, std::string_view detail);

  // Of one ending: of the present one, or of one below it that is solved for it again. The count never falls.
  void update(const ProgressUpdate& of_ending) override;
  Progress& outer() { return outer_; }
  bool stop_requested() const override { return outer_.stop_requested(); }

  static double steady_seconds();

 private:
  bool is_at_work() const { return !name_.empty(); }
  double done_of_present() const;
  double seconds_at_stage() const { return clock_() - since_; }
  std::optional<double> seconds_left() const;
  std::optional<double> seconds_left(BuildStage stage) const;
  std::optional<double> seconds_left_of_stage() const;
  std::string detail_of(std::string_view task) const;

  Progress& outer_;
  bool alone_;
  Clock clock_;
  std::array<Pace, 2> paces_;    // by stage
  std::array<double, 2> ahead_;  // work of the endings that have not begun, by stage
  double done_ = 0, total_ = 0;
  int endings_ = 0, begun_ = 0;
  std::string name_;         // of the present one; empty: there is none
  std::string packed_late_;  // one that was solved before the present one
  double present_ = 0;
  BuildStage stage_ = BuildStage::solving;
  double share_ = 0;                    // of the present one's stage
  double since_ = 0, moves_since_ = 0;  // when that stage began, and when its share was last 0
};

}  // namespace bookends::tables
