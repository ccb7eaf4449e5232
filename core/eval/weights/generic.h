// Weights for a game that has no file of its own: from its rules alone.
#pragma once

#include <algorithm>

#include "core/eval/weights/weights.h"

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

}  // namespace weights_detail

}  // namespace bookends
