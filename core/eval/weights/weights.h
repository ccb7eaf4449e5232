// The weights of the evaluation: one value per game (games.h; the numbers are data, GAME.inc). A term
// whose weight is zero is off in that game.
#pragma once

#include <array>
#include <cstdint>

#include "core/rules/games.h"

namespace bookends {

// A weight, or a sum of weighted features, at both ends of the game; the evaluation blends the two.
struct Phased {
  int middle = 0;
  int end = 0;

  constexpr Phased& operator+=(Phased other) { return middle += other.middle, end += other.end, *this; }
  constexpr Phased& operator-=(Phased other) { return middle -= other.middle, end -= other.end, *this; }
  friend constexpr Phased operator+(Phased a, Phased b) { return a += b; }
  friend constexpr Phased operator-(Phased a, Phased b) { return a -= b; }
  friend constexpr Phased operator*(Phased a, int n) { return {a.middle * n, a.end * n}; }
  friend constexpr bool operator==(Phased, Phased) = default;
  constexpr bool zero() const { return middle == 0 && end == 0; }
};

using ByKind = std::array<Phased, kKinds>;

// A bonus for every square as White sees the board; Black uses the mirrored rank.
using SquareTable = std::array<std::int16_t, 64>;

// All in centipawns unless said otherwise. "Per" names the feature that is counted; the evaluation adds the weighted
// features of the side and subtracts those of its opponent.
struct Weights {
  ByKind material{};
  std::array<SquareTable, kKinds> squares_middle{};
  std::array<SquareTable, kKinds> squares_end{};

  // The blend: pure endgame at endgame_men pieces on the board or fewer, pure middle game at full_men or more.
  int endgame_men = 8;
  int full_men = 32;

  // Activity.
  ByKind mobility{};      // per square that a piece attacks, not its own men's, not the enemy pawns'
  Phased centre_control;  // per attack on a central square
  Phased space;           // per attacked square
  Phased coordination;    // per piece (no pawn) that is defended
  Phased hanging;         // per piece that is attacked and not defended, or attacked by a pawn; negative
  Phased pair;            // two pieces of the bishop's slot
  Phased rook_open;       // per piece of the rook's slot on a file without pawns
  Phased rook_half_open;  // ... on a file without own pawns
  Phased outpost;         // per knight or bishop that a pawn defends and no enemy pawn can drive away, past the middle
  ByKind cramped{};       // per piece that has at most two squares of those that mobility counts
  Phased bishop_pawns;    // per own pawn on the colour of squares of a piece of the bishop's slot

  // Threats. The pieces of the knight's and the bishop's slot are the minor ones.
  Phased pawn_threat;     // per enemy piece (no pawn) that a pawn attacks
  Phased push_threat;     // per enemy piece that a pawn would attack after a step to a square that is safe for it
  ByKind minor_threat{};  // per enemy man that a minor piece attacks and no enemy pawn defends, by its kind
  ByKind rook_threat{};   // the same for the rook's slot

  // King safety.
  Phased king_friends;                     // per own man next to the king
  Phased king_escapes;                     // per free square next to the king that the enemy does not attack
  std::array<int, kKinds> attack_units{};  // per attack of a piece on a square next to the enemy king
  std::array<int, kKinds> safe_check{};    // attack units for a kind that can check from a square nobody else attacks
  Phased shelter_near;                     // per own pawn right in front of the king, on its file and the next ones
  Phased shelter_far;                      // per own pawn one rank further
  Phased king_open_file;                   // per file, the king's and the next ones, without own pawns
  Phased storm_near;   // per enemy pawn on the two ranks before the king, on its file and the next ones
  Phased storm_far;    // per enemy pawn one rank further
  int weak_ring = 0;   // attack units per attacked square next to the king that it alone defends, if anything does
  int queenless = 0;   // attack units for an attacker without a piece of the queen's slot; negative
  Phased king_attack;  // per (units squared) / 16, for the attacker
  // Pawns.
  std::array<Phased, 8> passed{};  // per passed pawn, by its steps to promotion (index 1 = the next one promotes)
  Phased passed_free;              // per passed pawn whose next square is empty
  Phased passed_king;              // per step that the enemy king is further from the pawn's path than the own one
  Phased passed_supported;         // per passed pawn that a pawn defends
  Phased passed_safe;              // per passed pawn whose next square the enemy does not attack
  Phased passed_clear;             // per passed pawn that has nothing in its way: no man, no attack
  Phased key_squares;              // per passed pawn whose king stands on a square that escorts it home
  int unstoppable = 0;             // a pawn that no piece can stop, less its steps
  Phased isolated;
  Phased doubled;
  Phased chain;     // per pawn that a pawn defends
  Phased phalanx;   // per pawn with a pawn beside it
  Phased advanced;  // per step past the middle of a pawn that a pawn defends or has beside it
  Phased backward;  // per pawn that no pawn can defend and that cannot step forward for enemy pawns; negative
  // Endgames.
  int opposition = 0;     // kings face each other and the opponent is to move
  int king_activity = 0;  // per step the king is nearer to the centre of the pawns
  // Driving the king of a side that has (nearly) nothing left, when the lead is mating_lead or more.
  int mating_lead = 0;       // 0: off
  int drive_to_edge = 0;     // per step of the beaten king away from the centre
  int king_cooperation = 0;  // per step the kings are closer
  int few_replies = 0;  // per square taken from the beaten king; where stalemate draws, the last two are left alone
  // Endgame classes: a percentage added to the passed-pawn terms when only kings and pawns are left, to king activity
  // when only minor pieces are, and to the attack on a king when heavy pieces remain.
  int pawn_race_percent = 0;
  int minor_pieces_percent = 0;
  int mating_attack_percent = 0;
  // A lead without pawns that is smaller than this is hard to win: the score is divided by four. 0: off.
  int pawnless_lead = 0;

  int tempo = 0;
  // Before the endgame, material and squares alone decide when they are this far outside the window. 0: never.
  int lazy_margin = 0;

  // What counts of a network's value when only the kings are left, in percent: more of it with more men, all of it with
  // as many as at the start (eval/net/endgame_share.h). 100: all of it always.
  int net_endgame_percent = 100;

  // How games end from a score (chances.h), for people to read: from win_even on a win is likelier than not, and three
  // times win_width beyond it nearly certain. For scores of the terms and of the network.
  int win_even = 110;
  int win_width = 90;

  friend bool operator==(const Weights&, const Weights&) = default;
};

// Whether there is anything between the endgame and the full board to blend over.
constexpr bool can_blend(const Weights& w) { return w.endgame_men < w.full_men; }

}  // namespace bookends
