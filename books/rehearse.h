// Builds a book of one side against a player who is known, by games: trial_book.h and trial_player.h say how.
#pragma once

#include "books/build.h"
#include "books/trial_player.h"

namespace bookends {

// As build_book(), of a job whose settings know the opponent; seeds count for nothing. It goes in rounds: the
// searches that have become due, then some games at once, by the book as it is. One round there always is, and
// in the end the coverage that every book owes (expand.h), which is no part of what is resumed. It ends, too, when 50
// rounds have come to nothing new. The journal has all of them, and is never
// restarted: a build that is resumed counts them again. Positions, of limits and progress, are those that games have
// come to, of which the book has those that its own moves lead to.
template <const Rules& R>
Result<BuildSummary> rehearse_book(const BuildJob& job, const EvaluatorFactory<R>& evaluators,
                                   const TrialPlayerFactory<R>& players, Progress& progress);

}  // namespace bookends
