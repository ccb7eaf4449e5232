// Texts of a book tree, each a whole document.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "books/review/book_tree.h"

namespace bookends {

// Puts a row of a picture into colours. All rows become wider by the same number of columns.
using PaintRow = std::function<std::string(std::string_view)>;

// Every position with its picture, key, score and moves; a position that is reached again is referred to.
std::string dump_text(const BookTree& tree, const PaintRow& paint = {});

// One game for each start, all other moves as variations. Comments hold score (for the side to move), depth, key and
// remark of the position they follow, and the board at the end of each line.
std::string dump_pgn(const BookTree& tree);

// One position a line: "<board> <turn> <rights> <en passant> bm SAN; ce CENTIPAWNS; acd DEPTH; dm MOVES; c0 REMARK; c1
// \"key ...\"; c2 \"proved win\"; c3
// \"start NAME\";", each only where there is something to say.
std::string dump_epd(const BookTree& tree);

std::string dump_json(const BookTree& tree);

}  // namespace bookends
