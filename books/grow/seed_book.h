// A book as seeds of another one: its positions, and what games say of their moves.
#pragma once

#include <vector>

#include "books/games/move_tally.h"
#include "books/grow/seeds.h"
#include "books/probe/probe.h"

namespace bookends {

struct SeedBook {
  std::vector<SeedLine> lines;      // that go through every position that the starts lead to
  std::vector<TalliedMove> played;  // by key and then by move
};

// `name` is the file's, for messages. Errors: invalid_argument, when a start is no position, or there is no line;
// limit, as for games.
template <const Rules& R>
Result<SeedBook> read_seed_book(const Book<R>& book, const std::string& name);

}  // namespace bookends
