// Leaf evaluators: what judges the leaves of a book, the positions whose moves are still to be searched. Normally a
// search, in tests something cheap.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "books/work/workspace.h"
#include "core/eval/net/net.h"
#include "core/position/oracle.h"
#include "core/position/position.h"

namespace bookends {

// Used by one thread at a time. The same position and moves give the same result, whatever was asked before.
template <const Rules& R>
class LeafEvaluator {
 public:
  virtual ~LeafEvaluator() = default;
  // The best moves of a position whose game is not over: of all its moves, or of `only` when that is not empty. At
  // least one candidate, best first. When `stop`, which outlives the evaluator, becomes true, it returns soon, and what
  // it returns is thrown away. An error ends the build; what was searched before is kept.
  virtual Result<LeafResult> evaluate(const Position<R>& position, std::span<const Move> only,
                                      const std::atomic<bool>& stop) = 0;
};

// Makes one evaluator for each thread.
template <const Rules& R>
using EvaluatorFactory = std::function<std::unique_ptr<LeafEvaluator<R>>()>;

struct SearchEvaluatorOptions {
  std::uint64_t nodes = 0;  // of each search; not 0
  int candidates = 3;
};

// What the tables say of a position that they cover; nothing else.
template <const Rules& R>
std::optional<LeafResult> table_result(const Position<R>& position, const Oracle<R>& tables);

// Searches every leaf anew, on one thread, to a number of nodes: the result depends on nothing else. `tables` may be
// null; it answers for the positions it covers and inside the search, and outlives the evaluators. Without a `net` the
// hand-made terms evaluate.
template <const Rules& R>
EvaluatorFactory<R> search_evaluator(const SearchEvaluatorOptions& options, const Oracle<R>* tables,
                                     std::shared_ptr<const Net<R>> net = nullptr);

// Searches for own_candidates(), with so many nodes; not 0. As search_evaluator() in all else.
template <const Rules& R>
EvaluatorFactory<R> own_candidates_evaluator(std::uint64_t nodes, const Oracle<R>* tables,
                                             std::shared_ptr<const Net<R>> net = nullptr);

}  // namespace bookends
