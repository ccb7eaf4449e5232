// Where `dump --format html` writes: one page, or for larger books a folder of pages.
#pragma once

#include <filesystem>
#include <string>

#include "books/review/tree_reader.h"
#include "gen/console/command.h"

namespace bookends {

// Whether the name asks for a folder: it ends in "/", or there is a folder of that name.
bool names_folder(const std::filesystem::path& out);

// What may stand there already: nothing, an empty folder; with `force`, also a folder of pages that dump has written.
// Errors: invalid_argument for one without `force`; unsupported for any other folder; io for what is none.
Result<void> check_page_folder(const std::filesystem::path& out, bool force);

// Whether so many positions are written as a folder: where one is named, and for a larger book where the name is not
// that of a page. Errors: invalid_argument for too many positions for one page.
Result<bool> goes_to_folder(const std::filesystem::path& out, int positions);

Result<void> dump_page_folder(const Rules& rules, TreeReader& tree, const std::filesystem::path& out, bool force,
                              Session& session);

}  // namespace bookends
