// Texts of a book tree, written while it is read: what they take of memory goes by the longest line and, where a form
// is one document a game, by the largest game.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "books/review/tree_reader.h"

namespace bookends {

// Puts a row of a picture into colours. All rows become wider by the same number of columns.
using PaintRow = std::function<std::string(std::string_view)>;

// Takes the next part of a text.
using TextSink = std::function<Result<void>(std::string_view)>;

// Errors of all of them: those of the sink.

// Every position with its picture, key, score and moves; a position that is reached again is referred to.
Result<void> dump_text(TreeReader& tree, const TextSink& out);
Result<void> dump_painted_text(TreeReader& tree, const TextSink& out, const PaintRow& paint);

struct PgnForm {
  int chapter_moves = 500;  // chapters.h; 0: one game for each start
  bool boards = false;      // a picture in the comments at the begin and at the end of each line
};

// A game for each chapter, all other moves as variations. Comments hold score, depth, key, marks and remark of the
// position they follow; they say where a line goes on that is cut, and what is met again.
Result<void> dump_pgn(TreeReader& tree, const PgnForm& form, const TextSink& out);

// One position a line: "<board> <turn> <rights> <en passant> bm SAN; ce CENTIPAWNS; acd DEPTH; dm MOVES; c0 REMARK; c1
// \"key ...\"; c2 \"proved win\"; c3
// \"start NAME\";", each only where there is something to say.
Result<void> dump_epd(TreeReader& tree, const TextSink& out);

Result<void> dump_json(TreeReader& tree, const TextSink& out);

}  // namespace bookends
