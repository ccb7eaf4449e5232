// Where the engine that belongs to this program is.
#pragma once

#include <filesystem>

namespace bookends {

// bookends-agent beside the running program.
std::filesystem::path own_agent();

}  // namespace bookends
