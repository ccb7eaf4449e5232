// A proof that ranks, processes that share one job (core/base/communicator.h), look for together: they share the
// searches of places.
#pragma once

#include "books/proof/prove/prove.h"
#include "core/base/communicator.h"

namespace bookends {

// As prove(), called by every rank. Plan, workspace and certificate are those of rank 0, which gets the summary; the
// others search for it until it is done, and get an empty one. They know of the plan what searches ask: what is solved
// and which positions it has. `job.threads` is the rank's own number; what is in `job.known`, and its digest in the
// settings, count on rank 0 alone. All other settings are the same on all ranks, or it is an error of all of them
// (invalid_argument). So ranks, as threads, decide nothing but the time.
template <const Rules& R>
Result<ProveSummary> prove_on_ranks(ProveJob job, const Oracle<R>* tables, Communicator& ranks, Progress& progress);

}  // namespace bookends
