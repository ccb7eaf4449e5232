// The evaluation weights of every game.
#pragma once

#include <algorithm>

#include "core/eval/weights.h"

namespace bookends {

namespace weights_detail {

constexpr int absolute(int v) { return v < 0 ? -v : v; }

// A bonus of `edge` on the rim growing evenly to `centre` in the middle.
constexpr SquareTable central(const Rules& r, int edge, int centre) {
  SquareTable table{};
  const int longest = std::max(r.files, r.ranks) - 1;
  for (int s = 0; s < r.squares(); ++s) {
    const int f = absolute(2 * (s % r.files) - (r.files - 1));
    const int k = absolute(2 * (s / r.files) - (r.ranks - 1));
    const int away = (2 * std::max(f, k) + std::min(f, k));  // 0 in the middle, 3 * longest in a corner
    table[static_cast<std::size_t>(s)] = static_cast<std::int16_t>(centre + (edge - centre) * away / (3 * longest));
  }
  return table;
}

// A bonus by rank, the home rank first, and a little more towards the middle files.
constexpr SquareTable advancing(const Rules& r, const std::array<int, 8>& by_rank, int middle_file) {
  SquareTable table{};
  for (int s = 0; s < r.squares(); ++s) {
    const int f = absolute(2 * (s % r.files) - (r.files - 1));
    const int rank = s / r.files;
    const int bonus = by_rank[static_cast<std::size_t>(rank)] + middle_file * (r.files - 1 - f) / (r.files - 1);
    table[static_cast<std::size_t>(s)] = static_cast<std::int16_t>(bonus);
  }
  return table;
}

// A picture of a 5x5 board, the far rank first as on a diagram.
constexpr SquareTable picture(const std::array<int, 25>& rows) {
  SquareTable table{};
  for (std::size_t rank = 0; rank < 5; ++rank)
    for (std::size_t file = 0; file < 5; ++file)
      table[rank * 5 + file] = static_cast<std::int16_t>(rows[(4 - rank) * 5 + file]);
  return table;
}

constexpr void set_small_board_squares(Weights& w) {
  const SquareTable knight = picture({-25, -10, -5, -10, -25,  //
                                      -10, 10,  15, 10,  -10,  //
                                      -5,  15,  25, 15,  -5,   //
                                      -10, 8,   10, 8,   -10,  //
                                      -25, -12, -5, -12, -25});
  const SquareTable bishop = picture({-12, -5, -5, -5, -12,  //
                                      -4,  8,  6,  8,  -4,   //
                                      -2,  6,  12, 6,  -2,   //
                                      -2,  8,  6,  8,  -2,   //
                                      -12, -8, -8, -8, -12});
  const SquareTable rook = picture({4,  6,  6,  6,  4,   //
                                    6,  10, 12, 10, 6,   //
                                    0,  6,  10, 6,  0,   //
                                    -4, 2,  4,  2,  -4,  //
                                    -8, -4, 0,  -4, -8});
  const SquareTable queen = picture({-4, 0,  2,  0,  -4,  //
                                     0,  6,  8,  6,  0,   //
                                     0,  6,  10, 6,  0,   //
                                     -4, 2,  4,  2,  -4,  //
                                     -8, -4, -2, -4, -8});
  w.squares_middle = {picture({0,  0,  0,  0,  0,   //
                               50, 55, 60, 55, 50,  //
                               8,  16, 22, 16, 8,   //
                               0,  2,  0,  2,  0,   //
                               0,  0,  0,  0,  0}),
                      knight,
                      bishop,
                      rook,
                      queen,
                      picture({-60, -60, -60, -60, -60,  //
                               -45, -50, -55, -50, -45,  //
                               -25, -30, -35, -30, -25,  //
                               -4,  -8,  -12, -8,  -4,   //
                               10,  14,  4,   14,  10})};
  w.squares_end = {picture({0,  0,  0,  0,  0,   //
                            80, 80, 80, 80, 80,  //
                            28, 30, 32, 30, 28,  //
                            0,  0,  0,  0,  0,   //
                            0,  0,  0,  0,  0}),
                   knight,
                   bishop,
                   rook,
                   picture({-10, 0,  2,  0,  -10,  //
                            0,   10, 12, 10, 0,    //
                            2,   12, 18, 12, 2,    //
                            0,   10, 12, 10, 0,    //
                            -10, 0,  2,  0,  -10}),
                   picture({-35, -18, -12, -18, -35,  //
                            -15, 8,   14,  8,   -15,  //
                            -10, 14,  24,  14,  -10,  //
                            -15, 8,   14,  8,   -15,  //
                            -35, -18, -12, -18, -35})};
}

constexpr void set_small_board_terms(Weights& w) {
  w.endgame_men = 8;
  w.full_men = 20;
  w.mobility = {Phased{}, Phased{5, 5}, Phased{4, 4}, Phased{4, 5}, Phased{3, 4}, Phased{0, 2}};
  w.centre_control = {3, 1};
  w.space = {2, 1};
  w.coordination = {5, 4};
  w.hanging = {-25, -20};
  w.king_friends = {9, 0};
  w.king_escapes = {4, 6};
  w.attack_units = {2, 3, 3, 5, 6, 0};
  w.king_attack = {3, 2};
  w.passed = {Phased{}, Phased{70, 120}, Phased{30, 60}, Phased{10, 25}};
  w.passed_free = {8, 25};
  w.passed_king = {0, 10};
  w.key_squares = {0, 25};
  w.unstoppable = 500;
  w.isolated = {-8, -10};
  w.doubled = {-12, -18};
  w.chain = {7, 5};
  w.opposition = 12;
  w.king_activity = 5;
  w.mating_lead = 250;
  w.drive_to_edge = 14;
  w.king_cooperation = 10;
  w.few_replies = 12;
  w.pawn_race_percent = 30;
  w.minor_pieces_percent = 50;
  w.mating_attack_percent = 25;
  w.tempo = 12;
  w.lazy_margin = 350;
}

constexpr Weights fragments_weights() {
  Weights w;
  w.material = {Phased{100, 130}, Phased{330, 320}, Phased{320, 310}, Phased{720, 740}, Phased{900, 930}, Phased{}};
  set_small_board_squares(w);
  set_small_board_terms(w);
  return w;
}

// Where stalemate draws, a lone minor piece wins nothing and a king driven into a corner must keep a move.
constexpr Weights with_drawn_stalemate(Weights w) {
  w.pawnless_lead = 400;
  return w;
}

constexpr Weights gardner_weights() {
  Weights w = with_drawn_stalemate(fragments_weights());
  w.material = {Phased{100, 130}, Phased{320, 310}, Phased{310, 310}, Phased{480, 520}, Phased{900, 930}, Phased{}};
  w.unstoppable = 450;
  return w;
}

// Terms that mean the same on every board.
constexpr void set_generic_terms(Weights& w) {
  w.coordination = {4, 2};
  w.hanging = {-30, -20};
  w.king_friends = {8, 0};
  w.isolated = {-12, -12};
  w.doubled = {-8, -18};
  w.chain = {9, 6};
  w.opposition = 6;
  w.king_activity = 4;
  w.drive_to_edge = 10;
  w.king_cooperation = 6;
  w.few_replies = 5;
  w.pawn_race_percent = 20;
  w.minor_pieces_percent = 25;
  w.mating_attack_percent = 15;
  w.tempo = 12;
}

// The worth of a piece from what it attacks on an empty board, on average over the squares: the same for every leap,
// and for a slide less with every step, which something may block. Near the usual values of chess and Makruk pieces.
constexpr int worth_of(const Rules& r, const Piece& piece) {
  constexpr int kReached = 60;
  const auto on_board = [&](int f, int k) { return f >= 0 && f < r.files && k >= 0 && k < r.ranks; };
  int sum = 0;
  for (int s = 0; s < r.squares(); ++s) {
    const int file = s % r.files, rank = s / r.files;
    for (int cell = 0; cell < 25; ++cell)
      if ((piece.leaps >> cell & 1) != 0 && on_board(file + cell % 5 - 2, rank + 2 - cell / 5)) sum += kReached;
    for (int d = 0; d < 9; ++d) {
      const int df = d % 3 - 1, dk = d / 3 - 1;
      const int kind = df == 0 || dk == 0 ? orthogonal : diagonal;
      if ((df == 0 && dk == 0) || (piece.slides & kind) == 0) continue;
      int worth = kReached;
      for (int n = 1; on_board(file + n * df, rank + n * dk); ++n, worth = worth * 3 / 4) sum += worth;
    }
  }
  return sum / r.squares();
}

// Of the official setup.
constexpr int men_at_start(const Rules& r) {
  int men = 0;
  for (const char ch : r.starts[0].substr(0, r.starts[0].find(' '))) men += ch >= 'A';
  return men;
}

constexpr void set_generic_squares(Weights& w, const Rules& r) {
  std::array<int, 8> pawn_middle{}, pawn_end{};
  for (int rank = 1; rank + 1 < r.ranks; ++rank) {
    const int steps = r.ranks - 1 - rank;  // to the far rank
    pawn_middle[slot(rank)] = 60 / (steps * steps);
    pawn_end[slot(rank)] = 90 / (steps * steps);
  }
  const SquareTable piece = central(r, -20, 20);
  w.squares_middle = {advancing(r, pawn_middle, 8), piece, piece, central(r, -5, 8), central(r, -8, 8),
                      central(r, 10, -40)};
  w.squares_end = {advancing(r, pawn_end, 0), piece, piece, central(r, -5, 5), central(r, -15, 15),
                   central(r, -40, 28)};
}

// For a game that has no weights of its own.
constexpr Weights generic_weights(const Rules& r) {
  Weights w;
  w.material[slot(Kind::pawn)] = {95, 115};
  for (const Kind k : {Kind::knight, Kind::bishop, Kind::rook, Kind::queen}) {
    const int worth = worth_of(r, r.piece(k));
    w.material[slot(k)] = {worth, worth};
  }
  set_generic_squares(w, r);
  set_generic_terms(w);
  w.full_men = men_at_start(r) * 15 / 16;
  w.endgame_men = men_at_start(r) / 3;
  w.mobility = {Phased{}, Phased{5, 5}, Phased{4, 5}, Phased{3, 5}, Phased{2, 4}, Phased{}};
  w.centre_control = {3, 1};
  w.space = {1, 1};
  w.attack_units = {1, 3, 3, 4, 5, 0};
  w.king_attack = {5, 2};
  w.passed = {Phased{}, Phased{60, 110}, Phased{30, 60}, Phased{12, 30}, Phased{6, 18}, Phased{3, 12}, Phased{2, 8}};
  w.passed_free = {4, 14};
  w.passed_king = {0, 8};
  w.mating_lead = 250;
  if (r.stalemate == Stalemate::draw) w.pawnless_lead = 350;
  w.lazy_margin = 400;
  return w;
}

constexpr void set_chess_squares(Weights& w) {
  const Rules& r = games::chess;
  w.squares_middle = {advancing(r, {0, -4, -2, 4, 10, 20, 45, 0}, 10),
                      central(r, -40, 25),
                      central(r, -15, 14),
                      advancing(r, {0, 0, 0, 0, 2, 6, 14, 6}, 6),
                      central(r, -8, 6),
                      advancing(r, {24, 4, -25, -45, -55, -60, -60, -60}, -30)};
  w.squares_end = {advancing(r, {0, 0, 2, 8, 20, 40, 70, 0}, -2), central(r, -35, 18), central(r, -12, 10),
                   advancing(r, {0, 0, 0, 2, 4, 6, 8, 6}, 0),     central(r, -18, 18), central(r, -55, 28)};
}

constexpr Weights chess_weights() {
  Weights w;
  w.material = {Phased{88, 112}, Phased{330, 305}, Phased{340, 325}, Phased{480, 535}, Phased{980, 980}, Phased{}};
  set_chess_squares(w);
  set_generic_terms(w);
  w.full_men = 30;
  w.mobility = {Phased{}, Phased{5, 5}, Phased{5, 5}, Phased{3, 5}, Phased{2, 4}, Phased{}};
  w.centre_control = {4, 0};
  w.space = {1, 0};
  w.pair = {30, 50};
  w.attack_units = {0, 3, 3, 4, 5, 0};
  w.king_attack = {7, 1};
  w.passed = {Phased{}, Phased{70, 130}, Phased{45, 85}, Phased{20, 50}, Phased{8, 28}, Phased{4, 16}, Phased{2, 10}};
  w.passed_free = {4, 14};
  w.passed_king = {0, 8};
  w.key_squares = {0, 12};
  w.unstoppable = 550;
  w.mating_lead = 300;
  w.pawnless_lead = 400;
  w.lazy_margin = 400;
  return w;
}

constexpr Weights makruk_weights() {
  const Rules& r = games::makruk;
  Weights w;
  w.material = {Phased{100, 110}, Phased{300, 300}, Phased{260, 260}, Phased{500, 520}, Phased{170, 170}, Phased{}};
  w.squares_middle = {advancing(r, {0, 0, 0, 6, 16, 0, 0, 0}, 8),
                      central(r, -30, 25),
                      central(r, -20, 20),
                      advancing(r, {0, 0, 2, 4, 6, 8, 8, 6}, 8),
                      central(r, -20, 20),
                      advancing(r, {10, 12, 0, -10, -25, -30, -40, -40}, 0)};
  w.squares_end = {advancing(r, {0, 0, 0, 12, 30, 0, 0, 0}, 4), central(r, -25, 20), central(r, -25, 20),
                   advancing(r, {0, 0, 0, 2, 4, 6, 6, 4}, 4),   central(r, -20, 20), central(r, -40, 30)};
  set_generic_terms(w);
  w.full_men = 30;
  w.mobility = {Phased{}, Phased{5, 5}, Phased{5, 5}, Phased{4, 5}, Phased{3, 3}, Phased{}};
  w.centre_control = {4, 1};
  w.space = {1, 1};
  w.attack_units = {1, 3, 3, 4, 2, 0};
  w.king_attack = {5, 3};
  w.passed = {Phased{}, Phased{12, 30}, Phased{4, 12}};
  w.mating_lead = 250;
  w.pawnless_lead = 300;
  w.lazy_margin = 350;
  return w;
}

}  // namespace weights_detail

// The values of a game: its own where they are given below, else the generic ones.
template <const Rules& R>
inline constexpr Weights weights = weights_detail::generic_weights(R);
template <>
inline constexpr Weights weights<games::fragments> = weights_detail::fragments_weights();
template <>
inline constexpr Weights weights<games::fragments_sd> =
    weights_detail::with_drawn_stalemate(weights_detail::fragments_weights());
template <>
inline constexpr Weights weights<games::makruk> = weights_detail::makruk_weights();
template <>
inline constexpr Weights weights<games::chess> = weights_detail::chess_weights();
template <>
inline constexpr Weights weights<games::gardner> = weights_detail::gardner_weights();

}  // namespace bookends
