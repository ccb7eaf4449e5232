#include "books/history.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

namespace bookends {

History::History(std::filesystem::path path, std::size_t starts) : path_(std::move(path)) {
  std::string last;
  {
    std::ifstream in(path_);
    for (std::string line; std::getline(in, line);) {
      last = line;
      const std::size_t tab = line.find('\t');
      if (in.eof() || tab == std::string::npos) continue;  // cut off
      positions_ = std::strtoull(line.c_str() + tab, nullptr, 10);
      seconds_ = std::max(seconds_, std::strtod(line.c_str(), nullptr));
    }
  }
  std::ofstream out(path_, std::ios::app);
  if (!last.empty()) {
    // A line that a kill cut off ends here.
    std::ifstream in(path_, std::ios::binary);
    in.seekg(-1, std::ios::end);
    if (in.get() != '\n') out << '\n';
    return;
  }
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
