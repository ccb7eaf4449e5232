// Snapshots: the workspace as a file, a Boost archive inside our own envelope, which is checked before the archive is
// touched.
#pragma once

#include <filesystem>

#include "books/work/workspace.h"

namespace bookends {

// Complete or not there at all; replaces an older one. The bytes depend on nothing but the content.
Result<void> save_snapshot(const Workspace& workspace, const std::filesystem::path& path);

// Errors: not_found, io, corrupt, unsupported (another version or other rules), invalid_argument (made with other
// settings; the message names the first of those compared that differs).
Result<Workspace> load_snapshot(const BuildSettings& settings, const std::filesystem::path& path,
                                Compared what = Compared::build);

}  // namespace bookends
