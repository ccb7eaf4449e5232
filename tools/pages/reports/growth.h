// How a book grew, as charts.
#pragma once

#include <string>
#include <vector>

#include "books/work/history_table.h"

namespace bookends {

// Positions, and the value of each start, over time: two charts with their numbers, as markup. `starts` are the names
// of the starts in the order of the table's columns. `history` has the columns of books/grow/history.h.
std::string growth_charts(const HistoryTable& history, const std::vector<std::string>& starts);

// Whether it is the history of a build, and of so many starts.
bool is_growth(const HistoryTable& history);
std::size_t starts_of_growth(const HistoryTable& history);

}  // namespace bookends
