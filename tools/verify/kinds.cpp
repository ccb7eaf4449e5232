#include "tools/verify/kinds.h"

#include <algorithm>
#include <array>

#include "books/exchange/transport.h"
#include "books/file/layout.h"
#include "books/proof/certificate.h"
#include "books/proof/plan/plan_file.h"
#include "books/work/history_table.h"
#include "books/work/journal.h"
#include "books/work/snapshot.h"
#include "core/eval/net/net.h"
#include "core/eval/weights/text.h"
#include "core/io/bytes.h"
#include "gen/selfplay/samples.h"
#include "tablebases/file/format.h"
#include "tablebases/ranks/checkpoint.h"
#include "tablebases/solution/solution_file.h"
#include "tools/verify/checks.h"

namespace bookends {

namespace {

using Bytes = std::span<const std::byte>;

// What a file begins with that names its kind.
template <const std::string_view& kMark>
bool is_marked(Bytes bytes) {
  return begins_with(bytes, kMark);
}

bool is_book_history(Bytes bytes) { return begins_with(bytes, "seconds\t"); }

// As `bookends plan` writes it. What other commands answer in JSON begins like it, but has no solutions.
bool is_plan_of_tables(Bytes bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                              std::min<std::size_t>(bytes.size(), kBeginning));
  return text.starts_with("{\n  \"game\": ") && text.find("\n  \"solutions\": ") != std::string_view::npos;
}

// A new kind of file is one line here, its check, and one line in tests/damage/samples.cpp.
constexpr std::array kFileKinds{
    KindOfFile{"table", tables::kTableSuffix, tables::is_table, true, check_table},
    KindOfFile{"book", ".book", is_marked<book_layout::kMagic>, false, check_book},
    KindOfFile{"packed book", ".packed", is_transport, false, check_packed_book},
    KindOfFile{"certificate", ".proof", is_marked<kCertificateMagic>, false, check_proof},
    KindOfFile{"network", ".net", is_net, false, check_network},
    KindOfFile{"solved ending", tables::kSolutionSuffix, is_marked<tables::kSolutionMagic>, false, check_solved_side},
    KindOfFile{"checkpoint", ".bkc", is_marked<tables::kCheckpointMagic>, false, check_ranks_checkpoint},
    KindOfFile{"snapshot of a book's build", "snapshot", is_marked<kSnapshotMagic>, false, check_work_snapshot},
    KindOfFile{"journal of a book's build", "journal", is_marked<kJournalMagic>, false, check_work_journal},
    KindOfFile{"plan of a proof", "plan", is_marked<kPlanMagic>, false, check_proof_plan},
    KindOfFile{"history", kHistoryFile, is_book_history, false, check_work_history},
    KindOfFile{"set of weights", "", is_marked<kWeightsHeader>, false, check_weights},
    KindOfFile{"file of samples", "", is_marked<kSampleHeader>, true, check_samples},
    KindOfFile{"plan of tables", "", is_plan_of_tables, false, check_table_plan},
    KindOfFile{"Polyglot book", ".bin", is_sorted_polyglot, false, check_polyglot},
};

}  // namespace

std::span<const KindOfFile> kinds_of_files() { return kFileKinds; }

const KindOfFile* kind_of_file(std::span<const std::byte> bytes) {
  const auto found = std::ranges::find_if(kFileKinds, [&](const KindOfFile& kind) { return kind.recognises(bytes); });
  return found == kFileKinds.end() ? nullptr : &*found;
}

const KindOfFile* kind_by_name(std::string_view file_name) {
  const auto found = std::ranges::find_if(kFileKinds, [&](const KindOfFile& kind) {
    if (kind.suffix.empty()) return false;
    return kind.suffix.front() == '.' ? file_name.ends_with(kind.suffix) : file_name == kind.suffix;
  });
  return found == kFileKinds.end() ? nullptr : &*found;
}

}  // namespace bookends
