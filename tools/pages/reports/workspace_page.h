// How a build or a proof went, as one self-contained HTML page, which is well-formed XML too.
#pragma once

#include <optional>
#include <string>

#include "books/proof/plan/outlook.h"
#include "books/work/history_table.h"

namespace bookends {

// Of a proof: which share of the plan is closed, how much is open, and what it seems to need still. `name` is the
// workspace's. The history has at least one line. With what its plan says, where there is one.
std::string proof_progress_page(const std::string& name, const HistoryTable& history,
                                const std::optional<ProofOutlook>& outlook);
// Of a book that is being built.
std::string build_progress_page(const std::string& name, const HistoryTable& history);

}  // namespace bookends
