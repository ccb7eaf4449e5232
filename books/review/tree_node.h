// A book as a tree for people: a position that one meets when the book plays, its moves, and what the tree is of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "books/probe/probe.h"

namespace bookends {

struct TreeMove {
  std::string uci;
  std::string san;
  std::optional<Score> score;       // for the mover; none when the book has none of the position after it
  bool played = false;              // the book's move
  std::optional<PlayedMove> games;  // what games say of it
  int child = -1;                   // index of the position it leads to; -1 when that is not shown
  bool transposes = false;          // `child` is shown elsewhere in the tree
};

struct TreeNode {
  std::string fen;
  std::string line;     // the moves that lead here, "1. d3 b3 2. c3"; empty at a start
  std::string uci;      // of the last of them
  std::string move;     // the same as "12. Nf3" or "12... Nf6"
  std::string before;   // the one before that, as `move`; empty where there is none
  std::string picture;  // the board, one rank a line
  Key key = 0;
  Color turn = Color::white;
  int ply = 0;     // from the start
  int number = 1;  // of the move to be played now, as PGN counts
  BookEntry entry;
  std::string remark;           // what a person wrote about it
  bool known = true;            // whether the book has an entry for it; only a start may lack one
  std::vector<TreeMove> moves;  // every legal one: the book's first, then by score, then those without
};

struct TreeRoot {
  std::string fen;   // as the book has it, or in usual form
  std::string name;  // "start1", or "" when it is no setup of the game
  int node = 0;
};

// All of a tree but its nodes.
struct TreeOutline {
  std::string game;
  std::string title;
  std::string generator;
  std::string settings;
  std::string usual_start;          // FEN: where a game begins that says nothing of it
  BookSide side = BookSide::both;   // whose book it is
  BookSide shown = BookSide::both;  // whose lines these are: TreeOptions::side
  std::uint64_t positions = 0;      // in the whole book
  std::uint64_t known = 0;          // nodes that the book has an entry for
  bool with_games = false;          // whether games say anything of a move of a node
  std::vector<TreeRoot> roots;
};

struct TreeOptions {
  BookSide side = BookSide::both;  // whose book it is: that side plays the book's move, the other every move known
  int max_ply = 0;                 // show lines of so many plies; 0 = all
  std::vector<std::string> from;   // FENs; empty = the book's own starts
};

// Whether games say anything of the moves of a position.
bool has_games(const TreeNode& node);

// How many positions of the whole book are not in the tree.
std::uint64_t left_out(const TreeOutline& tree);

// One rank a line, the highest first, with the names of files and ranks.
std::string board_text(const Rules& rules, const Setup& setup);

// The name of a setup of the game, "start1"; "" when the FEN is none of them.
std::string start_name(const Rules& rules, std::string_view fen);

}  // namespace bookends
