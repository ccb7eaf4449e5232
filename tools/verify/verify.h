// Any file that we make, checked: which kind it is, and whether it is sound.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tools/verify/findings.h"

namespace bookends {

struct VerifiedFile {
  std::string_view kind;  // as in kinds.h
  std::uint64_t bytes = 0;
  Findings findings;
};

// Errors: those of the checks (checks.h); corrupt also for a file of no kind that we make; not_found, io.
Result<VerifiedFile> verify_file(const std::filesystem::path& path, int threads, Progress& progress);
// The same for bytes in memory. `name` is for messages.
Result<VerifiedFile> verify_bytes(std::span<const std::byte> bytes, const std::string& name, int threads,
                                  Progress& progress);

// The files of a folder and of those in it that are of our kinds, or have a name of them, sorted. Not found when there
// is none; io.
Result<std::vector<std::filesystem::path>> files_to_verify(const std::filesystem::path& folder);

}  // namespace bookends
