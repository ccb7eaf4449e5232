// Compiled by a test with one of these macros defined: a game that makes no sense must be stopped by the compiler.
#include "core/rules/geometry.h"
#include "tests/core/new_game/los_alamos.h"

namespace bookends {
namespace {

consteval Rules changed(auto change) {
  Rules r = games::los_alamos;
  change(r);
  return r;
}

#if defined(VALID)
constexpr Rules kGame = games::los_alamos;
#elif defined(NO_BOARD)
constexpr Rules kGame = changed([](Rules& r) { r.files = 9; });
#elif defined(PROMOTES_TO_NOTHING)
constexpr Rules kGame = changed([](Rules& r) { r.promotes_to = "X"; });
#elif defined(PROMOTES_TO_KING)
constexpr Rules kGame = changed([](Rules& r) { r.promotes_to = "K"; });
#elif defined(TWO_PIECES_OF_A_LETTER)
constexpr Rules kGame = changed([](Rules& r) { r.pieces[3].letter = 'N'; });
#elif defined(PIECE_THAT_CANNOT_MOVE)
constexpr Rules kGame = changed([](Rules& r) { r.pieces[1].leaps = 0; });
#elif defined(PIECE_WITHOUT_A_LETTER)
constexpr Rules kGame = changed([](Rules& r) { r.pieces[2].slides = diagonal; });
#elif defined(NO_PAWN)
constexpr Rules kGame = changed([](Rules& r) { r.pieces[0] = {}, r.strength = "KQRN"; });
#elif defined(STRENGTH_OF_AN_ABSENT_PIECE)
constexpr Rules kGame = changed([](Rules& r) { r.strength = "KQRBNP"; });
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
