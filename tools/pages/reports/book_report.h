// What a book holds, as one self-contained HTML page, which is well-formed XML too.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "books/review/survey.h"
#include "books/work/history_table.h"
#include "core/rules/rules.h"
#include "tools/pages/reports/exits_view.h"

namespace bookends {

struct ReportedStart {
  std::string name, fen;
  std::string move, step;  // SAN and UCI; empty where the book has none
  std::string score;       // in words; the same
  int depth = 0;
};

struct BookReport {
  const Rules* rules = nullptr;
  std::string name;                                        // of the file
  std::vector<std::pair<std::string, std::string>> facts;  // what, and how much
  std::vector<ReportedStart> starts;                       // those that are shown
  std::vector<std::string> start_names;                    // of all of them, for the values of the history
  std::uint64_t more_starts = 0;                           // that are not
  std::array<std::uint64_t, 256> by_depth{};
  BookSurvey survey;
  std::optional<HistoryTable> history;  // none: `no_history` says why, a sentence
  std::string no_history;
  std::optional<ExitsReport> exits;
  std::string no_exits;  // the same
};

std::string book_report_page(const BookReport& report);

}  // namespace bookends
