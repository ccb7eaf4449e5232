// EPD as the files that books are fed with have it: a position in four to six fields, then operations that end in ";".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/notation/move_text.h"
#include "core/position/position.h"

namespace bookends {

struct EpdLine {
  std::size_t number = 0;  // in its file, from 1
  std::string fen;
  std::vector<std::pair<std::string, std::string>> operations;  // name and operands as they are written
  std::string error;                                            // what is wrong with its shape; empty for nothing

  const std::string* find(std::string_view name) const;  // the first operation of that name, or nullptr
};

// The lines that are neither empty nor begin with #.
std::vector<EpdLine> epd_lines(std::string_view text);

// A legal move in SAN or UCI. Errors: invalid_argument.
template <const Rules& R>
Result<Move> parse_epd_move(const Position<R>& position, std::string_view text) {
  Result<Move> move = parse_san(position, text);
  if (move) return move;
  const Result<Move> uci = parse_uci(position, text);
  return uci ? uci : move;
}

// What an operand says: of one in quotes, what stands between them (entry.h); otherwise itself.
std::string unquoted(std::string_view operand);

}  // namespace bookends
