#include "books/rehearse.h"

#include <algorithm>
#include <mutex>

#include "books/batch.h"
#include "books/build_room.h"
#include "core/games.h"

namespace bookends {

namespace {

constexpr std::uint32_t kGamesARound = 8;
constexpr std::uint32_t kMostGames = 1u << 31;
constexpr int kStaleRounds = 50;

template <const Rules& R>
class Rehearsal {
 public:
  Rehearsal(const BuildJob& job, const EvaluatorFactory<R>& evaluators, const TrialPlayerFactory<R>& make,
            Progress& progress)
      : job_(job), room_(job, evaluators, progress), book_(job.settings) {
    for (int i = 0; i < std::max(1, job.threads); ++i) players_.push_back(make());
  }

  Result<BuildSummary> run() {
    Result<void> sound = room_.open();
    if (sound) sound = book_.plant(job_.overrides);
    if (!sound) return sound.error();
    do {
      sound = round();
      if (sound) continue;
      const bool time_has_come = !room_.stop_requested() && room_.time_is_up();
      if (sound.error().code == ErrorCode::interrupted && time_has_come) break;
      return room_.give_up(sound).error();
    } while (!limits_reached());
    covering_ = true;
    while (book_.cover(values_))
      if (sound = search_due(); !sound) return room_.give_up(sound).error();
    return finish();
  }

 private:
  // Games that were played in earlier runs take no time.
  bool limits_reached() {
    if (job_.limits.positions > 0 && book_.workspace().size() >= job_.limits.positions) return true;
    return stale_ >= kStaleRounds || number_ >= kMostGames ||
           (room_.time_is_up() && !room_.journal().find(TrialTask{number_}));
  }

  // Its games count together, or, where it is abandoned, not at all; they stay in the journal.
  Result<void> round() {
    if (room_.stop_requested()) return Error{ErrorCode::interrupted, "interrupted"};
    if (const Result<void> searched = search_due(); !searched) return searched;
    const Result<std::vector<TrialResult>> results = play_games();
    if (!results) return results.error();
    const std::size_t before = book_.workspace().size();
    for (const TrialResult& result : *results) book_.add({number_++}, result);
    stale_ = book_.workspace().size() > before ? 0 : stale_ + 1;
    values_ = book_.values();
    room_.note(book_.workspace(), values_);
    return room_.keep_time();
  }

  std::uint32_t games_a_round() const {
    return job_.settings.batch > 0 ? static_cast<std::uint32_t>(job_.settings.batch) : kGamesARound;
  }

  Result<std::vector<TrialResult>> play_games() {
    std::vector<TrialResult> results(games_a_round());
    std::vector<std::uint32_t> todo;  // those of the round that the journal does not answer
    for (std::uint32_t i = 0; i < results.size(); ++i)
      if (std::optional<TrialResult> known = room_.journal().find(TrialTask{number_ + i}))
        results[i] = std::move(*known);
      else
        todo.push_back(i);
    std::mutex mutex;  // guards the journal
    const auto work = [&](std::size_t worker, std::size_t turn) -> Result<void> {
      const TrialTask task{number_ + todo[turn]};
      Result<TrialResult> result = players_[worker]->play(book_, task, stop_);
      if (!result) return result.error();
      const std::lock_guard lock(mutex);
      if (stop_) return {};
      results[todo[turn]] = std::move(*result);
      return room_.journal().add(task, results[todo[turn]]);
    };
    const std::size_t known = results.size() - todo.size();
    const auto pulse = [&](std::size_t done) { return go_on(known + done, results.size(), "games"); };
    std::size_t done = 0;
    const Result<void> ran = run_batch({todo.size(), players_.size(), work, pulse}, stop_, done);
    games_ += done;
    if (!ran) return ran.error();
    return results;
  }

  Result<void> search_due() {
    const std::vector<LeafJob> jobs = book_.due();
    const auto pulse = [&](std::size_t done) { return go_on(done, jobs.size(), "searches"); };
    const Result<std::vector<LeafResult>> results = room_.search(jobs, pulse);
    if (!results) return results.error();
    for (std::size_t i = 0; i < jobs.size(); ++i) book_.set_result(jobs[i].node, (*results)[i]);
    values_ = book_.values();
    return {};
  }

  bool go_on(std::size_t done, std::size_t all, const char* what) {
    room_.report(
        book_.workspace(), values_, book_.workspace().size(),
        std::to_string(number_) + " games, " + std::to_string(all - done) + " " + what + " left in this round");
    const bool timed = number_ > 0 && !covering_;
    return !room_.stop_requested() && !(timed && room_.time_is_up());
  }

  Result<BuildSummary> finish() {
    const Result<void> noted = room_.note_time();
    if (!noted) return noted.error();
    Result<BuildSummary> summary = room_.finish(book_.workspace(), values_);
    if (summary) summary->new_games = games_;
    return summary;
  }

  const BuildJob& job_;
  BuildRoom<R> room_;
  TrialBook<R> book_;
  BookValues values_;
  std::vector<std::unique_ptr<TrialPlayer<R>>> players_;
  std::atomic<bool> stop_{false};
  std::uint32_t number_ = 0;  // of the next game
  std::size_t games_ = 0;     // of this run
  int stale_ = 0;             // rounds since a game came to a new position
  bool covering_ = false;     // the games are over
};

}  // namespace

template <const Rules& R>
Result<BuildSummary> rehearse_book(const BuildJob& job, const EvaluatorFactory<R>& evaluators,
                                   const TrialPlayerFactory<R>& players, Progress& progress) {
  return Rehearsal<R>(job, evaluators, players, progress).run();
}

#define BOOKENDS_INSTANTIATE(game)                                                                                \
  template Result<BuildSummary> rehearse_book<games::game>(const BuildJob&, const EvaluatorFactory<games::game>&, \
                                                           const TrialPlayerFactory<games::game>&, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
