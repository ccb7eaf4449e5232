// The survey of a book: what it holds, in figures.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "books/edit/book_graph.h"

namespace bookends {

// How far an entry can be trusted.
enum class Grade : std::uint8_t {
  certain,  // proved, or from a table
  manual,   // a person's word
  a,        // the score looks at least 30 plies ahead
  b,        // 24
  c,        // 18
  d,        // 12
  e,        // less
  none,     // no score
};
inline constexpr std::size_t kGrades = 8;
inline constexpr std::array<int, 4> kGradeDepths{30, 24, 18, 12};  // of a, b, c, d

Grade grade_of(const BookEntry& entry);
std::string_view grade_name(Grade grade);  // "certain", "manual", "A" ... "E", "none"

// What stands where a line of the book stops.
enum class LineEnd : std::uint8_t {
  proved,    // won or lost, without a table
  table,     // a table's win or loss
  drawn,     // proved, or by a table
  manual,    // a person's word
  searched,  // a search's score: the line could go on
  unscored,  // nothing is known
  met,       // a position that another line led to before
};
inline constexpr std::size_t kLineEnds = 7;

LineEnd line_end_of(const BookEntry& entry);  // of a position from which no move stays in the book
std::string_view line_end_name(LineEnd end);  // "proved", "table", "drawn", "by hand", "searched", "no score", "met"

struct BookSurvey {
  std::uint64_t positions = 0;  // that lines from the starts lead to
  std::uint64_t unreached = 0;
  std::uint64_t moves = 0;           // between positions of the book
  std::uint64_t transpositions = 0;  // of these, moves to positions that another line led to already
  std::uint64_t ends = 0;            // positions whose best move leaves the book
  std::uint64_t lines = 0;           // of the book written as a tree: each stops at its end, or where it transposes
  std::array<std::uint64_t, kGrades> grades{};
  std::vector<std::uint64_t> by_ply;  // positions by their distance from the starts
  // Ends of lines by the distance at which they stop: as long as `by_ply`, or one longer. Together they are `lines`.
  std::array<std::vector<std::uint64_t>, kLineEnds> line_ends;
};

BookSurvey survey(const BookGraph& graph);

}  // namespace bookends
