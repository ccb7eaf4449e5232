// A plan made small, to be kept or sent.
//
// Searches find many more wins than a plan rests on, and it has places that have long been closed. They may help
// searches to come, but they are most of the bytes. What stays are the open places that can be reached from the roots
// by moves of open places, with their moves; the replies to these that are solved; and behind them, by the winning
// moves, every win that those rest on. So whoever goes on has as little left to do as before, and finds some wins once
// more. What other certificates know goes, too: the prover takes it from them again.
#pragma once

#include <cstdint>
#include <filesystem>

#include "books/proof/plan/plan_file.h"

namespace bookends {

// What is left of a plan. Of the same plan it is always the same. Errors: interrupted.
struct CompactContent {
  std::vector<PlanNode> nodes;
  std::vector<NodeId> roots;
  std::vector<CertificateRecord> wins;  // in order
};
template <const Rules& R>
Result<CompactContent> compact(const Plan<R>& plan, Progress& progress);

struct CompactSummary {
  std::uint64_t positions_before = 0, positions = 0;
  std::uint64_t solved_before = 0, solved = 0;
  std::uint64_t bytes_before = 0, bytes = 0;
};

// The plan in the folder `workspace`, written anew, and a line of its history. Errors: not_found; invalid_argument (not
// a folder); io, also as long as a proof is looked for there; corrupt; unsupported; limit; interrupted, and the plan is
// as it was.
Result<CompactSummary> compact_plan(const std::filesystem::path& workspace, Progress& progress);

}  // namespace bookends
