// Where the book grows.
//
// First of all the coverage that every book owes its reader, for each start position:
// - a reply to every legal first move, and an answer to that reply;
// - the best first move, and an answer to every reply to it.
// (A one-sided book owes the part of it in which its own side is to answer, and grows no reply that gives too much
// away.) Then best-first: a position's best move that is not in the book yet is a place to grow, at the cost of the
// cheapest path to it (work/cost_model.h), and the cheapest places grow, a batch at a time. Coverage comes back
// whenever a best move has changed.
//
// Drop-out expansion is the same with another cost. It gives a place the priority 0 and every other node
//   1 + the least of its children's (priority + alpha * score given away by the move),
// and grows where the starts' priorities come from. These add up along the line: a start's priority is the cost of the
// cheapest path from it to a place. So the policy is a choice of costs, and alpha is CostModel's centipawn over its
// ply.
//
// All of it is a pure function of the workspace, so a build is the same sequence of rounds however often it was
// interrupted and however many threads searched.
#pragma once

#include <span>
#include <vector>

#include "books/grow/seeds.h"
#include "books/values/values.h"
#include "books/work/positions.h"
#include "books/work/tasks.h"
#include "books/work/workspace.h"
#include "core/position/position.h"

namespace bookends {

struct Growth {
  NodeId parent = kNoNode;
  Move move;
};

// The moves to add in one round.
struct Round {
  bool owed = false;  // coverage, which no limit may skip
  std::vector<Growth> growth;
};

// Adds the settings' start positions to an empty workspace, then the seeds' lines. Errors: invalid_argument (a FEN).
template <const Rules& R>
Result<void> plant(Workspace& workspace, std::span<const SeedLine> seeds = {});

// The moves of the coverage that are not in the workspace.
template <const Rules& R>
std::vector<Growth> owed_moves(const Workspace& workspace, const BookValues& values);

// The next round, empty when nothing is left to grow. `max_ply` 0 = no limit.
template <const Rules& R>
Round next_round(const Workspace& workspace, const BookValues& values, int max_ply);

// Adds the positions and moves of a round, and every move between positions of the book that they make possible.
template <const Rules& R>
void grow(Workspace& workspace, const Round& round);

// What has to be searched now, in the order of the nodes.
template <const Rules& R>
std::vector<LeafJob> leaf_jobs(const Workspace& workspace);

}  // namespace bookends
