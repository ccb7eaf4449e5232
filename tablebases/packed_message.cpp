#include "tablebases/packed_message.h"

#include <zstd.h>

namespace bookends::tables {
namespace {

constexpr int kLevel = 1;
constexpr std::uint64_t kMost = std::uint64_t{1} << 32;  // no message is meant to be longer

}  // namespace

Bytes pack_message(const Bytes& bytes) {
  Bytes out(ZSTD_compressBound(bytes.size()));
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kLevel));  // cannot fail: it has room
  return out;
}

std::optional<Bytes> unpack_message(std::span<const std::byte> packed) {
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size > kMost) return std::nullopt;  // also what stands for an error
  Bytes out(size);
  if (ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size()) != out.size()) return std::nullopt;
  return out;
}

}  // namespace bookends::tables
