// The one checksum of the project's files: 64-bit XXH3, seed 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bookends {

std::uint64_t checksum(std::span<const std::byte> bytes);

}  // namespace bookends
