#include "tests/solved/tables.h"

#include <fmt/format.h>

#include <sstream>

#include "core/io/file.h"

namespace bookends::test {

Result<std::vector<std::vector<std::string>>> read_cells(const std::filesystem::path& path, const std::string& header) {
  const Result<std::string> text = read_text_file(path);
  if (!text) return text.error();
  std::istringstream lines(*text);
  std::string line;
  if (!std::getline(lines, line) || line != header)
    return Error{ErrorCode::corrupt, path.string() + ": its columns are not: " + header};
  const auto split = [](const std::string& whole) {
    std::vector<std::string> cells(1);
    for (const char ch : whole)
      if (ch == '\t')
        cells.emplace_back();
      else
        cells.back() += ch;
    return cells;
  };
  const std::size_t columns = split(header).size();
  std::vector<std::vector<std::string>> rows;
  while (std::getline(lines, line)) {
    rows.push_back(split(line));
    if (rows.back().size() != columns)
      return Error{ErrorCode::corrupt,
                   fmt::format("{}: {} cells, not {}: {}", path.string(), rows.back().size(), columns, line)};
  }
  return rows;
}

namespace {

// The side's own first move, where it is to move, and how many answers to it are proved; "-" where that is not known.
std::string share_text(const std::string& by, const std::string& replies) {
  if (replies == "-") return "";
  return fmt::format(" ({}{} replies proved)", by == "-" ? "" : by + "; ", replies);
}

}  // namespace

Result<OpenMoves> OpenMoves::read(const std::filesystem::path& path) {
  const auto rows = read_cells(path, "game\tsetup\tmove\tside\taim\tby\treplies\tsearches_left\ttime");
  if (!rows) return rows.error();
  OpenMoves open;
  for (const auto& row : *rows) {
    std::string& text = open.texts_[{row[0], row[1], row[2]}];
    text += fmt::format("{}for {}{}{} about {} searches left after {}", text.empty() ? "" : "; ", row[3],
                        row[4] == "hold" ? " to hold" : "", share_text(row[5], row[6]), row[7], row[8]);
  }
  return open;
}

bool OpenMoves::has(const Rules& rules, const std::string& setup, const std::string& move) const {
  return texts_.contains({std::string(rules.name), setup, move});
}

std::string OpenMoves::text(const Rules& rules, const std::string& setup, const std::string& move) {
  const auto found = texts_.find({std::string(rules.name), setup, move});
  if (found == texts_.end()) return "";
  used_.insert(found->first);
  return found->second;
}

std::string OpenMoves::unused() const {
  for (const auto& [where, text] : texts_)
    if (!used_.contains(where))
      return fmt::format("{} {} {}", std::get<0>(where), std::get<1>(where), std::get<2>(where));
  return "";
}

Result<ProofWorks> ProofWorks::read(const std::filesystem::path& path) {
  const auto rows = read_cells(path, "what\tcommand\tversion\tmachine\tdate\tvalue\tunit\tinterval\tnote");
  if (!rows) return rows.error();
  ProofWorks works;
  for (const auto& row : *rows) {
    const std::string unit = row[6] == "s" ? "s by the clock" : row[6] == "CPU seconds" ? "s of CPU" : row[6];
    works.works_[row[0]] = {row[2], row[5] + ' ' + unit};
  }
  return works;
}

const ProofWork* ProofWorks::of(const std::string& what) const {
  const auto found = works_.find(what);
  return found == works_.end() ? nullptr : &found->second;
}

}  // namespace bookends::test
