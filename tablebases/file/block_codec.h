// zstd for one block at a time. The checksums are the file's own (format.h): the frames carry none.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace bookends::tables {

// One per thread; blocks are independent of each other and of the order they are compressed in.
class BlockCompressor {
 public:
  // `min_match`: the shortest repetition that zstd looks for, in bytes; 0: as its level says.
  explicit BlockCompressor(int level, int min_match = 0);
  ~BlockCompressor();
  BlockCompressor(const BlockCompressor&) = delete;
  BlockCompressor& operator=(const BlockCompressor&) = delete;

  // limit when memory runs out.
  Result<std::vector<std::byte>> compress(std::span<const std::byte> bytes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

class BlockDecompressor {
 public:
  BlockDecompressor();
  ~BlockDecompressor();
  BlockDecompressor(const BlockDecompressor&) = delete;
  BlockDecompressor& operator=(const BlockDecompressor&) = delete;

  // How many bytes were written to `out`; nothing when the input is no such block, or does not fit. Safe on any input.
  std::optional<std::size_t> decompress(std::span<const std::byte> bytes, std::span<std::byte> out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bookends::tables
