// A book's tree node by node: some fifty bytes are kept of a position, and of one line at a time all the rest.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "books/review/tree_node.h"

namespace bookends {

// A node as others name it.
struct TreeReference {
  std::string line;  // TreeNode::line
  Key key = 0;
};

class TreeReader {
 public:
  virtual ~TreeReader() = default;

  const TreeOutline& outline() const { return outline_; }
  int size() const { return static_cast<int>(parents_.size()); }
  // Whose move leads to a node first; -1 where a tree begins. Parents come before their children, and all that is
  // behind one move before what is behind the next.
  int parent(int id) const { return parents_[static_cast<std::size_t>(id)]; }
  // How many moves of a node are shown: those that lead to another one, and the book's own.
  int shown_moves(int id) const { return shown_moves_[static_cast<std::size_t>(id)]; }

  // Quick where it is not far from the node that was asked for before.
  virtual TreeNode node(int id) = 0;
  // It does not count as asked for.
  virtual TreeReference refer(int id) = 0;

 protected:
  TreeOutline outline_;
  std::vector<int> parents_;
  std::vector<std::uint16_t> shown_moves_;
};

// Reads the book, which outlives the reader, once to number the positions. Errors: invalid_argument (a FEN).
template <const Rules& R>
Result<std::unique_ptr<TreeReader>> read_tree(const Book<R>& book, const TreeOptions& options);

}  // namespace bookends
