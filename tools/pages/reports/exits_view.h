// What `bookends book exits --json` says, and what it shows of how sure a book is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/eval/score.h"

namespace bookends {

struct ExitRow {
  std::string line, fen;
  std::optional<Score> score;  // the book's; none where it has none
  int depth = 0;
  Score search_score = 0;
  int search_depth = 0;
  bool flagged = false;
};

struct ExitsReport {
  std::uint64_t ends = 0, searched = 0;
  std::optional<std::uint64_t> nodes;  // of each search
  std::string by;
  std::vector<ExitRow> rows;  // the likeliest first; those that were flagged, where only they were asked for
};

// Errors: not_found, io; invalid_argument (it is nothing that the command wrote).
Result<ExitsReport> read_exits(const std::filesystem::path& path);

// The book's score against that of the deeper search: a chart with its numbers, as markup.
std::string exits_chart(const ExitsReport& report);

}  // namespace bookends
