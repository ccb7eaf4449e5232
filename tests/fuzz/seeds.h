// What fuzzing begins with: a file of its kind that the program has made, and texts that people have written.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/fuzz/targets.h"

namespace bookends::test {

std::vector<std::vector<std::byte>> seeds_of(const FuzzTarget& target);

}  // namespace bookends::test
