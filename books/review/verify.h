// Checks of a book beyond its checksums.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "books/probe/probe.h"

namespace bookends {

struct BookCheck {
  std::uint64_t entries = 0;
  bool edited = false;                  // since it was grown, or never grown: then coverage is not asked for
  std::uint64_t reached = 0;            // entries met by playing every move the book knows, from its starts
  std::vector<std::string> complaints;  // one line each, at most kMostComplaints; empty = sound
  std::uint64_t faults = 0;             // how many there were
  std::uint64_t stale = 0;              // of them positions whose values do not follow from what they lead to

  static constexpr std::size_t kMostComplaints = 20;
};

// Plays from the starts along every move that stays in the book and checks that each entry's move is legal, that the
// starts are in the book, and what the book owes its reader (expand.h) if it was grown and not edited since. An
// entry that is not reached is a fault too.
template <const Rules& R>
BookCheck verify_book(const Book<R>& book);

// Adds whether the values agree as revalue() has it: scores, depths, proofs and moves that do not follow are faults
// too.
template <const Rules& R>
void verify_values(const Book<R>& book, BookCheck& check);

}  // namespace bookends
