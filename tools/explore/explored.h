// A position with the game that led to it, and what tables, a book and a certificate say of it and of all its moves:
// what a page of the explorer shows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/position/outcome.h"
#include "tools/probe/answer.h"

namespace bookends {

struct ExploredPly {
  std::string uci;
  std::string san;
};

struct ExploredMove {
  std::string uci;
  std::string san;
  bool known = false;           // to the tables
  bookends_tables_value table;  // for the side that moves; where known
  std::optional<ProbedBookMove> book;
  std::optional<ProbedProofMove> proof;
};

struct Explored {
  const Rules* rules = nullptr;
  std::string start;              // FEN
  std::vector<ExploredPly> line;  // from there
  bool black_begins = false;      // the line
  int first_move = 1;             // its number
  ProbeAnswer answer;             // of the position
  Verdict verdict;                // with the line's repetitions
  // All that are legal, best first: as the tables order them; else as the certificate does, then the book; then the
  // others by name.
  std::vector<ExploredMove> moves;
};

// `start`: a FEN or the name of a setup. `line`: moves as UCI or SAN writes them. Errors: invalid_argument, which names
// the move that is none; those of reading.
Result<Explored> explore(const Rules& rules, const ProbeSources& sources, const std::string& start,
                         const std::vector<std::string>& line);

// How the sources go on from a position: by the tables' best moves where its value is known there, else by the main
// line of a proof, else by the book's own moves, until none says more, the game is over, or `most` plies are there.
// What cannot be read ends it.
std::vector<ExploredPly> best_play(const Rules& rules, const ProbeSources& sources, const Explored& from, int most);

// What is written before a ply of a line: "12." before a move of White, "12..." before one of Black with which the text
// begins, else "". `ply` and `first_shown` count from the line's beginning.
std::string number_before(std::size_t ply, std::size_t first_shown, bool black_begins, int first_move);

// The moves of a line, "1. e4 e5 2. Nf3", from where it begins.
std::string line_text(const std::vector<ExploredPly>& line, bool black_begins, int first_move);

}  // namespace bookends
