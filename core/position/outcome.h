// When a game is over, and how.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/position/position.h"

namespace bookends {

enum class Ending : std::uint8_t {
  none,  // the game goes on
  checkmate,
  stalemate,  // a draw or a loss of the side to move, as Rules::stalemate says
  too_little_material,
  repetition,
  move_limit,
  counting,
};

// For people: "too little material"; "not over" of none.
std::string_view name_of(Ending ending);

enum class Outcome : std::uint8_t { open, win, draw, loss };  // for the side to move

struct Verdict {
  Ending ending = Ending::none;
  Outcome outcome = Outcome::open;
  bool over() const { return ending != Ending::none; }
};

// Draws of the position alone: too little material, move limit, counting. Mate on the last move of a limit still
// wins, so this is only asked of a position that is not mate.
template <const Rules& R>
Ending rule_draw(const Position<R>& position);

// Too little material alone (part of rule_draw).
template <const Rules& R>
bool too_little_material(const Position<R>& position);

// The verdict of a position without history.
template <const Rules& R>
Verdict verdict(const Position<R>& position);
// The same for who knows already whether the side to move has a legal move.
template <const Rules& R>
Verdict verdict(const Position<R>& position, bool has_move);

// A position with the game that led to it; counts repetitions.
template <const Rules& R>
class Game {
 public:
  explicit Game(const Position<R>& start) : position_(start), keys_{start.repetition_key()} {}

  const Position<R>& position() const { return position_; }
  void play(Move m);  // legal
  // How often the present position has stood on the board, now included: at least 1.
  int occurrences() const;
  Verdict verdict() const;
  // Repetition keys since the start or the last irreversible move, the present one last.
  std::span<const Key> keys() const { return keys_; }

 private:
  Position<R> position_;
  std::vector<Key> keys_;
};

#define BOOKENDS_EXTERN_OUTCOME(game)                                                  \
  extern template Ending rule_draw<games::game>(const Position<games::game>&);         \
  extern template bool too_little_material<games::game>(const Position<games::game>&); \
  extern template Verdict verdict<games::game>(const Position<games::game>&);          \
  extern template Verdict verdict<games::game>(const Position<games::game>&, bool);    \
  extern template class Game<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_OUTCOME)
#undef BOOKENDS_EXTERN_OUTCOME

}  // namespace bookends
