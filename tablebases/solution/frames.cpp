#include "tablebases/solution/frames.h"

#include <algorithm>

#include "core/io/zstd_said.h"

namespace bookends::tables {
namespace {

constexpr std::size_t kFrame = std::size_t{2} << 20;  // bytes before compression
constexpr int kFrameLevel = 1;

bool read_frame(ByteReader& in, std::span<std::byte> part) {
  const std::span<const std::byte> frame = in.take(in.read<std::uint32_t>());
  if (!in.ok()) return false;
  const std::size_t done = ZSTD_decompress(part.data(), part.size(), frame.data(), frame.size());
  return !is_zstd_error(done) && done == part.size();
}

}  // namespace

Result<void> FrameWriter::plain(std::span<const std::byte> bytes) {
  sum_.add(bytes);
  return file_.append(bytes);
}

Result<void> FrameWriter::packed(std::span<const std::byte> bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += kFrame) {
    const std::span<const std::byte> part = bytes.subspan(at, std::min(kFrame, bytes.size() - at));
    std::vector<std::byte> frame(ZSTD_compressBound(part.size()));
    const std::size_t size = ZSTD_compress(frame.data(), frame.size(), part.data(), part.size(), kFrameLevel);
    if (is_zstd_error(size)) return zstd_error(size);
    frame.resize(size);
    std::vector<std::byte> length;
    put(length, static_cast<std::uint32_t>(size));
    for (const std::vector<std::byte>* bit : {&length, &frame})
      if (const Result<void> done = plain(*bit); !done) return done;
  }
  return {};
}

Result<void> FrameWriter::finish() {
  std::vector<std::byte> sum;
  put(sum, sum_.value());
  if (const Result<void> done = file_.append(sum); !done) return done;
  return file_.commit();
}

std::optional<std::span<const std::byte>> verified_content(std::span<const std::byte> file) {
  constexpr std::size_t kSum = sizeof(std::uint64_t);
  if (file.size() < kSum) return std::nullopt;
  const std::span<const std::byte> content = file.first(file.size() - kSum);
  if (checksum(content) != get<std::uint64_t>(file.data() + content.size())) return std::nullopt;
  return content;
}

Error wrong_sum(std::span<const std::byte> file) {
  const std::size_t end = file.size() - std::min(file.size(), sizeof(std::uint64_t));
  return {ErrorCode::corrupt, "its checksum does not match (" + byte_range(0, end) + ")"};
}

bool read_packed(ByteReader& in, std::span<std::byte> out) {
  for (std::size_t at = 0; at < out.size(); at += kFrame)
    if (!read_frame(in, out.subspan(at, std::min(kFrame, out.size() - at)))) return false;
  return true;
}

bool walk_packed(ByteReader& in, std::uint64_t size, const std::function<bool(std::span<const std::byte>)>& take) {
  std::vector<std::byte> part;
  for (std::uint64_t at = 0; at < size; at += part.size()) {
    part.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kFrame, size - at)));
    if (!read_frame(in, part) || !take(part)) return false;
  }
  return true;
}

}  // namespace bookends::tables
