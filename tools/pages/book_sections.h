// What all pages of a book have: its positions, each with board, moves as links and what is known, and their look.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "books/review/tree_reader.h"
#include "tools/pages/board/picture.h"

namespace bookends {

// The CSS of pages of a book, that of boards included.
std::string book_style();

// Where a position is, as seen from the page that is written.
using PositionAddress = std::function<std::string(int id)>;

// The id that a position has on its page: "p1" is of the first.
std::string position_anchor(int id);

// A link to each start, in one line.
std::string links_to_starts(const TreeOutline& outline, const PositionAddress& address);
// What scores and marks mean, whose book it is, and how much of it is not shown.
std::string notes_on(const TreeReader& tree, std::string_view not_here);

// The start's name, or its FEN.
std::string name_of(const TreeRoot& root);

// A move's score; "-" where it has none.
std::string score_text(const TreeMove& move);

// From which side boards are seen: a book for Black alone is read from Black's.
bool seen_from_black(const TreeOutline& outline);

// The positions in their order. Of those that lead to the last one their names and moves are kept, of others nothing.
class BookSections {
 public:
  BookSections(const Rules& rules, TreeReader& tree) : rules_(rules), tree_(tree) {}

  // The next position, `node` of number `id`, as a section of a page with these rows, new ones before it.
  std::string section(int id, const TreeNode& node, const PositionAddress& address, BoardRows& rows);

 private:
  struct Visited {
    int id = 0;
    std::string name;  // "12. Nf3" or that of a start
    Color turn = Color::white;
    int number = 1;
    std::vector<TreeMove> moves;  // those that lead to a position for the first time
  };

  const TreeMove* go_to(int id, const TreeNode& node);

  const Rules& rules_;
  TreeReader& tree_;
  std::vector<Visited> line_;
};

}  // namespace bookends
