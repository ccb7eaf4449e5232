#include "books/grow/history.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "books/work/history_table.h"

namespace bookends {

// Bytes of its whole lines; nothing where it is there and cannot be read.
std::optional<std::size_t> History::read_lines() {
  const Result<std::string> text = read_history_bytes(path_);
  if (!text) return text.error().code == ErrorCode::not_found ? std::optional<std::size_t>(0) : std::nullopt;
  for (const std::string_view view : whole_lines(*text)) {
    const std::string line(view);
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    positions_ = std::strtoull(line.c_str() + tab, nullptr, 10);
    seconds_ = std::strtod(line.c_str(), nullptr);
  }
  return text->rfind('\n') + 1;  // 0 where there is none
}

History::History(std::filesystem::path path, std::size_t starts) : path_(std::move(path)) {
  const std::optional<std::size_t> whole = read_lines();
  if (!whole) return;  // what is there stays as it is
  if (*whole > 0) {
    // Without a line that a kill has cut off. Where that fails, lines may be wrong or missing: no part of the book
    // depends on them.
    std::error_code ignored;
    std::filesystem::resize_file(path_, *whole, ignored);
    return;
  }
  std::ofstream out(path_);
  out << "seconds\tpositions";
  for (std::size_t i = 0; i < starts; ++i) out << "\tvalue" << i + 1;
  out << '\n';
}

void History::note(std::chrono::milliseconds spent, const Workspace& workspace, const BookValues& values) {
  if (workspace.size() <= positions_) return;
  positions_ = workspace.size();
  seconds_ = std::max(seconds_, static_cast<double>(spent.count()) / 1000);
  std::string line = std::to_string(seconds_) + '\t' + std::to_string(positions_);
  for (const NodeId start : workspace.starts()) line += '\t' + std::to_string(values.nodes[start].value);
  std::ofstream(path_, std::ios::app) << line + '\n';
}

}  // namespace bookends
