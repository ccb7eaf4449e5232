// Snapshots: the workspace as a file, a Boost archive inside our own envelope, which is checked before the archive is
// touched.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "books/work/workspace.h"

namespace bookends {

// Complete or not there at all; replaces an older one. The bytes depend on nothing but the content.
Result<void> save_snapshot(const Workspace& workspace, const std::filesystem::path& path);

// Errors: not_found, io, corrupt, unsupported (another version or other rules), invalid_argument (made with other
// settings; the message names the first of those compared that differs). While it loads, the file is in memory, too.
Result<Workspace> load_snapshot(const BuildSettings& settings, const std::filesystem::path& path,
                                Compared what = Compared::build);

struct SnapshotFacts {
  std::string game;
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
};

// What such a file begins with.
inline constexpr std::string_view kSnapshotMagic = "BKENDSW1";

// Whether such a file is sound, whatever its settings. `name` is for messages. Errors: corrupt, unsupported.
Result<SnapshotFacts> check_snapshot(std::span<const std::byte> bytes, const std::string& name);

}  // namespace bookends
