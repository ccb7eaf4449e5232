// Closing: when is a position settled without a search? The one place that says so for prover and searches.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "books/proof/aim.h"
#include "books/proof/plan/solved.h"
#include "core/position/oracle.h"
#include "core/position/outcome.h"

namespace bookends {

enum class Fate : std::uint8_t { open, reached, missed };  // of the attacker's aim

// What is known of a position by the rules and the tables alone.
struct KnownFate {
  Fate fate = Fate::open;
  int distance = 0;  // of a win, in plies
};

// Whether a result, for the side to move, is what the attacker aims at.
template <class Value>
bool is_reached(Value result, bool own_turn, ProofAim aim) {
  if (result == Value::draw) return aim == ProofAim::hold;
  return result == (own_turn ? Value::win : Value::loss);
}

// `end` is the position's verdict. A table's win without a distance is none to rest a proof on: it could be one that
// goes round in circles.
template <const Rules& R>
KnownFate known_fate(const Position<R>& position, const Verdict& end, Color attacker, const Oracle<R>* tables,
                     ProofAim aim) {
  const bool own_turn = position.turn() == attacker;
  if (end.over()) return {is_reached(end.outcome, own_turn, aim) ? Fate::reached : Fate::missed, 0};
  if (tables == nullptr || count(position.occupied()) > tables->max_men()) return {};
  const std::optional<OracleValue> value = tables->value(position);
  if (!value) return {};
  if (!is_reached(value->wdl, own_turn, aim)) return {Fate::missed, 0};
  if (aim == ProofAim::win && value->plies < 0) return {};
  return {Fate::reached, std::max(value->plies, 0)};
}
template <const Rules& R>
KnownFate known_fate(const Position<R>& position, Color attacker, const Oracle<R>* tables,
                     ProofAim aim = ProofAim::win) {
  return known_fate(position, verdict(position), attacker, tables, aim);
}

// What is left to do after a move of the attacker's that leaves the game open: the replies that are neither known nor
// solved. Nothing when one of them misses the aim.
template <const Rules& R>
std::optional<std::vector<Position<R>>> open_replies(const Position<R>& after, Color attacker, const Oracle<R>* tables,
                                                     ProofAim aim, const Solved& solved) {
  std::vector<Position<R>> open;
  for (const Move m : after.legal_moves()) {
    const Position<R> reply = after.after(m);
    const Fate fate = known_fate(reply, attacker, tables, aim).fate;
    if (fate == Fate::missed) return std::nullopt;
    if (fate == Fate::open && !solved.find(reply.key())) open.push_back(reply);
  }
  return open;
}

// The distance of a position with the defender to move, of which every reply is the end of the game, in the tables or
// solved; nullopt when it is not won like that. `find(key)` says what is solved.
template <const Rules& R, class Find>
std::optional<int> closed_distance(const Position<R>& position, Color attacker, const Oracle<R>* tables, Find&& find) {
  const KnownFate known = known_fate(position, attacker, tables);
  if (known.fate != Fate::open) return known.fate == Fate::reached ? std::optional(known.distance) : std::nullopt;
  int longest = 0;
  for (const Move m : position.legal_moves()) {
    const Position<R> next = position.after(m);
    if (const std::optional<ProofStep> step = find(next.key())) {
      longest = std::max(longest, int{step->distance});
      continue;
    }
    const KnownFate fate = known_fate(next, attacker, tables);
    if (fate.fate != Fate::reached) return std::nullopt;
    longest = std::max(longest, fate.distance);
  }
  return longest + 1;
}

}  // namespace bookends
