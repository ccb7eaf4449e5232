#include "core/io/program.h"

#include <system_error>

namespace bookends {

std::filesystem::path program_file() {
  std::error_code unknown;
  std::filesystem::path file = std::filesystem::read_symlink("/proc/self/exe", unknown);
  return unknown ? std::filesystem::path() : file;
}

}  // namespace bookends
