// What a book file holds, for `bookends book info` in all its forms.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "books/probe/probe.h"
#include "books/review/survey.h"
#include "core/rules/rules.h"

namespace bookends {

struct StartInfo {
  std::string name;
  std::string fen;
  std::optional<BookEntry> entry;
  std::string move;  // SAN
  std::string step;  // the same in UCI
};

// What the records of games add up to.
struct GamesInfo {
  std::uint64_t moves = 0;        // that have a record
  std::uint64_t start_games = 0;  // of the moves of the starts
  // Of the last games of the moves, 0 where none has one.
  std::uint16_t first_year = 0, last_year = 0;
  double rated = 0, ratings = 0;  // how many, and their sum

  void count(const PlayedMove& move) {
    ++moves;
    rated += move.rated;
    ratings += 1.0 * move.rating * move.rated;
    if (move.year == 0) return;
    first_year = first_year == 0 ? move.year : std::min(first_year, move.year);
    last_year = std::max(last_year, move.year);
  }
  long mean_rating() const { return rated > 0 ? std::lround(ratings / rated) : 0; }
};

struct BookInfo {
  BookHeader header;
  std::uint64_t positions = 0;
  std::uint64_t bytes = 0;
  int key_bits = 0;
  std::array<std::uint64_t, 256> by_depth{};
  std::array<std::uint64_t, 4> by_proof{};
  std::uint64_t from_tables = 0;
  std::uint64_t manual = 0;
  std::uint64_t remarks = 0;
  GamesInfo games;
  std::vector<StartInfo> starts;
  BookSurvey survey;
};

double bytes_each(const BookInfo& info);  // position

// Errors: those of the file; invalid_argument (a start that is no position).
Result<BookInfo> collect_info(const Rules& rules, const std::string& path);

// What a line of text says of it: a name, and the rest. First what is said before the starts, then what after them.
using BookFacts = std::vector<std::pair<std::string, std::string>>;
BookFacts making_facts(const BookInfo& info);
BookFacts line_facts(const BookInfo& info);

}  // namespace bookends
