// Builds a book of one side against a player who is known, by games: trial_book.h and trial_player.h say how.
#pragma once

#include "books/grow/build.h"
#include "books/opponent/trial_player.h"

namespace bookends {

// As build_book(), of a job whose settings know the opponent; seeds count for nothing. It goes in rounds: the searches
// that have become due, then some games at once, by the book as it is; in the end what has become due still, and the
// coverage that every book owes (expand.h). Without a limit of time it ends, too, when
// 1000 games have come to nothing new. The journal has all searches and games, and is never restarted: a build that is
// resumed counts them again; with another limit of plies the games are played anew. Positions, of limits and progress,
// are those that games have come to, of which the book has those that its own moves lead to.
template <const Rules& R>
Result<BuildSummary> build_book_against(const BuildJob& job, const EvaluatorFactory<R>& evaluators,
                                        const TrialPlayerFactory<R>& players, Progress& progress);

}  // namespace bookends
