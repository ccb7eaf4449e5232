// When is a position won for the attacker without a search? The one place that says so for prover and searches.
#pragma once

#include <algorithm>
#include <optional>

#include "books/proof/solved.h"
#include "core/oracle.h"
#include "core/outcome.h"

namespace bookends {

enum class Fate : std::uint8_t { open, won, not_won };  // of the attacker

// What is known of a position by the rules and the tables alone.
struct KnownFate {
  Fate fate = Fate::open;
  int distance = 0;  // of a win, in plies; a table without distances says 0
};

template <const Rules& R>
KnownFate known_fate(const Position<R>& position, Color attacker, const Oracle<R>* tables) {
  const Verdict end = verdict(position);
  const bool own_turn = position.turn() == attacker;
  if (end.over()) {
    const bool won = end.outcome == (own_turn ? Outcome::win : Outcome::loss);
    return {won ? Fate::won : Fate::not_won, 0};
  }
  if (tables == nullptr || count(position.occupied()) > tables->max_men()) return {};
  const std::optional<OracleValue> value = tables->value(position);
  if (!value) return {};
  const bool won = value->wdl == (own_turn ? OracleValue::Wdl::win : OracleValue::Wdl::loss);
  return {won ? Fate::won : Fate::not_won, won ? std::max(value->plies, 0) : 0};
}

// The distance of a position with the defender to move, of which every reply is the end of the game, in the tables or
// solved; nullopt when it is not won like that. `find(key)` says what is solved.
template <const Rules& R, class Find>
std::optional<int> closed_distance(const Position<R>& position, Color attacker, const Oracle<R>* tables, Find&& find) {
  const KnownFate known = known_fate(position, attacker, tables);
  if (known.fate != Fate::open) return known.fate == Fate::won ? std::optional(known.distance) : std::nullopt;
  int longest = 0;
  for (const Move m : position.legal_moves()) {
    const Position<R> next = position.after(m);
    if (const std::optional<ProofStep> step = find(next.key())) {
      longest = std::max(longest, int{step->distance});
      continue;
    }
    const KnownFate fate = known_fate(next, attacker, tables);
    if (fate.fate != Fate::won) return std::nullopt;
    longest = std::max(longest, fate.distance);
  }
  return longest + 1;
}

}  // namespace bookends
