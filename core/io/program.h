// Where the running program is, so that what came with it is found beside it.
#pragma once

#include <filesystem>

namespace bookends {

// The file of the running program, links resolved; empty where the system does not tell.
std::filesystem::path program_file();

}  // namespace bookends
