// The room that a book is built in, whichever way it grows: its folder, its journal and clock, who searches for it, and
// its file.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "books/grow/build.h"
#include "books/grow/history.h"
#include "books/leaves/known_searches.h"
#include "books/leaves/leaf_pool.h"
#include "books/work/journal.h"

namespace bookends {

template <const Rules& R>
class BuildRoom {
 public:
  BuildRoom(const BuildJob& job, const EvaluatorFactory<R>& evaluators, Progress& progress)
      : job_(job), evaluators_(evaluators), progress_(progress) {}

  // Makes the folder and opens the journal. What is wrong from the start is said before anything is made, and before
  // hours are spent. Errors: as build_book().
  Result<void> open();

  Journal& journal() { return *journal_; }
  std::chrono::milliseconds time_spent() const;  // of all runs
  bool time_is_up() const { return job_.limits.time && time_spent() >= *job_.limits.time; }
  bool stop_requested() const { return progress_.stop_requested(); }

  Result<std::vector<LeafResult>> search(const std::vector<LeafJob>& jobs,
                                         const std::function<bool(std::size_t)>& pulse);
  // Of a round that is over.
  void note(const Workspace& workspace, const BookValues& values);
  // `done` of all positions are; `left` says what is to be done still in this round.
  void report(const Workspace& workspace, const BookValues& values, std::size_t done, const std::string& left);
  // Writes down the time and flushes the journal. A kill loses no search without it; a power cut may lose this much.
  Result<void> note_time();
  // The same when the last time is a while ago.
  Result<void> keep_time();

  // Writes the book.
  Result<BuildSummary> finish(const Workspace& workspace, const BookValues& values);
  // Whether it is the time that ended a round. Others may ask to stop, too, than the time and than the progress: a rank
  // that searches for this build.
  bool ended_by_time(const Error& error) const {
    return error.code == ErrorCode::interrupted && !stop_requested() && time_is_up();
  }
  // How an error ends a build: with the time noted, and what to do next.
  Result<void> give_up(const Result<void>& why);
  // The same error, of a file in the workspace that cannot be read, with what to do about it.
  Error with_advice(const Error& error) const;

 private:
  Result<void> check_starts() const;
  Result<void> read_known();
  std::vector<std::string> idle_overrides(const Workspace& workspace, const BookValues& values) const;

  const BuildJob& job_;
  EvaluatorFactory<R> evaluators_;
  std::shared_ptr<const KnownSearches> known_;
  std::optional<LeafPool<R>> pool_;
  Progress& progress_;
  std::optional<Journal> journal_;
  std::optional<History> history_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::chrono::milliseconds spent_before_{0};
  std::size_t reported_ = 0;
};

}  // namespace bookends
