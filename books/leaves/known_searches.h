// Known searches: what other builds have searched, so that nobody searches it twice. The same search says the same,
// whatever book it is for. A build with other starts, seeds, overrides or costs comes to the same bytes as without
// them, only sooner.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "books/leaves/evaluator.h"
#include "books/work/journal.h"
#include "books/work/workspace.h"

namespace bookends {

class KnownSearches {
 public:
  // Reads the workspaces of other builds, which may be at work; what they find later is not seen. All of them stay in
  // memory. Of tables only the number of men is compared: that they are the same is for the caller to know. Errors:
  // not_found (no workspace), invalid_argument (other searches: another game, number of nodes, engine, network, ...;
  // the message names what differs), io, corrupt, unsupported.
  static Result<KnownSearches> read(const BuildSettings& settings, const std::vector<std::string>& folders);

  // Any number of threads at once. Nothing as well where it can't be told any more what the search of all moves said.
  std::optional<LeafResult> find(Key key, const SearchTask& task) const;
  std::size_t answers() const { return *answers_; }  // given so far

 private:
  Result<void> read_folder(const BuildSettings& settings, const std::filesystem::path& folder);

  std::vector<Workspace> workspaces_;
  std::vector<Journal> journals_;
  std::unique_ptr<std::atomic<std::size_t>> answers_ = std::make_unique<std::atomic<std::size_t>>(0);
};

// Evaluators that ask `known` first.
template <const Rules& R>
EvaluatorFactory<R> with_known_searches(EvaluatorFactory<R> make, std::shared_ptr<const KnownSearches> known);

}  // namespace bookends
