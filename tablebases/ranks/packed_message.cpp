#include "tablebases/ranks/packed_message.h"

#include <zstd.h>

namespace bookends::tables {
namespace {

constexpr int kMessageLevel = 1;
constexpr std::uint64_t kMost = std::uint64_t{1} << 40;  // below what stands for an error

}  // namespace

Bytes pack_message(const Bytes& bytes) {
  Bytes out(ZSTD_compressBound(bytes.size()));
  out.resize(
      ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kMessageLevel));  // cannot fail: it has room
  return out;
}

std::optional<Bytes> unpack_message(std::span<const std::byte> packed) {
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size > kMost) return std::nullopt;
  Bytes out(size);
  if (ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size()) != out.size()) return std::nullopt;
  return out;
}

}  // namespace bookends::tables
