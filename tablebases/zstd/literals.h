// The literals of a compressed block: bytes that are in the block themselves (RFC 8878, 3.1.1.3.1).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tablebases/zstd/huffman.h"

namespace bookends::tables::zstd {

inline constexpr std::size_t kMostInBlock = std::size_t{1} << 17;

// The bytes; `taken` is how many of the block say so. `code` is that of the last block of the frame that had one, and
// is replaced by this one's.
std::optional<std::vector<std::byte>> read_literals(Bytes block, std::optional<HuffmanCode>& code, std::size_t& taken);

}  // namespace bookends::tables::zstd
