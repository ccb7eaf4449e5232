#include "tools/own_agent.h"

namespace bookends {

std::filesystem::path own_agent() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / "bookends-agent";
}

}  // namespace bookends
