// What is told of a position by a number: its distance to mate, and to zeroing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bookends::tables {

// 0: draw. n + 1: decided in n plies; for even n the side to move has lost, for odd n it wins. kIllegal: the index is
// no legal position with that side to move, or a duplicate of a smaller index.
// Lost in 0 plies: mated, or stalemated where that loses. The distance (DTM) knows no move limit, no repetition and
// no counting, and the position has neither en passant nor castling rights.
using DtmCode = std::uint16_t;
inline constexpr DtmCode kDrawCode = 0;
inline constexpr DtmCode kIllegal = 0xFFFF;
constexpr DtmCode decided_in(int plies) { return static_cast<DtmCode>(plies + 1); }
constexpr bool is_decided(DtmCode c) { return c != kDrawCode && c != kIllegal; }
constexpr int plies_of(DtmCode c) { return c - 1; }                                 // c decided
constexpr bool is_win(DtmCode c) { return is_decided(c) && plies_of(c) % 2 == 1; }  // for the side to move
constexpr bool is_loss(DtmCode c) { return is_decided(c) && plies_of(c) % 2 == 0; }

// DTZ: plies to the next capture, pawn move or mate with best play under the move limit of the rules (chess: 50
// moves). 0: draw. 2 n + 1: won in n plies. 2 n + 2: lost in n plies. Beyond twice the move limit the result is a
// draw by the limit if the clock starts at zero: a cursed win, a blessed loss. A move that zeroes the clock and leads
// to a cursed result counts as so many plies as the limit has, and one more.
using DtzCode = std::uint16_t;
constexpr DtzCode dtz_won_in(int plies) { return static_cast<DtzCode>(2 * plies + 1); }
constexpr DtzCode dtz_lost_in(int plies) { return static_cast<DtzCode>(2 * plies + 2); }
constexpr bool is_dtz_decided(DtzCode c) { return c != kDrawCode && c != kIllegal; }
constexpr bool is_dtz_win(DtzCode c) { return is_dtz_decided(c) && c % 2 == 1; }
constexpr int dtz_plies(DtzCode c) { return (c - 1) / 2; }  // c decided

// What a solved ending is to those that lead to it: DtmCodes, with a bit for a decided position that is none under the
// move limit. A move into another ending zeroes the clock, so no more of its DTZ counts. kIllegal has all bits.
using SolvedCode = std::uint16_t;
inline constexpr std::size_t kSolvedCodes = std::size_t{1} << 16;  // that there can be
inline constexpr SolvedCode kBeyondLimit = 0x8000;
constexpr SolvedCode solved_code(DtmCode dtm, DtzCode dtz, int limit_plies) {
  return static_cast<SolvedCode>(dtm | (dtz > dtz_lost_in(limit_plies) ? kBeyondLimit : 0));
}
// Where DTM was not solved: any win, any loss.
constexpr SolvedCode solved_code_without_dtm(DtzCode dtz, int limit_plies) {
  return is_dtz_decided(dtz) ? solved_code(decided_in(is_dtz_win(dtz) ? 1 : 0), dtz, limit_plies) : dtz;
}
constexpr DtmCode dtm_of(SolvedCode c) { return c == kIllegal ? c : static_cast<DtmCode>(c & ~kBeyondLimit); }

// What captures and promotions ("conversions": moves after which the material is another) say of a position. A file
// need not store what they find out. Illegal positions have none, nor have those of dead material. Where DTM was not
// solved those of losses mean nothing.
enum Hint : std::uint8_t {
  kConversionDecides = 1,  // the best of them has the result of the position; of the five results, where DTZ is solved
  kConversionIsBest = 2,   // and its DTM
  kZeroingIsBest = 4,      // the position is won, and the best conversion or pawn move has its DTZ
};

}  // namespace bookends::tables
