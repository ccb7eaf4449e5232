// How the search sees books and tablebases, without knowing either.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/position/position.h"

namespace bookends {

// What an oracle knows of a position, for the side to move.
struct OracleValue {
  enum class Wdl : std::int8_t { loss = -1, draw = 0, win = 1 };
  Wdl wdl = Wdl::draw;
  int plies = -1;  // to the mate (or the stalemate that wins) with best play; -1 when only the WDL value is known
};

struct OracleMove {
  Move move;
  std::optional<OracleValue> value;  // of the position before the move, for the side to move
  std::optional<int> score;          // centipawns for the side to move, when there is no exact value
  int depth = 0;                     // of the search behind the score, in plies
};

// Const and thread-safe. An oracle that has nothing to say answers nullopt.
template <const Rules& R>
class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual std::string_view name() const = 0;  // "book", "tablebase": what the agent's info string says
  // The move to play at the root. The caller sees to it that it does not repeat a won game into a draw.
  virtual std::optional<OracleMove> choose(const Position<R>&) const { return std::nullopt; }
  // The exact value of a position inside the search.
  virtual std::optional<OracleValue> value(const Position<R>&) const { return std::nullopt; }
  // What is known of the result where its value is not certain, to tell moves apart: 2 is a win, 1 a win that a limit
  // of moves draws, 0 a draw, and the same below it for losses.
  virtual std::optional<int> result(const Position<R>&) const { return std::nullopt; }
  // What kept it from an answer that it should have had, such as a damaged file; the first of all that did. What was
  // found without that answer is not wrong, but another than it would be.
  virtual std::optional<Error> trouble() const { return std::nullopt; }
  // Positions with more pieces than this are never asked for a value.
  virtual int max_men() const { return 0; }
};

}  // namespace bookends
