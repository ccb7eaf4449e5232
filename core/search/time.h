// From a chess clock to the time for one move.
#pragma once

#include <chrono>
#include <optional>

namespace bookends {

using Milliseconds = std::chrono::milliseconds;

struct Clock {
  Milliseconds remaining{0};
  Milliseconds increment{0};
  int moves_to_go = 0;       // to the next time control; 0 = the whole game
  Milliseconds overhead{0};  // lost between us and the clock
};

struct TimeBudget {
  Milliseconds soft{0};  // begin no iteration after it
  Milliseconds hard{0};  // at the latest, be done
};

// Never more than the clock has, never less than 1 ms.
TimeBudget budget_of(const Clock& clock);
// For a fixed time a move; the overhead takes no more than half of it.
TimeBudget budget_of_move(Milliseconds time, Milliseconds overhead);

}  // namespace bookends
