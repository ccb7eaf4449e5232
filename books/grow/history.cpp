#include "books/grow/history.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace bookends {

// Bytes of its whole lines; nothing where it is there and cannot be read. A stream that throws tells that from its end,
// and memory that does not suffice from both.
std::optional<std::uintmax_t> History::read_lines() try {
  std::ifstream in(path_, std::ios::binary);
  std::error_code unknown;
  if (!in.is_open() && std::filesystem::exists(path_, unknown)) return std::nullopt;
  in.exceptions(std::ios::badbit);
  std::uintmax_t whole = 0;
  for (std::string line; std::getline(in, line) && !in.eof(); whole += line.size() + 1) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    positions_ = std::strtoull(line.c_str() + tab, nullptr, 10);
    seconds_ = std::strtod(line.c_str(), nullptr);
  }
  return whole;
} catch (const std::ios::failure&) {
  return std::nullopt;
}

History::History(std::filesystem::path path, std::size_t starts) : path_(std::move(path)) {
  const std::optional<std::uintmax_t> whole = read_lines();
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
