// A tree cut into chapters of bearable length. Programs for games, and people, want no game of thousands of moves.
#pragma once

#include <vector>

#include "books/review/tree_reader.h"

namespace bookends {

struct Chapter {
  int node = 0;     // where it begins
  int parent = -1;  // the chapter that it goes on from; -1 where it begins at a start of the book
  int root = 0;     // the start that it goes back to, of TreeOutline::roots
  std::size_t moves = 0;
};

class Chapters {
 public:
  // Of at most so many moves, unless those of one position alone are more; 0: one for each start. Where there would be
  // more, the branches with the most moves are cut off, which makes few chapters (Kundu and Misra, "A linear tree
  // partitioning algorithm", 1977). The first move's line is spared where long side lines will do.
  Chapters(const TreeReader& tree, int most_moves);

  // In the order of the nodes, so that one comes before those that go on from it.
  const std::vector<Chapter>& all() const { return chapters_; }
  // The chapter that shows the moves of a node; its number in all().
  int of(int node) const { return chapter_of_[static_cast<std::size_t>(node)]; }
  bool begins_at(int node) const { return chapters_[static_cast<std::size_t>(of(node))].node == node; }

 private:
  std::vector<Chapter> chapters_;
  std::vector<int> chapter_of_;
};

}  // namespace bookends
