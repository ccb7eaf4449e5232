#include "tools/agent/protocol/own_agent.h"

#include "core/io/program.h"

namespace bookends {

std::filesystem::path own_agent() { return program_file().parent_path() / "bookends-agent"; }

}  // namespace bookends
