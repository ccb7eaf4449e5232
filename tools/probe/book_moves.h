// What `bookends probe` says of the moves that a book knows, and how likely each is to be chosen.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "books/capi/bookends_book.h"
#include "books/probe/known_moves.h"
#include "core/position/outcome.h"

namespace bookends {

inline constexpr std::array<ChooseBy, 3> kWaysToChoose{ChooseBy::score, ChooseBy::games, ChooseBy::mixed};

struct ProbedBookMove {
  bookends_book_move told{};
  Ending over = Ending::none;  // whether the move ends the game
  // For each of kWaysToChoose; 0 for all moves where there is nothing to choose by.
  std::array<double, kWaysToChoose.size()> shares{};
};

// Whether games or a Polyglot book say anything of it.
bool was_played(const bookends_book_move& move);

// The shares by kWaysToChoose, as the agent draws, of the moves of a position with this entry.
void share_out(const bookends_book_entry& entry, std::vector<ProbedBookMove>& moves);

// Whether there is anything to choose by.
bool has_shares(const std::vector<ProbedBookMove>& moves, std::size_t way);

// A line for each move and one with the names of the columns; of these only those that some move has something for.
std::string book_moves_text(const std::vector<ProbedBookMove>& moves);

}  // namespace bookends
