#include "tablebases/ranks/packed_message.h"

#include <cassert>

#include "core/io/zstd_said.h"

namespace bookends::tables {
namespace {

constexpr int kMessageLevel = 1;
constexpr std::uint64_t kMost = std::uint64_t{1} << 40;  // below what stands for an error

}  // namespace

Bytes pack_message(const Bytes& bytes) {
  Bytes out(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kMessageLevel);
  [[maybe_unused]] const bool failed = is_zstd_error(size);
  assert(!failed);  // it has room
  out.resize(size);
  return out;
}

std::optional<Bytes> unpack_message(std::span<const std::byte> packed) {
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size > kMost) return std::nullopt;
  Bytes out(size);
  const std::size_t done = ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size());
  if (is_zstd_error(done) || done != out.size()) return std::nullopt;
  return out;
}

}  // namespace bookends::tables
