// The Syzygy files of folders, opened. Only chess has such files (Rules::syzygy).
#pragma once

#include <deque>
#include <filesystem>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/rules/rules.h"
#include "tablebases/file/left_out.h"
#include "tablebases/syzygy/table.h"

namespace bookends::tables::syzygy {

// Whether the name ends as one of a file of results or of DTZ does.
bool has_suffix(const std::filesystem::path& path);

// Whether the folder has any, of whatever game.
bool has_files(const std::filesystem::path& folder);

// Opens every table of results with its DTZ, which may be in another one of the folders; sorted by the names. Of files
// of one name in several folders the first folder's counts. Nothing at all is no error. Errors: unsupported (a game of
// which there are no such files, files of another one), corrupt, io, invalid_argument (a file whose name is no ending).
// `cache_bytes`: of the files' pages that are kept in memory, for all together. `left_out`: takes the files of which
// the error is_of_one_file(), and the others are opened; null: it is the error of all. Without its file of DTZ a table
// has its results.
Result<std::deque<Table>> open_folders(std::span<const std::filesystem::path> folders, const Rules& rules,
                                       std::size_t cache_bytes, std::vector<LeftOut>* left_out = nullptr);

}  // namespace bookends::tables::syzygy
