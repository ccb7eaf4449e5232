// What a folder holds. std::filesystem's iterators end the program when there is no memory for a name.
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/result.h"

namespace bookends {

// Everything in the folder but "." and "..", as paths that begin with its own, sorted. Errors: not_found, io.
Result<std::vector<std::filesystem::path>> entries_of(const std::filesystem::path& folder);

}  // namespace bookends
