// How a book grows: what the user may choose of it. All of it decides the bytes of the book.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bookends {

// Which places grow first. Both are searches for the cheapest paths from the starts; they differ in what a step costs.
enum class Policy : std::uint8_t {
  path,     // every term of CostModel
  dropout,  // a ply and the score it gives away, nothing else
};
std::string_view policy_name(Policy policy);

// What a position with moves in the book is worth.
enum class Backup : std::uint8_t {
  min,      // the best of its book moves and of its best move that is not in the book: nobody is bound to our book
  replace,  // the best of its book moves alone: what the book has looked into replaces what one search said
};
std::string_view backup_name(Backup backup);

// What a move costs on the way from a start to a place to grow. One ply of good play is 1000 by default, and only the
// proportions of these numbers matter. A step never costs less than 1. step_cost() in values/values.h adds them up.
struct CostModel {
  std::uint32_t ply = 1000;        // for every move played
  std::uint32_t centipawn = 20;    // for every centipawn by which the move falls short of the best one
  std::uint32_t uncertainty = 5;   // taken off for every centipawn between what was promised of a move and what it is
                                   // worth now: where the searches disagree, the book learns most; not where the
                                   // position is decided
  std::uint32_t principal = 200;   // taken off every ply of the principal variation of a start
  std::uint32_t best = 300;        // taken off the growing of a position's best move, when the book lacks it
  std::int32_t worst_loss = 1000;  // centipawns; a greater loss or uncertainty counts as this much
  std::uint32_t decided = 4000;    // added for a ply in a position that is decided already

  bool operator==(const CostModel&) const = default;
};

}  // namespace bookends
