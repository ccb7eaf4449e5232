// Builds a book: grows a workspace, searches its leaves in parallel, survives any interruption, writes the book file.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "books/file/book_file.h"
#include "books/games/move_tally.h"
#include "books/grow/seeds.h"
#include "books/leaves/evaluator.h"
#include "books/values/values.h"
#include "books/work/overrides.h"
#include "books/work/workspace.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/io/file.h"

namespace bookends {

// When a build is finished. At least one is set; reaching any of them ends it, but never before the coverage of
// expand.h is complete. They may differ from run to run of one workspace.
struct BuildLimits {
  std::optional<std::chrono::milliseconds> time;  // of all runs together
  std::size_t positions = 0;                      // 0 = no limit; a round that is begun is finished
  int max_ply = 0;                                // 0 = no limit; grow no longer lines
};

struct BuildJob {
  BuildSettings settings;  // with the digests of what follows
  std::vector<SeedLine> seeds;
  // What games say of moves, by key and then by move: it goes into the file beside the values, and decides nothing.
  std::vector<TalliedMove> played;
  std::vector<Override> overrides;
  BuildLimits limits;
  int threads = 1;                  // changes nothing but the time; searches at once, on all ranks together
  int ranks = 1;                    // that search: for the progress
  std::filesystem::path workspace;  // a folder
  std::vector<std::string> reuse;   // workspaces of other builds, whose searches need not be made again
  std::filesystem::path out;
  // What stood there when it was decided that the book may be written; nothing: whatever stands there.
  std::optional<FileStamp> before = {};
};

struct BuildSummary {
  std::size_t positions = 0;     // in the book file; finished games are not
  std::size_t new_searches = 0;  // in this run
  std::size_t reused = 0;        // answered by workspaces of other builds instead
  std::size_t new_games = 0;     // in this run, of a book that is grown by games
  bool stale = false;            // such a book, ended because games came to nothing new
  std::uint64_t bytes = 0;       // of the book file
  std::vector<NodeValue> starts;
  std::vector<std::string> idle_overrides;  // FENs of those whose position is not in the book, or answered otherwise
};

// Beside the book's own files the workspace gets history.tsv: after every round that brought positions a line of
// seconds spent, positions and the value of each start, tabs between them. It is for people; nothing is ever read from
// it but its last line.
//
// Errors: interrupted (the progress asked to stop; all finished searches are kept, running it again goes on),
// invalid_argument (a start, more of them than a file can name, or a workspace made with other settings or by another
// version; no start from which a move can be played; those of the evaluator and of KnownSearches), not_found (a
// workspace to reuse), io, corrupt, unsupported, limit.
template <const Rules& R>
Result<BuildSummary> build_book(const BuildJob& job, const EvaluatorFactory<R>& evaluators, Progress& progress);

// The file of a workspace as it stands. `played` as in BuildJob.
template <const Rules& R>
Result<std::vector<std::byte>> book_bytes(const Workspace& workspace, const BookValues& values,
                                          std::span<const TalliedMove> played = {});

}  // namespace bookends
