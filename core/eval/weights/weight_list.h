// Every weight of a game in one fixed order, with what it is: the order of the files in weights/, and of whoever fits
// weights to data. Only weights that can make a difference in the game are listed; the others stay zero.
#pragma once

#include <span>
#include <string_view>

#include "core/eval/weights/weights.h"
#include "core/rules/geometry.h"

namespace bookends {

enum class WeightPhase : std::uint8_t { both, middle, end };

// No weight is further from zero, and some have ranges of their own, so that no sum of them overflows, whatever stands
// on the board: with every one at its limit an evaluation, times the men that it is blended by, still fits into an int.
inline constexpr int kMostWeight = 5000;
inline constexpr int kMostUnits = 500;  // attack units
inline constexpr int kMostAttack = 99;  // centipawns for (units squared) / 16
inline constexpr int kMostPercent = 500;
inline constexpr int kMostToMate = 500;  // what says how near a mate is, which is multiplied by a pawn

struct WeightTag {
  std::string_view name;  // the member of Weights
  WeightPhase phase = WeightPhase::both;
  int kind = -1;       // slot of the piece, where there is one weight per kind
  Square square = -1;  // in a square table
  int step = -1;       // in Weights::passed
  bool tuned = true;   // false: a threshold or a setting that the evaluation of no position can teach
  int least = -kMostWeight;
  int most = kMostWeight;
};

namespace detail {

// Calls f(tag, value) for the parts of one member after the other.
template <class F>
struct WeightWalk {
  const Rules& rules;
  F& f;

