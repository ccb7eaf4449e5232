// The sequences of a compressed block: so many literals, then a match, which is bytes from before (RFC
// 8878, 3.1.1.3.2).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tablebases/zstd/fse.h"

namespace bookends::tables::zstd {

// What sequences of a frame know of those of the blocks before.
struct SequenceState {
  std::optional<FseTable> literals, offsets, matches;
  std::array<std::size_t, 3> repeats{1, 4, 8};
};

// What is written of a frame, and where it goes on.
struct Written {
  std::span<std::byte> out;
  std::size_t size = 0;

  bool append(Bytes bytes);
  bool append(std::byte byte, std::size_t times);
  // `length` bytes from `offset` before the end on, which may be among those that this writes.
  bool repeat(std::size_t offset, std::size_t length);
};

// Writes a block from its literals and `section`, which says the sequences; false when that is none, or does not fit.
bool write_sequences(Bytes section, Bytes literals, SequenceState& state, Written& written);

}  // namespace bookends::tables::zstd
