// Who plays the trial games of a book (trial_book.h): the player it is made against, and that same player in the place
// of the book's owner, once the book ends.
//
// What a game comes to is judged a few plies after its way through the book has ended, by the searches of both sides:
// what they say there goes with the results of whole games better than what any search says at the end of the book, be
// it ever so deep, and is steadier than these results. All of it is played by searches of the nodes that the player
// has, since lines that do well by fewer do not by more. The opponent's table is that of his whole game, as it is when
// he plays; and his nodes differ from game to game by a fifth, as they do with the clock.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "books/opponent/trial_book.h"
#include "core/eval/net/net.h"
#include "core/position/oracle.h"
#include "core/search/search.h"

namespace bookends {

// Used by one thread at a time. The same book and task give the same result, whatever was played before.
template <const Rules& R>
class TrialPlayer {
 public:
  // `tables` may be null, and outlives this. Without a `net` the hand-made terms evaluate.
  // `nodes` are for a move, and not 0.
  TrialPlayer(std::uint64_t nodes, const Oracle<R>* tables, const std::shared_ptr<const Net<R>>& net);

  // After `stop` anything. Errors: those of the tables.
  Result<TrialResult> play(const TrialBook<R>& book, TrialTask task, const std::atomic<bool>& stop);

 private:
  struct Table;  // at which one game is played
  double rest_of(Table& table);
  Score search(Search<R>& search, Table& table, Move& move);

  std::uint64_t nodes_;
  const Oracle<R>* tables_;
  Search<R> own_, opponent_;
};

// Makes one player for each thread.
template <const Rules& R>
using TrialPlayerFactory = std::function<std::unique_ptr<TrialPlayer<R>>()>;

}  // namespace bookends
