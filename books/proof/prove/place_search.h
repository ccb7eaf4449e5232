// The search of one place of a plan, in four steps: a short search for a forced end (tail_search.h); a search of the
// core with the tables for the moves that promise most; where those promise much, a longer search for a forced end;
// and a glance at each reply to these moves: a very short search, so that what is hard is looked into before what is
// easy, and a move that fails to one reply costs no searches of the others.
//
// A longer look (plan.h) is the same without the first step.
//
// What it finds depends on the place, the settings, and what the plan knows: never on who searches.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "books/leaves/evaluator.h"
#include "books/proof/plan/plan.h"
#include "books/proof/prove/prove.h"
#include "books/proof/prove/tail_search.h"

namespace bookends {

// A position of the plan that is to be looked into.
struct PlaceTask {
  PackedPosition position;
  std::vector<Move> only;  // empty: all moves
  std::int16_t score = 0;  // that it has in the plan
  int look = 0;            // as PlanLeaf::look; 0 without `only`: nobody has looked into it before
};

struct PlaceResult {
  bool proved = false;
  std::vector<SolvedEntry> found;
  std::vector<Candidate> candidates;
  std::vector<ReplyScore> replies;             // that the plan did not have
  std::chrono::microseconds cpu_elsewhere{0};  // that another process has spent on it
};

// Used by one thread at a time. While it searches, the plan stays as it is.
template <const Rules& R>
class PlaceSearcher {
 public:
  virtual ~PlaceSearcher() = default;
  // When `stop` becomes true it returns soon, and what it returns is thrown away. Errors: those of the tables; of
  // another rank that searches.
  virtual Result<PlaceResult> look_into(const PlaceTask& task, const std::atomic<bool>& stop) = 0;
  // Of this process: that its tables of forced ends hold between searches now, and at the most.
  virtual std::size_t held_bytes() const { return 0; }
  virtual std::size_t most_held_bytes() const { return 0; }
  // What a longer look takes in this process, for as long as it lasts.
  virtual std::size_t look_bytes(int /*look*/) const { return 0; }
};

// Where a round may take so many bytes, and so many are not allowed.
Error round_too_large(std::size_t bytes);

template <const Rules& R>
using PlaceSearcherFactory = std::function<std::unique_ptr<PlaceSearcher<R>>()>;

// What the plan knows: which positions are solved, and which it has. Outlives the searchers.
struct PlanKnowledge {
  const Solved& solved;
  std::function<bool(Key)> has;
};

template <const Rules& R>
class PlaceSearch final : public PlaceSearcher<R> {
 public:
  // `tables` may be null. All outlive it.
  PlaceSearch(const ProveSettings& settings, const Oracle<R>* tables, const PlanKnowledge& plan);

  Result<PlaceResult> look_into(const PlaceTask& task, const std::atomic<bool>& stop) override;
  std::size_t held_bytes() const override { return tail_.held_bytes(); }
  std::size_t most_held_bytes() const override;
  std::size_t look_bytes(int look) const override;
  // For tables of forced ends and the longest look together.
  static std::size_t most_bytes(const ProveSettings& settings);

 private:
  Result<LeafResult> search(const PlaceTask& task, const Position<R>& position, const std::atomic<bool>& stop);
  Result<void> glance_at_replies(const Position<R>& after, std::vector<ReplyScore>& scores,
                                 const std::atomic<bool>& stop);

  const ProveSettings& settings_;
  const Oracle<R>* tables_;
  const PlanKnowledge& plan_;
  TailSearch<R> tail_;
  std::unique_ptr<LeafEvaluator<R>> search_, glance_;
};

#define BOOKENDS_EXTERN_PLACE_SEARCH(game) extern template class PlaceSearch<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_PLACE_SEARCH)
#undef BOOKENDS_EXTERN_PLACE_SEARCH

}  // namespace bookends
