#include "books/history.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

namespace bookends {

History::History(std::filesystem::path path, std::size_t starts) : path_(std::move(path)) {
  std::uintmax_t whole = 0;
  {
    std::ifstream in(path_, std::ios::binary);
    for (std::string line; std::getline(in, line) && !in.eof(); whole += line.size() + 1) {
      const std::size_t tab = std::min(line.find('\t'), line.size());
      positions_ = std::strtoull(line.c_str() + tab, nullptr, 10);
      seconds_ = std::strtod(line.c_str(), nullptr);
    }
  }
  if (whole > 0) {  // without a line that a kill has cut off
    std::error_code ignored;
    std::filesystem::resize_file(path_, whole, ignored);
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
