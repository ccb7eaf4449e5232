#include "core/position/outcome.h"

#include <algorithm>

namespace bookends {

std::string_view name_of(Ending ending) {
  switch (ending) {
    case Ending::checkmate:
      return "checkmate";
    case Ending::stalemate:
      return "stalemate";
    case Ending::too_little_material:
      return "too little material";
    case Ending::repetition:
      return "repetition";
    case Ending::move_limit:
      return "move limit";
    case Ending::counting:
      return "counting";
    case Ending::none:
      break;
  }
  return "not over";
}

template <const Rules& R>
bool too_little_material(const Position<R>& p) {
  const Bitboard others = p.occupied() & ~p.pieces(Kind::king);
  if (others == 0) return true;
  if constexpr (R.too_little == Material::one_minor)
    return !several(others) && (others & (p.pieces(Kind::knight) | p.pieces(Kind::bishop))) != 0;
  return false;
}

template <const Rules& R>
Ending rule_draw(const Position<R>& p) {
  if (too_little_material(p)) return Ending::too_little_material;
  if constexpr (R.move_limit != 0)
    if (p.halfmove_clock() >= 2 * R.move_limit) return Ending::move_limit;
  if constexpr (R.counting != Counting::none)
    if (p.count().exhausted()) return Ending::counting;
  return Ending::none;
}

template <const Rules& R>
Verdict verdict(const Position<R>& p) {
  return verdict(p, p.has_legal_move());
}

template <const Rules& R>
Verdict verdict(const Position<R>& p, bool has_move) {
  if (!has_move) {
    if (p.in_check()) return {Ending::checkmate, Outcome::loss};
    return {Ending::stalemate, R.stalemate == Stalemate::loses ? Outcome::loss : Outcome::draw};
  }
  const Ending ending = rule_draw(p);
  return {ending, ending == Ending::none ? Outcome::open : Outcome::draw};
}

template <const Rules& R>
void Game<R>::play(Move m) {
  if (position_.is_zeroing(m)) keys_.clear();
  position_.play(m);
  keys_.push_back(position_.repetition_key());
}

template <const Rules& R>
int Game<R>::occurrences() const {
  return static_cast<int>(std::count(keys_.begin(), keys_.end(), keys_.back()));
}

template <const Rules& R>
Verdict Game<R>::verdict() const {
  const Verdict v = bookends::verdict(position_);
  if (!v.over() && occurrences() >= R.repetition) return {Ending::repetition, Outcome::draw};
  return v;
}

#define BOOKENDS_INSTANTIATE(game)                                 \
  template bool too_little_material(const Position<games::game>&); \
  template Ending rule_draw(const Position<games::game>&);         \
  template Verdict verdict(const Position<games::game>&);          \
  template Verdict verdict(const Position<games::game>&, bool);    \
  template class Game<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
