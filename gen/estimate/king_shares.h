// How many king pairs each node has of an ending that nodes share, and how many it sees: its own, and those one king
// move away. Both are counted on a small ending with the same symmetries, with the partition that the solver uses.
#pragma once

#include <map>
#include <utility>

#include "gen/estimate/ending_sizes.h"

namespace bookends {

// As parts of all king pairs, of the node that has most.
struct KingShare {
  double own = 1;
  double seen = 1;   // its own and its halo
  double halos = 0;  // the halos of all nodes together; more than 1 where nodes share many pairs
};

class KingShares {
 public:
  explicit KingShares(const Rules& rules) : rules_(rules) {}

  // How many nodes can share the ending; with loose kings 1.
  int most_nodes(const EndingSize& ending) { return ending.loose_kings ? 1 : most_nodes_of(shape_of(ending)); }
  // `nodes`: at most so many.
  KingShare of(const EndingSize& ending, int nodes) { return share_of_shape(shape_of(ending), nodes); }

  // The same where nodes share pairs by their classes under all symmetries of the board: pairs of one class have one
  // owner. Whatever captures and promotions lead to, a node's own pairs and those it sees are the same parts of.
  int most_nodes_of_classes() { return most_nodes_of(classes()); }
  KingShare of_classes(int nodes) { return share_of_shape(classes(), nodes); }

 private:
  // What decides which pairs there are: whether it has pawns, and how many symmetries.
  using Shape = std::pair<bool, int>;
  static Shape shape_of(const EndingSize& ending) { return {ending.ending.has_pawns(), ending.symmetries}; }
  Shape classes() const { return {false, rules_.files == rules_.ranks ? 8 : 4}; }
  tables::Ending small(Shape shape) const;
  int most_nodes_of(Shape shape);
  KingShare share_of_shape(Shape shape, int nodes);

  const Rules& rules_;
  std::map<Shape, int> most_;
  std::map<std::pair<Shape, int>, KingShare> shares_;
};

}  // namespace bookends
