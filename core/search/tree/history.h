// What earlier parts of a search teach about moves: how often they refuted, by their squares and whether the enemy
// attacks these, as an answer to the move before, as the continuation of the own move before that, and among such
// pawns.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "core/position/position.h"

namespace bookends {

// What the histories look at beside the move: the moves that led to the position, and its pawns.
struct Context {
  static constexpr int kNone = -1;
  int answered = kNone;   // the opponent's last move
  int continued = kNone;  // our own before it
  int structure = kNone;  // of the pawns: structure_of()
};

template <const Rules& R>
std::uint64_t mixed_pawns(const Position<R>& p) {
  const Bitboard white = p.pieces(Color::white, Kind::pawn), black = p.pieces(Color::black, Kind::pawn);
  std::uint64_t mixed = white * 0x9e3779b97f4a7c15ULL ^ black * 0xc2b2ae3d27d4eb4fULL;
  mixed ^= mixed >> 29;
  return mixed * 0xbf58476d1ce4e5b9ULL;
}

template <const Rules& R>
class History {
 public:
  static constexpr int kMost = 16384;

  History() : values_(kEnd), touched_((kEnd + kLine - 1) / kLine) {}

  // A piece's arrival on a square, as it stands in a Context.
  static int place(Kind k, Square to) { return index(k) * static_cast<int>(kSquares) + to; }

  // The pawns of a position, as they stand in a Context: few enough to be met again often, so that some share theirs.
  static int structure_of(const Position<R>& p) { return static_cast<int>(mixed_pawns(p) >> (64 - kStructureBits)); }

  static constexpr int kNoSquares = -1;
  // A quiet move by its squares, for reward_squares(). `attacked`: by the enemy (Threats).
  static int squares(Color c, Move m, Bitboard attacked) { return static_cast<int>(by_squares(c, m, attacked)); }

  // The sum of what is known of a quiet move: within +-4 * kMost.
  int quiet(Color c, Kind k, Move m, const Context& context, Bitboard attacked) const {
    int sum = 2 * values_[by_squares(c, m, attacked)];
    if (context.answered >= 0) sum += values_[kAnswers + pair(context.answered, k, m)];
    if (context.continued >= 0) sum += values_[kContinuations + pair(context.continued, k, m)];
    if (context.structure >= 0) sum += values_[kPawns + pair(context.structure, k, m)];
    return sum;
  }
  int capture(Kind k, Square to, Kind victim) const { return values_[kCaptures + of_capture(k, to, victim)]; }

  void reward_quiet(Color c, Kind k, Move m, const Context& context, Bitboard attacked, int bonus) {
    reward_squares(squares(c, m, attacked), bonus);
    if (context.answered >= 0) update(kAnswers + pair(context.answered, k, m), bonus);
    if (context.continued >= 0) update(kContinuations + pair(context.continued, k, m), bonus);
    if (context.structure >= 0) update(kPawns + pair(context.structure, k, m), bonus);
  }
  void reward_squares(int squares, int bonus) { update<kMost / 2>(slot(squares), bonus); }
  void reward_capture(Kind k, Square to, Kind victim, int bonus) {
    update(kCaptures + of_capture(k, to, victim), bonus);
  }

  void clear() {
    for_each_touched([](std::int16_t) { return std::int16_t{0}; });
  }
  // Old experience counts for less in a new search.
  void fade() {
    for_each_touched([](std::int16_t v) { return static_cast<std::int16_t>(v / 2); });
  }

 private:
  static constexpr std::size_t kSquares = static_cast<std::size_t>(R.squares());
  static constexpr std::size_t kPlaces = kKinds * kSquares;
  static constexpr int kStructureBits = 9;
  static constexpr std::size_t kStructures = std::size_t{1} << kStructureBits;

  // Where the values of each kind begin.
  static constexpr std::size_t kSquarePairs = 0;  // [color][from attacked, to attacked][from][to]; learn at twice the
                                                  // pace and count twice
  static constexpr std::size_t kAnswers =
      kSquarePairs + 2 * 4 * kSquares * kSquares;                               // [place of the move before][place]
  static constexpr std::size_t kContinuations = kAnswers + kPlaces * kPlaces;   // [place of the own move before][place]
  static constexpr std::size_t kCaptures = kContinuations + kPlaces * kPlaces;  // [place][victim]
  static constexpr std::size_t kPawns = kCaptures + kPlaces * kKinds;           // [structure][place]
  static constexpr std::size_t kEnd = kPawns + kStructures * kPlaces;
  static constexpr std::size_t kLine = 64;  // values that are looked at together

  static std::size_t by_squares(Color c, Move m, Bitboard attacked) {
    const std::size_t exposed = slot(contains(attacked, m.from())) * 2 + slot(contains(attacked, m.to()));
    return kSquarePairs + ((slot(c) * 4 + exposed) * kSquares + slot(m.from())) * kSquares + slot(m.to());
  }
  static std::size_t pair(int before, Kind k, Move m) {
    assert(slot(before) < std::max(kPlaces, kStructures) && slot(place(k, m.to())) < kPlaces);
    return slot(before) * kPlaces + slot(place(k, m.to()));
  }
  static std::size_t of_capture(Kind k, Square to, Kind victim) {
    assert(slot(place(k, to)) < kPlaces && slot(victim) < kKinds);
    return slot(place(k, to)) * kKinds + slot(victim);
  }

  // Gravity: the nearer to the bound, the smaller the step.
  template <int kBound = kMost>
  void update(std::size_t at, int bonus) {
    touched_[at / kLine] = 1;
    std::int16_t& value = values_[at];
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / kBound);
  }

  // Does f, which leaves 0 as it is, to all values. Lines of nothing but 0 are passed over: a book's short searches
  // touch few others.
  template <class F>
  void for_each_touched(F f) {
    for (std::size_t line = 0; line < touched_.size(); ++line) {
      if (touched_[line] == 0) continue;
      const std::span values = std::span(values_).subspan(line * kLine, std::min(kLine, kEnd - line * kLine));
      std::ranges::transform(values, values.begin(), f);
      touched_[line] = std::ranges::any_of(values, [](std::int16_t v) { return v != 0; });
    }
  }

  std::vector<std::int16_t> values_;
  std::vector<std::uint8_t> touched_;  // by line: whether a value in it may be other than 0
};

// How far the static evaluation has been off in positions with the same pawns: a running mean of what the search said
// less what the evaluation said.
template <const Rules& R>
class Correction {
 public:
  int of(const Position<R>& p) const { return values_[slot_of(p)] / kGrain; }

  void learn(const Position<R>& p, int depth, int difference) {
    std::int32_t& value = values_[slot_of(p)];
    const int weight = std::min(depth + 1, 16);
    const int target = std::clamp(difference, -kMost, kMost) * kGrain;
    value = static_cast<std::int32_t>((value * (kInertia - weight) + target * weight) / kInertia);
  }

  void clear() { values_.fill(0); }

 private:
  static constexpr int kGrain = 256;
  static constexpr int kInertia = 256;
  static constexpr int kMost = 100;  // centipawns
  static constexpr std::size_t kSlots = 1 << 14;

  static std::size_t slot_of(const Position<R>& p) {
    return static_cast<std::size_t>(mixed_pawns(p) >> 51) << 1 | slot(p.turn());
  }

  std::array<std::int32_t, kSlots> values_{};
};

}  // namespace bookends
