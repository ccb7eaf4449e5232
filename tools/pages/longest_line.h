// The longest line of an ending: best moves of both sides from a position that takes the longest, to the mate.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/rules/rules.h"

namespace bookends {

struct LongestLine {
  std::string start;               // FEN
  std::string end;                 // of the mate, or of the stalemate that loses
  std::vector<std::string> moves;  // SAN
  std::string first_move;          // UCI, as the next; empty when there is none
  std::string last_move;
  std::string incomplete;  // why the line stops short of the end; empty when it does not
};

// The tables of a folder, as a reader of lines needs them, whatever their game.
class LineReader {
 public:
  virtual ~LineReader() = default;
  // `fen`: a position that is decided in `plies`. Of equally good moves the first is taken. Never fails: what cannot be
  // read makes the line incomplete, and so does `progress` when it asks to stop.
  virtual LongestLine read(const std::string& fen, int plies, const Progress& progress) const = 0;
};

// Errors: those of tables::Tables::open.
Result<std::unique_ptr<LineReader>> open_line_reader(const Rules& rules, const std::filesystem::path& folder);

// "1. Kb2 Kd5 2. Qc3" or, when Black begins, "1... Kd5 2. Qc3".
std::string numbered_moves(const LongestLine& line);

}  // namespace bookends
