// The tasks of a growing book: searches of positions, and trial games; and what the games come to. What a search comes
// to is a LeafResult (workspace.h).
#pragma once

#include <cstdint>
#include <vector>

#include "books/file/packed_position.h"
#include "books/work/workspace.h"
#include "core/position/move.h"

namespace bookends {

// What was searched: a position, all of its moves or only some.
struct SearchTask {
  PackedPosition position;
  std::vector<Move> only;  // empty = all moves

  bool operator==(const SearchTask&) const = default;
};

// A search that a round asks for.
struct LeafJob {
  NodeId node = kNoNode;
  SearchTask task;
};

// A game that was played to see what moves are worth (build_against.h), by its number, and how many of its plies at the
// most belong into the book.
struct TrialTask {
  std::uint32_t number = 0;
  std::uint32_t max_ply = 0;  // not 0

  bool operator==(const TrialTask&) const = default;
};

struct TrialResult {
  std::vector<Move> moves;   // from the start, as far as they belong into the book
  std::uint16_t points = 0;  // that the book's side may expect then (expected_points.h)

  bool operator==(const TrialResult&) const = default;
};

}  // namespace bookends
