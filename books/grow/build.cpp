#include "books/grow/build.h"

#include <algorithm>

#include "books/grow/build_room.h"
#include "books/grow/expand.h"
#include "books/work/snapshot.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

// A snapshot costs time in proportion to the book, so it is taken whenever the book has grown by a share of itself.
constexpr std::size_t kSnapshotShare = 4;
constexpr std::size_t kSnapshotLeast = 1000;

template <const Rules& R>
class Builder {
 public:
  Builder(const BuildJob& job, const EvaluatorFactory<R>& evaluators, Progress& progress)
      : job_(job), room_(job, evaluators, progress), workspace_(job.settings) {}

  Result<BuildSummary> run() {
    Result<void> ready = room_.open();
    if (ready) ready = load();
    if (!ready) return ready.error();
    while (!finished_) {
      const Result<void> stepped = step();
      if (!stepped) return stepped.error();
    }
    return finish();
  }

 private:
  std::filesystem::path snapshot_path() const { return job_.workspace / "snapshot"; }

  // The workspace as the last snapshot left it, or a new one.
  Result<void> load() {
    workspace_ = Workspace(job_.settings);  // one workspace in memory, not two
    values_ = {};
    Result<Workspace> saved = load_snapshot(job_.settings, snapshot_path());
    if (saved) {
      workspace_ = std::move(*saved);
    } else {
      if (saved.error().code != ErrorCode::not_found) return room_.with_advice(saved.error());
      const Result<void> planted = plant<R>(workspace_, job_.seeds);
      if (!planted) return planted;
    }
    workspace_.set_overrides(job_.overrides);
    saved_size_ = workspace_.size();
    rounds_ = 0;
    values_ = derive_values(workspace_);
    return {};
  }

  bool limits_reached() const {
    return room_.time_is_up() || (job_.limits.positions > 0 && workspace_.size() >= job_.limits.positions);
  }

  // One round, or the discovery that the build is finished.
  Result<void> step() {
    Round round;
    round.owed = true;
    if (leaf_jobs<R>(workspace_).empty()) {  // else a new workspace, whose starts come first
      round = next_round<R>(workspace_, values_, job_.limits.max_ply);
      if (round.growth.empty() || (!round.owed && limits_reached())) {
        finished_ = true;
        return {};
      }
    }
    grow<R>(workspace_, round);
    const Result<void> searched = search_leaves(!round.owed);
    if (searched) return end_round();
    return room_.ended_by_time(searched.error()) ? rewind() : room_.give_up(searched);
  }

  Result<void> search_leaves(bool timed) {
    const std::vector<LeafJob> jobs = leaf_jobs<R>(workspace_);
    const auto pulse = [&](std::size_t done) {
      report(jobs.size() - done);
      return !room_.stop_requested() && !(timed && room_.time_is_up());
    };
    if (!pulse(0)) return Error{ErrorCode::interrupted, "interrupted"};
    Result<std::vector<LeafResult>> results = room_.search(jobs, pulse);
    if (!results) return results.error();
    for (std::size_t i = 0; i < jobs.size(); ++i) workspace_.set_result(jobs[i].node, (*results)[i]);
    return {};
  }

  Result<void> end_round() {
    derive();
    ++rounds_;
    room_.note(workspace_, values_);
    if (workspace_.size() >= saved_size_ + std::max(kSnapshotLeast, saved_size_ / kSnapshotShare)) {
      const Result<void> saved = save();
      return saved ? room_.journal().restart() : saved;
    }
    return room_.keep_time();
  }

  void derive() {
    values_ = {};  // the old ones are gone before the new ones are made
    values_ = derive_values(workspace_);
  }

  Result<void> save() {
    const Result<void> saved = save_snapshot(workspace_, snapshot_path());
    if (!saved) return saved;
    saved_size_ = workspace_.size();
    rounds_ = 0;
    return {};
  }

  // The time ran out within a round. A round counts as a whole or not at all, or the book would depend on the moment:
  // the rounds that were finished are repeated from the snapshot, the journal answering for every search. What the
  // abandoned round has found stays in the journal for the next run.
  Result<void> rewind() {
    finished_ = abandoned_ = true;
    const int finished_rounds = rounds_;
    const Result<void> loaded = load();
    if (!loaded) return loaded;
    while (rounds_ < finished_rounds) {
      Round round;
      if (leaf_jobs<R>(workspace_).empty()) round = next_round<R>(workspace_, values_, job_.limits.max_ply);
      grow<R>(workspace_, round);
      for (const LeafJob& job : leaf_jobs<R>(workspace_)) {
        const std::optional<LeafResult> known = room_.journal().find(job.task);
        if (!known) return Error{ErrorCode::io, (job_.workspace / "journal").string() + ": cannot be read again"};
        workspace_.set_result(job.node, *known);
      }
      derive();
      ++rounds_;
    }
    return {};
  }

  Result<BuildSummary> finish() {
    const Result<void> noted = room_.journal().add_time(room_.time_spent());
    if (!noted) return noted.error();
    if (rounds_ > 0) {
      Result<void> saved = save();
      if (saved && !abandoned_) saved = room_.journal().restart();
      if (!saved) return saved.error();
    }
    return room_.finish(workspace_, values_);
  }

  void report(std::size_t leaves) {
    room_.report(workspace_, values_, workspace_.size() - std::min(workspace_.size(), leaves),
                 std::to_string(leaves) + " leaves left in this round");
  }

  const BuildJob& job_;
  BuildRoom<R> room_;
  Workspace workspace_;
  BookValues values_;
  std::size_t saved_size_ = 0;
  int rounds_ = 0;  // finished since the snapshot
  bool finished_ = false;
  bool abandoned_ = false;
};

}  // namespace

template <const Rules& R>
Result<BuildSummary> build_book(const BuildJob& job, const EvaluatorFactory<R>& evaluators, Progress& progress) {
  return Builder<R>(job, evaluators, progress).run();
}

#define BOOKENDS_INSTANTIATE(game)                                                                             \
  template Result<BuildSummary> build_book<games::game>(const BuildJob&, const EvaluatorFactory<games::game>&, \
                                                        Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
