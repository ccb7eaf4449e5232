// Compiled by a test with one of these macros defined: a game that makes no sense must be stopped by the compiler, and
// a new game must need no more than its value (Los Alamos chess is the example).
#include "core/rules/geometry.h"

namespace bookends {
namespace {

constexpr Rules kLosAlamos{
    .name = "los-alamos",
    .title = "Los Alamos chess (6x6)",
    .files = 6,
    .ranks = 6,
    .pieces = {kPawn, kKnight, kBishop, kRook, kQueen, kKing},
    .starts = {"rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"},
    .start_names = {"start"},
    .promotes_to = "QRN",
};

consteval Rules changed(auto change) {
  Rules r = kLosAlamos;
  change(r);
  return r;
}

#if defined(VALID)
constexpr Rules kGame = kLosAlamos;
#elif defined(NO_BOARD)
constexpr Rules kGame = changed([](Rules& r) { r.files = 9; });
#elif defined(PROMOTES_TO_NOTHING)
constexpr Rules kGame = changed([](Rules& r) { r.promotes_to = "X"; });
#elif defined(PROMOTES_TO_KING)
constexpr Rules kGame = changed([](Rules& r) { r.promotes_to = "K"; });
#elif defined(TWO_PIECES_OF_A_LETTER)
constexpr Rules kGame = changed([](Rules& r) { r.pieces[2].letter = 'N'; });
#elif defined(PIECE_THAT_CANNOT_MOVE)
constexpr Rules kGame = changed([](Rules& r) { r.pieces[1].leaps = 0; });
#elif defined(LOPSIDED_LEAPS)
constexpr Rules kGame = changed([](Rules& r) { r.pieces[1].leaps = 1; });
#elif defined(EN_PASSANT_WITHOUT_DOUBLE_STEP)
constexpr Rules kGame = changed([](Rules& r) { r.en_passant = true; });
#elif defined(CASTLING_ON_A_SMALL_BOARD)
constexpr Rules kGame = changed([](Rules& r) { r.castling = true; });
#endif

static_assert(geometry<kGame>.board != 0);

}  // namespace
}  // namespace bookends
