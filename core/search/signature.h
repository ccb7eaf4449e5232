// The signature of the search: the number by which books know the search that they were begun with.
#pragma once

#include <cstdint>

namespace bookends {

// What `bookends bench` prints: a search with another number says other things. A book that was begun by one is not
// gone on with by another.
inline constexpr std::uint64_t kSearchSignature = 2142155;

}  // namespace bookends
