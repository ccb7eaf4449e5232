// The work of `bookends book build`: what was asked for, the job that it makes, and doing it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "books/grow/build.h"
#include "core/base/communicator.h"
#include "gen/console/command.h"
#include "gen/options/leaf_searcher.h"

namespace bookends {

// As the options have it.
struct BookBuildRequest {
  std::string game;
  std::vector<std::string> starts;
  std::string out;
  bool force = false;
  std::string time;
  std::size_t positions = 0;
  int max_ply = 0;
  std::optional<std::uint64_t> nodes;
  std::uint64_t opponent_nodes = 0;
  std::string tables;
  std::string side = "both";
  std::string workspace;
  std::string policy = "path";
  std::string backup = "min";
  CostModel cost;
  int batch = 0;
  int reply_loss = BuildSettings().reply_loss;
  std::vector<std::string> seeds;
  bool strict = false;  // with what is wrong in seeds
  std::string overrides;
  std::vector<std::string> reuse;
  SearcherChoice searcher;
};

// Said before hours of work rather than after them: what stands in the book's place must be a book that its workspace
// made and would make again, or nothing. A person's work in it would be lost. A damaged book may hold some, too, but
// where its workspace is there that is held to have made it: whoever damaged it can mend it by the same command.
// Errors: io, unsupported, corrupt, invalid_argument.
Result<void> check_place(const BookBuildRequest& request);

// The job but for what files say that the book is grown from. Errors: invalid_argument.
Result<BuildJob> job_of(const Rules& rules, const BookBuildRequest& request, Session& session);

// Reads these files into the job, and builds the book. `ranks`: null for one process. Errors: as build_book(); those of
// tables, networks and engines.
Result<BuildSummary> build_asked_for(const Rules& rules, BuildJob& job, const BookBuildRequest& request,
                                     Communicator* ranks, Session& session);

}  // namespace bookends
