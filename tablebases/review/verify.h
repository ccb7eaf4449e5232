// Checking table files: their checksums, and, in full, every value against the values of its successors.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace bookends::tables {

struct VerifyReport {
  int files = 0;
  std::uint64_t positions = 0;       // checked against their successors, symmetric images counted once
  std::optional<std::string> wrong;  // the first wrong value or statistic: which, where (FEN), stored and right value
};

// The header and every block of every file. corrupt, unsupported or io with the first file that fails.
Result<VerifyReport> verify_checksums(const std::vector<std::filesystem::path>& files, int threads, Progress& progress);

// That, and then for every legal position of every file: its value is what its legal moves make of the values of the
// positions they lead to, looked up in the files of the same folder. Together with the games' own rules for mate,
// stalemate and dead material this proves the distances: a decided position rests on shorter ones down to mates, so by
// induction over the true distance every decided position has its true value, and what is left over is a draw. In
// files without distances only the successor equation itself is checked; in games with counting it rests on distances,
// and such a file is unsupported. The statistics are counted anew.
//
// Uses the core's positions and move generator and the probing code, not the solver: so it checks what users are told.
// Errors: as above; not_found when a file that is needed is missing.
Result<VerifyReport> verify_values(const std::vector<std::filesystem::path>& files, int threads, Progress& progress);

}  // namespace bookends::tables
