// The folder beside tables that are being built, where solved endings and checkpoints are until all is there: for what
// memory has no room for, for other processes, and for the build that goes on after an interruption.
#pragma once

#include <filesystem>
#include <vector>

#include "core/io/file.h"
#include "core/rules/rules.h"
#include "tablebases/material/material.h"

namespace bookends::tables {

// Where it is when nothing else is asked for: seen by whoever sees the tables, and on a disk that has room for them.
std::filesystem::path default_work_folder(const std::filesystem::path& tables);

// Never committed: the folder is taken as long as this is there. Errors: io, when another build is at work in it.
Result<AtomicFile> take_work_folder(const std::filesystem::path& work);

// What a build of these endings may have left there, unfinished files of killed processes, and the folder when nothing
// else is in it.
void remove_work(const Rules& rules, const std::vector<Ending>& endings, const std::filesystem::path& work,
                 AtomicFile taken);

}  // namespace bookends::tables
