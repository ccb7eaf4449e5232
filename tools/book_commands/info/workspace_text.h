// How far a book or a proof has come, as text or JSON; of a proof what its plan says, too.
#pragma once

#include <optional>
#include <string>

#include "books/proof/plan/outlook.h"
#include "books/work/history_table.h"

namespace bookends {

// The last line of the history, which has one. `all`: with every open place.
std::string workspace_text(const HistoryTable& history, bool of_proof, const std::optional<ProofOutlook>& outlook,
                           bool all);
std::string workspace_json(const HistoryTable& history, bool of_proof, const std::optional<ProofOutlook>& outlook);

}  // namespace bookends
