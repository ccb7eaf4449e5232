// What a book says of a position, and of itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "books/file/book_side.h"
#include "core/eval/score.h"
#include "core/position/position.h"

namespace bookends {

enum class Proof : std::uint8_t { none, win, draw, loss };  // for the side to move

// What the book says of a position.
struct BookEntry {
  Key key = 0;
  std::uint16_t move_index = 0;  // into the legal moves in ascending order of Move::bits(); see book_move()
  std::int16_t score = 0;        // centipawns for the side to move; decided games as in core/eval/score.h
  std::uint8_t depth = 0;        // plies the score looks ahead
  Proof proof = Proof::none;
  bool from_table = false;
  bool manual = false;  // a person set move and score: they outrank what searches say

  bool operator==(const BookEntry&) const = default;
};

// Whether nothing can be searched that would know better.
inline bool is_certain(const BookEntry& entry) { return entry.proof != Proof::none || entry.from_table; }

// Whether anything stands behind the score: a search, a proof, a table or a person. Positions that were imported
// without a score have none, which files say by a score and a depth of 0.
inline bool has_score(const BookEntry& entry) {
  return entry.score != 0 || entry.depth > 0 || entry.manual || is_certain(entry);
}
inline std::optional<Score> score_of(const BookEntry& entry) {
  return has_score(entry) ? std::optional<Score>(entry.score) : std::nullopt;
}

// The value of a position as the one before it sees it: negated, and decided games one ply further away. Beyond kMate
// lie the bounds of the unknown, which no distance changes.
constexpr Score through_move(Score value) {
  if (value > kMateBound && value <= kMate) return -value + 1;
  if (value < -kMateBound && value >= -kMate) return -value - 1;
  return -value;
}

// What a person wrote about a position of the book.
struct BookRemark {
  Key key = 0;
  std::string text;  // UTF-8 without zero bytes, 1 to kLongestRemark bytes

  bool operator==(const BookRemark&) const = default;
};
inline constexpr std::size_t kLongestRemark = 65535;

struct BookHeader {
  std::string game;
  std::uint64_t rules_fingerprint = 0;
  BookSide side = BookSide::both;
  std::string generator;            // program and version
  std::string settings;             // BuildSettings::text()
  std::vector<std::string> starts;  // FENs

  bool operator==(const BookHeader&) const = default;
};

}  // namespace bookends
