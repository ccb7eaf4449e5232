// The games. To add one, add its value here and its name to BOOKENDS_FOR_EACH_GAME.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/rules/pieces.h"
#include "core/rules/rules.h"

// A header of other games instead: tests/core/new_game compiles rules and positions for a game that is none of these.
#ifdef BOOKENDS_GAMES_HEADER
#include BOOKENDS_GAMES_HEADER
#else

namespace bookends::games {

inline constexpr Rules fragments{
    .name = "fragments",
    .title = "Chess Fragments (5x5)",
    .files = 5,
    .ranks = 5,
    .pieces = {kPawn, kKnight, kBishop, kRight, kQueen, kKing},
    .starts = {"rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1", "nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1"},
    .start_names = {"start1", "start0"},
    .promotes_to = "Q",
    .double_step = true,
    .en_passant = true,
    .stalemate = Stalemate::loses,
    .repetition = 5,
    .repetition_counts_rights = false,
};

consteval Rules with_stalemate_drawn(Rules r) {
  r.name = "fragments-sd";
  r.title = "Chess Fragments, stalemate is a draw (5x5)";
  r.stalemate = Stalemate::draw;
  return r;
}
inline constexpr Rules fragments_sd = with_stalemate_drawn(fragments);

inline constexpr Rules makruk{
    .name = "makruk",
    .title = "Makruk, Thai chess (8x8)",
    .pieces = {kPawn, kKnight, kKhon, kRook, kMet, kKing},
    .starts = {"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"},
    .start_names = {"start"},
    .strength = "KRSNMP",
    .promotes_to = "M",
    .promotion_ranks = 3,
    .counting = Counting::makruk,
    .piece_set = PieceSet::makruk,
};

inline constexpr Rules chess{
    .name = "chess",
    .title = "Chess (8x8)",
    .pieces = {kPawn, kKnight, kBishop, kRook, kQueen, kKing},
    .starts = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    .start_names = {"start"},
    .promotes_to = "QRBN",
    .double_step = true,
    .en_passant = true,
    .castling = true,
    .too_little = Material::one_minor,
    .move_limit = 50,
    .syzygy = true,
};

inline constexpr Rules gardner{
    .name = "gardner",
    .title = "Gardner's minichess (5x5)",
    .files = 5,
    .ranks = 5,
    .pieces = {kPawn, kKnight, kBishop, kRook, kQueen, kKing},
    .starts = {"rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"},
    .start_names = {"start"},
    .promotes_to = "QRBN",
    .too_little = Material::one_minor,
};

}  // namespace bookends::games

#define BOOKENDS_FOR_EACH_GAME(X) X(fragments) X(fragments_sd) X(makruk) X(chess) X(gardner)

#endif

namespace bookends {

namespace detail {
#define BOOKENDS_ADDRESS(game) &games::game,
inline constexpr std::array kGames = {BOOKENDS_FOR_EACH_GAME(BOOKENDS_ADDRESS)};
#undef BOOKENDS_ADDRESS
}  // namespace detail

// All games, in the order of the list above.
std::span<const Rules* const> all_games();

// The game of a name ("fragments-sd"); the error lists the names there are.
Result<const Rules*> find_game(std::string_view name);
// The game of a fingerprint, as files carry it; null: of none, or of other rules.
const Rules* find_game(std::uint64_t made_under);

// A 64-bit digest of every field that decides what a position is worth or how a file is indexed (not of the name,
// the title or the start positions). Files carry it and are refused under other rules.
std::uint64_t fingerprint(const Rules& rules);

// The FEN of a setup of the game: "" and UCI's "startpos" are the default one, else a start name ("start0").
Result<std::string> start_fen(const Rules& rules, std::string_view start_name);

// The one step from a game at run time to a template argument: calls f.template operator()<R>() for the game whose
// Rules value is `rules` (an element of all_games()) and returns what it returns.
template <class F>
auto with_game(const Rules& rules, F&& f) {
#define BOOKENDS_TRY_GAME(game) \
  if (rules.name == games::game.name) return f.template operator()<games::game>();
  BOOKENDS_FOR_EACH_GAME(BOOKENDS_TRY_GAME)
#undef BOOKENDS_TRY_GAME
  return f.template operator()<*detail::kGames.front()>();  // not reached: `rules` comes from all_games()
}

}  // namespace bookends
