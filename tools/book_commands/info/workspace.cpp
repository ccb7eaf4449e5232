#include "tools/book_commands/info/workspace.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "books/work/history_table.h"
#include "tools/pages/reports/growth.h"
#include "tools/pages/reports/workspace_page.h"

namespace bookends {
namespace {

std::string history_json(const HistoryTable& history, bool of_proof) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const auto& row : history.rows) {
    nlohmann::ordered_json line;
    for (std::size_t i = 0; i < row.size(); ++i) line[history.columns[i]] = row[i];
    rows.push_back(std::move(line));
  }
  const nlohmann::ordered_json out{{"of", of_proof ? "proof" : "book"}, {"history", std::move(rows)}};
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

// Its last line, a number a line.
std::string history_text(const HistoryTable& history, bool of_proof) {
  std::string text = fmt::format("{:<13} {}\n", "work on", of_proof ? "a proof" : "a book");
  for (std::size_t i = 0; i < history.columns.size(); ++i) {
    std::string name = history.columns[i];
    for (char& ch : name)
      if (ch == '_') ch = ' ';
    text += fmt::format("{:<13} {}\n", name, history.rows.back()[i]);
  }
  return text;
}

}  // namespace

Result<std::string> workspace_info(const std::string& folder, InfoForm form) {
  const std::filesystem::path file = std::filesystem::path(folder) / kHistoryFile;
  const Result<HistoryTable> history = read_history(file);
  if (!history && history.error().code == ErrorCode::not_found)
    return Error{ErrorCode::not_found, folder + ": a folder without " + std::string(kHistoryFile) +
                                           ", which `book build` and `book prove` keep in their workspaces"};
  if (!history) return history.error();
  const bool of_proof = is_proof_history(*history);
  if (!of_proof && !is_growth(*history))
    return Error{ErrorCode::unsupported, file.string() + ": neither of a build nor of a proof"};
  if (form == InfoForm::json) return history_json(*history, of_proof);
  if (history->rows.empty()) return Error{ErrorCode::not_found, file.string() + ": nothing in it yet"};
  if (form == InfoForm::text) return history_text(*history, of_proof);
  const std::filesystem::path path = std::filesystem::path(folder).lexically_normal();
  const std::string name = (path.has_filename() ? path : path.parent_path()).filename().string();
  return of_proof ? proof_progress_page(name, *history) : build_progress_page(name, *history);
}

}  // namespace bookends
