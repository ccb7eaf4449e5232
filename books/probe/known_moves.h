// What a book knows of the moves of a position, and how likely each way of choosing takes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "books/probe/probe.h"

namespace bookends {

struct KnownMove {
  Move move;
  bool own = false;                  // what the book plays
  std::optional<Score> score;        // for the side that plays it
  int depth = 0;                     // plies the score looks ahead
  Proof proof = Proof::none;         // of the game after it, for the side that plays it
  bool settled = false;              // the score is proved, a table's or a person's
  std::optional<PlayedMove> played;  // what games say of it
};

// The book's own move, and each that it has a record of or a score behind: the own one first, the others by score, then
// those without one by their games. The own one has the score of the position itself, where that has one. Empty where
// the book does not know the position.
template <const Rules& R>
std::vector<KnownMove> known_moves(const BookProbe<R>& book, const Position<R>& position);

// The value of a move by the rules, or by what the book answers after it. It knows no clocks, which run along a line.
template <const Rules& R>
std::optional<Score> value_after(const Position<R>& next, const std::optional<BookAnswer>& answer);

// How a move is chosen among them.
enum class ChooseBy : std::uint8_t {
  score,  // what a move is worse than the best halves its share with every kHalvingLoss
  games,  // by played_weight()
  mixed,  // by both: with every kHalvingLossMixed
};
inline constexpr double kHalvingLoss = 10, kHalvingLossMixed = 20;  // centipawns

// "score", "games", "mixed".
std::string_view choice_name(ChooseBy by);

// The share of each move, 0 to 1; they sum to 1. All are 0 where there is nothing to choose by: no score of the
// position, no games that speak for a move. A value that a person has set leaves the own move alone, and a move that
// does not keep what is proved has no share. A move without a score loses nothing by that in a mixture.
std::vector<double> shares(const BookEntry& entry, const std::vector<KnownMove>& moves, ChooseBy by);

}  // namespace bookends
