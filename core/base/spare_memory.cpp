#include "core/base/spare_memory.h"

#include <cstdlib>

namespace bookends {

bool is_as_much_left(std::size_t bytes) {
  if (bytes < std::size_t{64} << 20) return true;
  void* volatile rest = std::malloc(bytes);  // volatile: else a compiler may take the pair away
  const bool is_there = rest != nullptr;
  std::free(rest);
  return is_there;
}

}  // namespace bookends
