// What all pages of a book have: its positions, each with board, moves as links and what is known, and their look.
#pragma once

#include <functional>
#include <string>
#include <string_view>

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

// A position, `node` of number `id`, as a section of a page with these rows, new ones before it.
std::string book_section(const Rules& rules, const TreeReader& tree, int id, const TreeNode& node,
                         const PositionAddress& address, BoardRows& rows);

}  // namespace bookends
