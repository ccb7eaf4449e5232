#include "books/work/positions.h"

#include <cassert>
#include <utility>

#include "core/position/outcome.h"

namespace bookends {

template <const Rules& R>
Position<R> position_of(const Workspace& workspace, NodeId id) {
  Result<Position<R>> position = unpack_position<R>(workspace.node(id).position);
  assert(position);  // it was made from a legal position
  return std::move(*position);
}

template <const Rules& R>
NodeId find_or_add(Workspace& workspace, const Position<R>& position) {
  const PackedPosition bytes = packed(position);
  const NodeId known = workspace.find(position.key(), bytes);
  if (known != kNoNode || workspace.collides(position.key(), bytes)) return known;
  const NodeId id = workspace.add_node(position.key(), bytes, position.count_legal_moves());
  const Verdict end = verdict(position);
  if (end.over()) {
    const bool drawn = end.outcome == Outcome::draw;
    workspace.set_over(id, drawn ? kDraw : end.outcome == Outcome::win ? win_in(0) : loss_in(0));
  }
  return id;
}

#define BOOKENDS_INSTANTIATE(game)                                                   \
  template Position<games::game> position_of<games::game>(const Workspace&, NodeId); \
  template NodeId find_or_add<games::game>(Workspace&, const Position<games::game>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
