#include "tools/book_commands/info/workspace.h"

#include <filesystem>

#include "books/proof/plan/history.h"
#include "books/proof/plan/outlook.h"
#include "books/work/history_table.h"
#include "tools/book_commands/info/workspace_text.h"
#include "tools/pages/reports/growth.h"
#include "tools/pages/reports/workspace_page.h"

namespace bookends {

Result<std::string> workspace_info(const std::string& folder, InfoForm form, bool all) {
  const std::filesystem::path file = std::filesystem::path(folder) / kHistoryFile;
  const Result<HistoryTable> history = read_history(file);
  if (!history && history.error().code == ErrorCode::not_found)
    return Error{ErrorCode::not_found, folder + ": a folder without " + std::string(kHistoryFile) +
                                           ", which `book build` and `book prove` keep in their workspaces"};
  if (!history) return history.error();
  const bool of_proof = is_proof_history(*history);
  if (!of_proof && !is_growth(*history))
    return Error{ErrorCode::unsupported, file.string() + ": neither of a build nor of a proof"};
  const Result<std::optional<ProofOutlook>> outlook =
      of_proof ? proof_outlook(folder) : Result<std::optional<ProofOutlook>>(std::nullopt);
  if (!outlook) return outlook.error();
  if (form == InfoForm::json) return workspace_json(*history, of_proof, *outlook);
  if (history->rows.empty()) return Error{ErrorCode::not_found, file.string() + ": nothing in it yet"};
  if (form == InfoForm::text) return workspace_text(*history, of_proof, *outlook, all);
  const std::filesystem::path path = std::filesystem::path(folder).lexically_normal();
  const std::string name = (path.has_filename() ? path : path.parent_path()).filename().string();
  return of_proof ? proof_progress_page(name, *history, *outlook) : build_progress_page(name, *history);
}

}  // namespace bookends
