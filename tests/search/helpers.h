// What the search tests share.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <string>

#include "core/notation/move_text.h"
#include "core/search/search.h"
#include "tests/support/every_game.h"

namespace bookends {

template <const Rules& R>
Position<R> position_of(std::string_view fen) {
  auto position = Position<R>::from_fen(fen);
  if (!position) throw std::runtime_error(position.error().message);
  return *position;
}

// The position with colours exchanged and ranks mirrored: the same game for the other side.
template <const Rules& R>
Position<R> mirrored(const Position<R>& position) {
  const Setup from = position.setup();
  Setup to = from;
  for (Square s = 0; s < R.squares(); ++s) {
    const Square t = square_at(R, file_of(R, s), R.ranks - 1 - rank_of(R, s));
    const Occupant o = from.board[static_cast<std::size_t>(s)];
    to.board[static_cast<std::size_t>(t)] = o.empty() ? o : Occupant(~o.color(), o.kind());
  }
  to.turn = ~from.turn;
  to.castling = static_cast<std::uint8_t>((from.castling & 3) << 2 | from.castling >> 2);
  if (from.en_passant != kNoSquare)
    to.en_passant = square_at(R, file_of(R, from.en_passant), R.ranks - 1 - rank_of(R, from.en_passant));
  auto made = Position<R>::from_setup(to);
  if (!made) throw std::runtime_error(made.error().message);
  return *made;
}

// A position after `plies` random moves (fewer when the game ends), the same for the same seed.
template <const Rules& R>
Position<R> playout(unsigned seed, int plies) {
  std::mt19937 dice(seed);
  Position<R> position = Position<R>::start();
  for (int i = 0; i < plies; ++i) {
    const MoveList moves = position.legal_moves();
    const Position<R> next = position.after(moves[static_cast<int>(dice() % static_cast<unsigned>(moves.size()))]);
    if (verdict(next).over()) break;
    position = next;
  }
  return position;
}

inline const std::atomic<bool> kNeverStop{false};

template <const Rules& R>
SearchResult search_to_depth(const Position<R>& position, int depth, const SearchOptions& options = {}) {
  Search<R> search(options);
  SearchLimits limits;
  limits.depth = depth;
  return search.run(Game<R>(position), limits, kNeverStop);
}

}  // namespace bookends
