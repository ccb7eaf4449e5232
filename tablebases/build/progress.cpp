#include "tablebases/build/progress.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace bookends::tables {
namespace {

constexpr std::array kBuildStages{BuildStage::solving, BuildStage::packing};

// The part of an ending's time that solving it takes, by trial: only the count of positions goes by it.
constexpr double kSolvingPart = 0.2;

// So small a part of a stage says nothing yet of how long it takes.
constexpr double kTellingShare = 0.1;

// What a stage takes of every ending, in positions that would take as long: the small ones, which come first, would say
// too much of the large ones. By trial.
constexpr std::array<double, 2> kOverhead{1e6, 0.5e6};

std::size_t at(BuildStage stage) { return static_cast<std::size_t>(stage); }

double work_of(BuildStage stage, double positions) { return positions + kOverhead[at(stage)]; }

}  // namespace

std::optional<double> Pace::seconds_for(double work) const {
  if (work_ <= 0) return std::nullopt;
  return work * seconds_ / work_;
}

BuildProgress::BuildProgress(Progress& outer, bool alone, Clock clock)
    : outer_(outer), alone_(alone), clock_(std::move(clock)), ahead_{} {}

double BuildProgress::steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void BuildProgress::expect(double positions) {
  total_ += positions;
  ++endings_;
  for (const BuildStage stage : kBuildStages) ahead_[at(stage)] += work_of(stage, positions);
}

void BuildProgress::begin(std::string name, double positions) {
  finish();
  name_ = std::move(name);
  packed_late_.clear();
  present_ = positions;
  stage_ = BuildStage::solving;
  since_ = moves_since_ = clock_();
  ++begun_;
  for (const BuildStage stage : kBuildStages) ahead_[at(stage)] -= work_of(stage, positions);
}

// What had to be solved again before it began is no part of the pace.
void BuildProgress::enter(std::string_view name, BuildStage stage) {
  if (name != name_) {
    if (stage == BuildStage::packing) packed_late_ = name;
    return;
  }
  if (stage != stage_) paces_[at(stage_)].took(work_of(stage_, present_), seconds_at_stage());
  stage_ = stage;
  share_ = 0;
  since_ = moves_since_ = clock_();
}

void BuildProgress::finish() {
  if (is_at_work()) paces_[at(stage_)].took(work_of(stage_, present_), seconds_at_stage());
  done_ += present_;
  present_ = share_ = 0;
  name_.clear();
}

void BuildProgress::add(double positions) {
  done_ += positions;
  ++begun_;
}

void BuildProgress::show(std::string_view task, std::string_view detail) {
  if (total_ > 0)
    outer_.update(
        {task, std::min(done_ + done_of_present(), total_), total_, "positions", detail, alone_, seconds_left()});
}

void BuildProgress::update(const ProgressUpdate& of_ending) {
  if (of_ending.total > 0 && of_ending.task == name_) share_ = std::max(share_, of_ending.done / of_ending.total);
  if (share_ <= 0) moves_since_ = clock_();
  show(of_ending.task, of_ending.detail.empty() ? detail_of(of_ending.task) : std::string(of_ending.detail));
}

std::string BuildProgress::detail_of(std::string_view task) const {
  if (task == packed_late_ && task != name_) return "packing";
  if (task != name_) return "for " + name_;
  const std::string_view doing = stage_ == BuildStage::solving ? "solving" : "packing";
  // Others are at work on endings between these.
  if (!alone_) return std::string(doing);
  return std::to_string(begun_) + "/" + std::to_string(endings_) + " " + std::string(doing);
}

double BuildProgress::done_of_present() const {
  const bool solving = stage_ == BuildStage::solving;
  return present_ * (solving ? kSolvingPart * share_ : kSolvingPart + (1 - kSolvingPart) * share_);
}

std::optional<double> BuildProgress::seconds_left() const {
  if (!alone_) return std::nullopt;
  double sum = 0;
  for (const BuildStage stage : kBuildStages) {
    const std::optional<double> seconds = seconds_left(stage);
    if (!seconds) return std::nullopt;
    sum += *seconds;
  }
  return sum;
}

std::optional<double> BuildProgress::seconds_left(BuildStage stage) const {
  double ahead = ahead_[at(stage)];
  std::optional<double> of_present = 0;
  Pace pace = paces_[at(stage)];
  if (is_at_work() && stage_ == stage) {
    of_present = seconds_left_of_stage();
    // So far as it is done it says how long others take.
    if (of_present) pace.took(share_ * work_of(stage, present_), share_ * (seconds_at_stage() + *of_present));
  } else if (is_at_work() && stage_ < stage) {
    ahead += work_of(stage, present_);
  }
  if (!of_present || ahead <= 0) return of_present;
  const std::optional<double> of_others = pace.seconds_for(ahead);
  return of_others ? std::optional(*of_present + *of_others) : std::nullopt;
}

// Of the present ending's stage: as the endings before say; the more of it is done, the more as it says itself.
std::optional<double> BuildProgress::seconds_left_of_stage() const {
  const std::optional<double> usual = paces_[at(stage_)].seconds_for(work_of(stage_, present_));
  const double moving = clock_() - moves_since_;
  if (!usual && share_ < kTellingShare) return std::nullopt;
  if (!usual) return moving * (1 - share_) / share_;
  const double gone = share_ > 0 ? moves_since_ - since_ : seconds_at_stage();
  return (1 - share_) * ((1 - share_) * std::max(*usual - gone, 0.0) + (share_ > 0 ? moving : 0));
}

}  // namespace bookends::tables
