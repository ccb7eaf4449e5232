// A prover that others help: searchers of places beside its own, on other ranks (proof/ranks).
#pragma once

#include <functional>
#include <span>

#include "books/proof/prove/place_search.h"

namespace bookends {

// What the plan has come to know since the last time.
struct PlanNews {
  std::span<const Key> planned;  // of new positions
  std::span<const SolvedEntry> solved;
};

template <const Rules& R>
struct PlaceTeam {
  int ranks = 1;  // for the progress
  // Makes searchers, own ones and others in turns: `threads` of the job in all.
  std::function<PlaceSearcherFactory<R>(PlaceSearcherFactory<R> own)> shared;
  // Tells the others what the plan has come to know, and returns when they know it.
  std::function<Result<void>(const PlanNews& news)> tell;
};

// As prove(). Errors also of the team: io (a rank is lost), and what a rank gave up with.
template <const Rules& R>
Result<ProveSummary> prove_in_team(const ProveJob& job, const Oracle<R>* tables, const PlaceTeam<R>& team,
                                   Progress& progress);

}  // namespace bookends
