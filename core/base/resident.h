// What the running program takes of the machine's memory, to hold it against what it may take.
#pragma once

#include <cstddef>

namespace bookends {

// Bytes that lie in memory now; 0 where the system does not tell.
std::size_t resident_bytes();

}  // namespace bookends
