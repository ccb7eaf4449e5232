// In the place of block_codec.cpp where there is no libzstd: tables can be read, not written.
#include "tablebases/file/block_codec.h"
#include "tablebases/zstd/frame.h"

namespace bookends::tables {

struct BlockDecompressor::State {};

BlockDecompressor::BlockDecompressor() = default;
BlockDecompressor::~BlockDecompressor() = default;

std::optional<std::size_t> BlockDecompressor::decompress(std::span<const std::byte> bytes, std::span<std::byte> out) {
  return zstd::decompress_frame(bytes, out);
}

}  // namespace bookends::tables
