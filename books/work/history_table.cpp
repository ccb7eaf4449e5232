#include "books/work/history_table.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/io/file.h"

namespace bookends {

namespace {

std::vector<std::string> tab_cells(std::string_view line) {
  std::vector<std::string> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    cells.emplace_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return cells;
}

std::optional<double> cell_number(const std::string& cell) {
  char* end = nullptr;
  const double value = std::strtod(cell.c_str(), &end);
  const bool whole = !cell.empty() && end == cell.c_str() + cell.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<std::size_t> HistoryTable::find(std::string_view column) const {
  const auto found = std::find(columns.begin(), columns.end(), column);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

Result<HistoryTable> read_history(const std::filesystem::path& path) {
  const Result<std::string> text = read_text_file(path);
  if (!text) return text.error();
  return parse_history(*text, path.string());
}

Result<HistoryTable> parse_history(std::string_view text, const std::string& name) {
  HistoryTable table;
  std::size_t line_number = 0;
  for (const std::string_view line : whole_lines(text)) {
    const std::vector<std::string> cells = tab_cells(line);
    if (++line_number == 1) {
      table.columns = cells;
      continue;
    }
    std::vector<double> row;
    for (const std::string& cell : cells)
      if (const std::optional<double> number = cell_number(cell)) row.push_back(*number);
    if (cells.size() != table.columns.size() || row.size() != cells.size())
      return Error{ErrorCode::corrupt, name + ": line " + std::to_string(line_number) + " is not " +
                                           std::to_string(table.columns.size()) + " numbers with tabs between them"};
    table.rows.push_back(std::move(row));
  }
  if (table.columns.empty()) return Error{ErrorCode::corrupt, name + ": has no line that names its columns"};
  return table;
}

Result<std::string> read_history_bytes(const std::filesystem::path& path) {
  const Result<std::vector<std::byte>> bytes = read_file(path);
  if (!bytes) return bytes.error();
  return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

std::vector<std::string_view> whole_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != std::string_view::npos; begin = end + 1)
    lines.push_back(text.substr(begin, end - begin));
  return lines;
}

std::vector<std::vector<double>> thinned(const std::vector<std::vector<double>>& rows, std::size_t most) {
  if (rows.size() <= most || most < 2) return rows;
  std::vector<std::vector<double>> left;
  for (std::size_t i = 0; i < most; ++i) left.push_back(rows[i * (rows.size() - 1) / (most - 1)]);
  return left;
}

}  // namespace bookends
