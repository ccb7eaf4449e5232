// Whether memory is short.
#pragma once

#include <cstddef>

namespace bookends {

// Whether there are so many bytes still to be had; not asked of less than 64 MiB, which is nobody's all. For who could
// take what there is, and must leave some to others.
bool is_as_much_left(std::size_t bytes);

}  // namespace bookends
