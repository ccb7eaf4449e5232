// Leaves of a book searched by a UCI engine.
#pragma once

#include <chrono>
#include <string>

#include "books/leaves/evaluator.h"
#include "core/position/oracle.h"
#include "gen/uci/engine_spec.h"

namespace bookends {

// One process a thread, told "ucinewgame" before every search. Whether equal searches give equal answers is the
// engine's matter: those that run on one thread with a limit of nodes or plies mostly do.
struct UciEvaluatorOptions {
  uci::EngineSpec spec;     // its limits: nodes, plies, or both
  std::string description;  // for BuildSettings::evaluator: the engine's own name and its options
  // An engine that says nothing for longer has failed. A search that says how it gets on may take as long as it likes.
  std::chrono::milliseconds longest_silence{std::chrono::minutes{5}};
};

// Starts the engine to see that it serves, and asks it for `candidates` variations where it can give more than one, and
// for one thread where it has a choice. `nodes` are those of a search for which the spec sets no limit. Errors:
// invalid_argument (it cannot be run, does not know the game or an option; a limit of time, or several threads, with
// which nobody could make the book again), io.
template <const Rules& R>
Result<UciEvaluatorOptions> try_engine(uci::EngineSpec spec, int candidates, std::uint64_t nodes);

// Errors of its searches: io (the engine ended or was silent for too long), invalid_argument (it answers what is no
// move). `tables` may be null; it answers for the positions it covers, and outlives the evaluators.
template <const Rules& R>
EvaluatorFactory<R> uci_evaluator(const UciEvaluatorOptions& options, const Oracle<R>* tables);

}  // namespace bookends
