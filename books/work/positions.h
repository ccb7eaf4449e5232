// The nodes of a workspace as positions, and positions as its nodes.
#pragma once

#include "books/work/workspace.h"
#include "core/position/position.h"

namespace bookends {

// The node of a position, which is added if need be. kNoNode when another position holds its key.
template <const Rules& R>
NodeId find_or_add(Workspace& workspace, const Position<R>& position);

// The position of a node.
template <const Rules& R>
Position<R> position_of(const Workspace& workspace, NodeId id);

// As the book knows it: without clocks.
template <const Rules& R>
PackedPosition packed(const Position<R>& position) {
  return pack(R, position.setup());
}

}  // namespace bookends
