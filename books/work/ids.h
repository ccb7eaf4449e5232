// Numbers of the positions of a book, and of the moves between them.
#pragma once

#include <cstdint>

namespace bookends {

using NodeId = std::uint32_t;
using EdgeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xffffffffu;
inline constexpr EdgeId kNoEdge = 0xffffffffu;

}  // namespace bookends
