#include "tablebases/block_codec.h"

#include <zstd.h>

namespace bookends::tables {

struct BlockCompressor::State {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  int level = 0;
  ~State() { ZSTD_freeCCtx(context); }
};

BlockCompressor::BlockCompressor(int level) : state_(std::make_unique<State>()) { state_->level = level; }
BlockCompressor::~BlockCompressor() = default;

Result<std::vector<std::byte>> BlockCompressor::compress(std::span<const std::byte> bytes) {
  std::vector<std::byte> out(ZSTD_compressBound(bytes.size()));
  if (state_->context == nullptr) return Error{ErrorCode::limit, "out of memory for compressing"};
  const std::size_t n =
      ZSTD_compressCCtx(state_->context, out.data(), out.size(), bytes.data(), bytes.size(), state_->level);
  if (ZSTD_isError(n) != 0) return Error{ErrorCode::limit, std::string("zstd: ") + ZSTD_getErrorName(n)};
  out.resize(n);
  return out;
}

struct BlockDecompressor::State {
  ZSTD_DCtx* context = ZSTD_createDCtx();
  ~State() { ZSTD_freeDCtx(context); }
};

BlockDecompressor::BlockDecompressor() : state_(std::make_unique<State>()) {}
BlockDecompressor::~BlockDecompressor() = default;

bool BlockDecompressor::decompress(std::span<const std::byte> bytes, std::span<std::byte> out) {
  if (state_->context == nullptr || bytes.empty()) return false;
  const std::size_t n = ZSTD_decompressDCtx(state_->context, out.data(), out.size(), bytes.data(), bytes.size());
  return ZSTD_isError(n) == 0 && n == out.size();
}

}  // namespace bookends::tables
