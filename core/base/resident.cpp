#include "core/base/resident.h"

#include <unistd.h>

#include <fstream>

namespace bookends {

std::size_t resident_bytes() {
  std::ifstream in("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  const long page = sysconf(_SC_PAGESIZE);
  return in >> all >> resident && page > 0 ? resident * static_cast<std::size_t>(page) : 0;
}

}  // namespace bookends