  constexpr void one(WeightTag tag, auto& value) { f(tag, value); }
  constexpr void threshold(std::string_view name, auto& value) {
    one({.name = name, .tuned = false, .least = 0}, value);
  }
  constexpr void plain(std::string_view name, auto& value) { one({.name = name}, value); }
  constexpr void percent(std::string_view name, auto& value) {
    one({.name = name, .least = -kMostPercent, .most = kMostPercent}, value);
  }
  constexpr void to_mate(std::string_view name, auto& value) {
    one({.name = name, .tuned = false, .least = -kMostToMate, .most = kMostToMate}, value);
  }
  constexpr void phased(WeightTag tag, auto& value) {
    tag.phase = WeightPhase::middle;
    f(tag, value.middle);
    tag.phase = WeightPhase::end;
    f(tag, value.end);
  }
  constexpr void phased(std::string_view name, auto& value) { phased(WeightTag{.name = name}, value); }
  constexpr void phased_kinds(std::string_view name, auto& by_kind, Kind first, Kind last) {
    for (int k = index(first); k <= index(last); ++k)
      if (!rules.pieces[slot(k)].absent()) phased({.name = name, .kind = k}, by_kind[slot(k)]);
  }
  // As a diagram shows it, the far rank first; a pawn's only where a pawn can stand.
  constexpr void squares(std::string_view name, WeightPhase phase, auto& tables) {
    for (int k = 0; k < kKinds; ++k) {
      if (rules.pieces[slot(k)].absent()) continue;
      const bool pawn = k == index(Kind::pawn);
      const int top = rules.ranks - 1 - (pawn ? rules.promotion_ranks : 0), bottom = pawn ? pawn_home_rank(rules) : 0;
      for (int rank = top; rank >= bottom; --rank)
        for (int file = 0; file < rules.files; ++file) {
          const Square s = square_at(rules, file, rank);
          f(WeightTag{.name = name, .phase = phase, .kind = k, .square = s}, tables[slot(k)][slot(s)]);
        }
    }
  }
};

}  // namespace detail

// A check from the king's neighbourhood is never safe.
constexpr bool checks_from_afar(const Piece& piece) {
  constexpr Leaps kBeyondOneStep = leaps(
      "x x x x x"
      "x . . . x"
      "x . . . x"
      "x . . . x"
      "x x x x x");
  return piece.slides != 0 || (piece.leaps & kBeyondOneStep) != 0;
}

// Steps that the pawn furthest from its promotion has to go.
constexpr int most_pawn_steps(const Rules& r) {
  const int steps = r.ranks - r.promotion_ranks - detail::pawn_home_rank(r);
  return steps < 7 ? steps : 7;
}

// for_each_weight() in parts, which follow one another in this order.
namespace detail {

// What the men are worth, where they stand and what they can do.
constexpr void walk_pieces(auto& walk, auto& w) {
  walk.phased_kinds("material", w.material, Kind::pawn, Kind::queen);
  walk.squares("squares_middle", WeightPhase::middle, w.squares_middle);
  walk.squares("squares_end", WeightPhase::end, w.squares_end);
  walk.one({.name = "endgame_men", .tuned = false, .least = 0, .most = 64}, w.endgame_men);
  walk.one({.name = "full_men", .tuned = false, .least = 0, .most = 64}, w.full_men);
  walk.phased_kinds("mobility", w.mobility, Kind::knight, Kind::king);
  walk.phased("centre_control", w.centre_control);
  walk.phased("space", w.space);
  walk.phased("coordination", w.coordination);
  walk.phased("hanging", w.hanging);
  walk.phased("pair", w.pair);
  walk.phased("rook_open", w.rook_open);
  walk.phased("rook_half_open", w.rook_half_open);
  walk.phased("outpost", w.outpost);
  walk.phased_kinds("cramped", w.cramped, Kind::knight, Kind::queen);
  walk.phased("bishop_pawns", w.bishop_pawns);
}

constexpr void walk_threats(auto& walk, auto& w) {
  walk.phased("pawn_threat", w.pawn_threat);
  walk.phased("push_threat", w.push_threat);
  walk.phased_kinds("minor_threat", w.minor_threat, Kind::pawn, Kind::queen);
  walk.phased_kinds("rook_threat", w.rook_threat, Kind::pawn, Kind::queen);
}

// The attack on a king and what shelters it.
constexpr void walk_king_safety(auto& walk, auto& w) {
  walk.phased("king_friends", w.king_friends);
  walk.phased("king_escapes", w.king_escapes);
  for (int k = 0; k < kKinds; ++k)
    if (!walk.rules.pieces[slot(k)].absent())
      walk.one({.name = "attack_units", .kind = k, .least = 0, .most = kMostUnits}, w.attack_units[slot(k)]);
  for (const Kind k : {Kind::knight, Kind::bishop, Kind::rook, Kind::queen})
    if (checks_from_afar(walk.rules.piece(k)))
      walk.one({.name = "safe_check", .kind = index(k), .least = 0, .most = kMostUnits}, w.safe_check[slot(k)]);
  walk.one({.name = "weak_ring", .least = 0, .most = kMostUnits}, w.weak_ring);
  walk.one({.name = "queenless", .least = -kMostUnits, .most = kMostUnits}, w.queenless);
  walk.phased({.name = "king_attack", .least = -kMostAttack, .most = kMostAttack}, w.king_attack);
  walk.phased("shelter_near", w.shelter_near);
  walk.phased("shelter_far", w.shelter_far);
  walk.phased("king_open_file", w.king_open_file);
  walk.phased("storm_near", w.storm_near);
  walk.phased("storm_far", w.storm_far);
}

constexpr void walk_pawns(auto& walk, auto& w) {
  for (int n = 1; n <= most_pawn_steps(walk.rules); ++n) walk.phased({.name = "passed", .step = n}, w.passed[slot(n)]);
  walk.phased("passed_free", w.passed_free);
  walk.phased("passed_king", w.passed_king);
  walk.phased("passed_supported", w.passed_supported);
  walk.phased("passed_safe", w.passed_safe);
  walk.phased("passed_clear", w.passed_clear);
  walk.phased("key_squares", w.key_squares);
  walk.plain("unstoppable", w.unstoppable);
  walk.phased("isolated", w.isolated);
  walk.phased("doubled", w.doubled);
  walk.phased("chain", w.chain);
  walk.phased("phalanx", w.phalanx);
  walk.phased("advanced", w.advanced);
  walk.phased("backward", w.backward);
}

// Kings in the endgame and the way to a mate, which is no matter of results: those games are decided.
constexpr void walk_endings(auto& walk, auto& w) {
  walk.plain("opposition", w.opposition);
  walk.plain("king_activity", w.king_activity);
  walk.threshold("mating_lead", w.mating_lead);
  walk.to_mate("drive_to_edge", w.drive_to_edge);
  walk.to_mate("king_cooperation", w.king_cooperation);
  walk.to_mate("few_replies", w.few_replies);
  walk.percent("pawn_race_percent", w.pawn_race_percent);
  walk.percent("minor_pieces_percent", w.minor_pieces_percent);
  walk.percent("mating_attack_percent", w.mating_attack_percent);
}

// Whole evaluations: thresholds, the turn, the share of the network, and what scores say of results.
constexpr void walk_settings(auto& walk, auto& w) {
  walk.threshold("pawnless_lead", w.pawnless_lead);
  walk.plain("tempo", w.tempo);
  walk.threshold("lazy_margin", w.lazy_margin);
  walk.one({.name = "net_endgame_percent", .tuned = false, .least = 0, .most = 100}, w.net_endgame_percent);
  walk.one({.name = "win_even", .tuned = false, .least = 0}, w.win_even);
  walk.one({.name = "win_width", .tuned = false, .least = 1}, w.win_width);
}

}  // namespace detail

// Calls f(const WeightTag&, value) for every weight of `w` (Weights or const Weights); a value is a reference to int or
// std::int16_t.
template <class W, class F>
constexpr void for_each_weight(W& w, const Rules& rules, F&& f) {
  detail::WeightWalk<F> walk{rules, f};
  detail::walk_pieces(walk, w);
  detail::walk_threats(walk, w);
  detail::walk_king_safety(walk, w);
  detail::walk_pawns(walk, w);
  detail::walk_endings(walk, w);
  detail::walk_settings(walk, w);
}

constexpr std::size_t count_weights(const Rules& rules) {
  Weights none;
  std::size_t n = 0;
  for_each_weight(none, rules, [&](const WeightTag&, auto&) { ++n; });
  return n;
}

// The weights whose values are listed in the order above, count_weights() of them.
constexpr Weights weights_of(const Rules& rules, std::span<const int> values) {
  Weights w;
  std::size_t next = 0;
  for_each_weight(w, rules, [&](const WeightTag&, auto& value) {
    value = static_cast<std::remove_reference_t<decltype(value)>>(values[next++]);
  });
  return w;
}

}  // namespace bookends
