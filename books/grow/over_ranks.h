// A book built by ranks, processes that share one job (core/base/communicator.h): they share the searches.
#pragma once

#include <string>

#include "books/grow/build.h"
#include "core/base/communicator.h"

namespace bookends {

// As build_book(), called by every rank. The workspace and the book are those of rank 0, which gets the summary; the
// others search for it until it is done, and get an empty one. `job.threads` is the rank's own number. `leans_on` names
// what its searches use beside the settings: tables, above all. Settings, and that, are the same on all ranks, or it is
// an error of all of them (invalid_argument). So ranks, as threads, decide nothing but the time.
template <const Rules& R>
Result<BuildSummary> build_book_on_ranks(BuildJob job, const EvaluatorFactory<R>& evaluators,
                                         const std::string& leans_on, Communicator& ranks, Progress& progress);

}  // namespace bookends
