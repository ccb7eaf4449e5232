// The pieces that games choose theirs from.
#pragma once

#include "core/rules/rules.h"

namespace bookends {

namespace movement {
inline constexpr Leaps knight = leaps(
    ". x . x ."
    "x . . . x"
    ". . . . ."
    "x . . . x"
    ". x . x .");
inline constexpr Leaps king = leaps(
    ". . . . ."
    ". x x x ."
    ". x . x ."
    ". x x x ."
    ". . . . .");
inline constexpr Leaps khon = leaps(
    ". . . . ."
    ". x x x ."
    ". . . . ."
    ". x . x ."
    ". . . . .");
inline constexpr Leaps met = leaps(
    ". . . . ."
    ". x . x ."
    ". . . . ."
    ". x . x ."
    ". . . . .");
}  // namespace movement

inline constexpr Piece kPawn{'P'};
inline constexpr Piece kKnight{'N', movement::knight};
inline constexpr Piece kBishop{'B', 0, diagonal};
inline constexpr Piece kRook{'R', 0, orthogonal};
inline constexpr Piece kQueen{'Q', 0, any_line};
inline constexpr Piece kKing{'K', movement::king};
inline constexpr Piece kRight{'R', movement::knight, orthogonal};
inline constexpr Piece kKhon{'S', movement::khon};
inline constexpr Piece kMet{'M', movement::met};

}  // namespace bookends
