#include "books/opponent/build_against.h"

#include <algorithm>

#include "books/grow/build_room.h"
#include "books/work/journaled_batch.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

constexpr std::uint32_t kGamesARound = 8;
constexpr std::uint32_t kMostGames = 1u << 31;
constexpr std::uint32_t kStaleGames = 1000;
constexpr std::uint32_t kLongest = 1000;  // plies in the book: a record of the journal has room for so many

template <const Rules& R>
class BuildAgainst {
 public:
  BuildAgainst(const BuildJob& job, const EvaluatorFactory<R>& evaluators, const TrialPlayerFactory<R>& make,
               Progress& progress)
      : job_(job), room_(job, evaluators, progress), book_(job.settings) {
    for (int i = 0; i < std::max(1, job.threads); ++i) players_.push_back(make());
  }

  Result<BuildSummary> run() {
    Result<void> sound = room_.open();
    if (sound) sound = book_.plant(job_.overrides);
    if (!sound) return sound.error();
    while (sound && !limits_reached()) sound = round();
    if (!sound && !room_.ended_by_time(sound.error())) return room_.give_up(sound).error();
    if (const Result<void> covered = cover(); !covered) return room_.give_up(covered).error();
    return finish();
  }

 private:
  TrialTask task(std::uint32_t number) const {
    const auto most = static_cast<std::uint32_t>(job_.limits.max_ply);
    return {number, most > 0 ? std::min(most, kLongest) : kLongest};
  }

  bool has_positions() const { return job_.limits.positions > 0 && book_.workspace().size() >= job_.limits.positions; }
  bool is_stale() const { return !job_.limits.time && !has_positions() && number_ >= last_growth_ + kStaleGames; }

  // What was played in earlier runs counts, whatever the limits are now.
  bool limits_reached() {
    if (knows_round()) return false;
    return has_positions() || is_stale() || number_ >= kMostGames || room_.time_is_up();
  }

  bool knows_round() {
    for (std::uint32_t i = 0; i < games_a_round(); ++i)
      if (!room_.journal().find(task(number_ + i))) return false;
    return true;
  }

  // Its games count together, or, where it is abandoned, not at all; they stay in the journal.
  Result<void> round() {
    if (room_.stop_requested()) return Error{ErrorCode::interrupted, "interrupted"};
    if (const Result<void> searched = search_due(); !searched) return searched;
    const std::size_t before = games_;
    const Result<std::vector<TrialResult>> results = play_games();
    if (!results) return results.error();
    const std::size_t size = book_.workspace().size();
    for (const TrialResult& result : *results) book_.add(task(number_++), result);
    if (book_.workspace().size() > size) last_growth_ = number_;
    if (games_ == before) return {};  // played in an earlier run, which has noted it, unless it was killed then
    values_ = book_.values();
    room_.note(book_.workspace(), values_);
    return room_.keep_time();
  }

  // What has become due in the last round, and what the book owes, whatever the time.
  Result<void> cover() {
    covering_ = true;
    do {
      if (const Result<void> searched = search_due(); !searched) return searched;
      values_ = book_.values();
    } while (book_.cover(values_));
    return {};
  }

  std::uint32_t games_a_round() const {
    return job_.settings.batch > 0 ? static_cast<std::uint32_t>(job_.settings.batch) : kGamesARound;
  }

  Result<std::vector<TrialResult>> play_games() {
    std::vector<TrialTask> tasks;
    for (std::uint32_t i = 0; i < games_a_round(); ++i) tasks.push_back(task(number_ + i));
    const auto play = [&](std::size_t worker, TrialTask game) { return players_[worker]->play(book_, game, stop_); };
    const auto pulse = [&](std::size_t done) { return go_on(done, tasks.size(), "games"); };
    return run_journaled<TrialResult>(tasks, players_.size(), room_.journal(), play, pulse, stop_, games_);
  }

  Result<void> search_due() {
    const std::vector<LeafJob> jobs = book_.due();
    const auto pulse = [&](std::size_t done) { return go_on(done, jobs.size(), "searches"); };
    const Result<std::vector<LeafResult>> results = room_.search(jobs, pulse);
    if (!results) return results.error();
    for (std::size_t i = 0; i < jobs.size(); ++i) book_.set_result(jobs[i].node, (*results)[i]);
    return {};
  }

  bool go_on(std::size_t done, std::size_t all, const char* what) {
    if (values_.nodes.size() < book_.workspace().size()) values_ = book_.values();
    room_.report(
        book_.workspace(), values_, book_.workspace().size(),
        std::to_string(number_) + " games, " + std::to_string(all - done) + " " + what + " left in this round");
    return !room_.stop_requested() && (covering_ || !room_.time_is_up());
  }

  Result<BuildSummary> finish() {
    const Result<void> noted = room_.note_time();
    if (!noted) return noted.error();
    Result<BuildSummary> summary = room_.finish(book_.workspace(), values_);
    if (!summary) return summary;
    summary->new_games = games_;
    summary->stale = is_stale();
    return summary;
  }

  const BuildJob& job_;
  BuildRoom<R> room_;
  TrialBook<R> book_;
  BookValues values_;
  std::vector<std::unique_ptr<TrialPlayer<R>>> players_;
  std::atomic<bool> stop_{false};
  std::uint32_t number_ = 0;       // of the next game
  std::size_t games_ = 0;          // of this run
  std::uint32_t last_growth_ = 0;  // the game after which the last new position came
  bool covering_ = false;          // the games are over
};

}  // namespace

template <const Rules& R>
Result<BuildSummary> build_book_against(const BuildJob& job, const EvaluatorFactory<R>& evaluators,
                                        const TrialPlayerFactory<R>& players, Progress& progress) {
  return BuildAgainst<R>(job, evaluators, players, progress).run();
}

#define BOOKENDS_INSTANTIATE(game)                                                                                     \
  template Result<BuildSummary> build_book_against<games::game>(const BuildJob&, const EvaluatorFactory<games::game>&, \
                                                                const TrialPlayerFactory<games::game>&, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
