#include "tablebases/file/block_codec.h"

#include <algorithm>

#include "core/io/zstd_said.h"

namespace bookends::tables {

struct BlockCompressor::State {
  ZSTD_CCtx* context = zstd_context(ZSTD_createCCtx());
  std::vector<std::byte> room;  // of the largest block so far
  ~State() { ZSTD_freeCCtx(context); }
};

// The size of a block follows from the file's header, so the frames need not say it.
BlockCompressor::BlockCompressor(int level, int min_match) : state_(std::make_unique<State>()) {
  ZSTD_CCtx_setParameter(state_->context, ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(state_->context, ZSTD_c_contentSizeFlag, 0);
  if (min_match != 0) ZSTD_CCtx_setParameter(state_->context, ZSTD_c_minMatch, min_match);
}
BlockCompressor::~BlockCompressor() = default;

Result<std::vector<std::byte>> BlockCompressor::compress(std::span<const std::byte> bytes) {
  std::vector<std::byte>& room = state_->room;
  room.resize(std::max(room.size(), ZSTD_compressBound(bytes.size())));
  const std::size_t n = ZSTD_compress2(state_->context, room.data(), room.size(), bytes.data(), bytes.size());
  if (is_zstd_error(n)) return zstd_error(n);
  // All blocks of a table wait for the last one: none keeps more than it needs.
  return std::vector<std::byte>(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(n));
}

struct BlockDecompressor::State {
  ZSTD_DCtx* context = zstd_context(ZSTD_createDCtx());
  ~State() { ZSTD_freeDCtx(context); }
};

BlockDecompressor::BlockDecompressor() : state_(std::make_unique<State>()) {}
BlockDecompressor::~BlockDecompressor() = default;

std::optional<std::size_t> BlockDecompressor::decompress(std::span<const std::byte> bytes, std::span<std::byte> out) {
  if (bytes.empty()) return std::nullopt;
  const std::size_t n = ZSTD_decompressDCtx(state_->context, out.data(), out.size(), bytes.data(), bytes.size());
  if (is_zstd_error(n)) return std::nullopt;
  return n;
}

}  // namespace bookends::tables
