// What a Polyglot book of another program holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "books/file/book_side.h"
#include "core/base/result.h"
#include "core/rules/rules.h"

namespace bookends {

struct PolyglotSurvey {
  std::uint64_t entries = 0;
  std::uint64_t positions = 0;
  std::uint64_t white = 0, black = 0;  // of the positions, those that lines lead to, by whose turn it is
  std::uint64_t no_weight = 0;         // entries of weight 0, which are not to be played
  std::uint64_t learned = 0;           // entries with something that an engine has learned
  std::uint64_t repeated = 0;          // entries with the key and the move of an earlier one
  std::uint64_t illegal = 0;           // entries whose move is not legal, of positions that lines lead to
  // Of the same positions, entries that castle: the king onto its rook, as published, and by two files.
  std::uint64_t onto_rook = 0, two_files = 0;
  // The number of the first entry with a lesser key than the one before it: programs will not find all others.
  std::optional<std::size_t> unsorted;

  std::uint64_t reached() const { return white + black; }
  // Whose moves it has, as far as lines lead to them; nothing where they lead to none.
  std::optional<BookSide> side() const;
};

// Lines are those that import_polyglot() follows from the starts (FENs) when it is not told a side. Errors: corrupt (no
// whole entries; or not sorted, and no line leads to any: it may be something else); invalid_argument (a start).
template <const Rules& R>
Result<PolyglotSurvey> survey_polyglot(std::span<const std::byte> bytes, const std::string& name,
                                       const std::vector<std::string>& starts);

}  // namespace bookends
