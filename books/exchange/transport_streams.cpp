#include "books/exchange/transport_streams.h"

#include <algorithm>
#include <memory>
#include <new>
#include <string>

#include "core/io/zstd_said.h"

namespace bookends::transport {

namespace {

constexpr int kLevel = 19;
// No zstd block holds more than 128 KB, nor takes less than 4 bytes: a header of three and one that is repeated.
constexpr std::uint64_t kLargestBlock = 128 * 1024;
constexpr std::uint64_t kSmallestPackedBlock = 4;
constexpr std::uint64_t kFirstRoom = 1 << 20;

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

Result<std::vector<std::byte>> compress(ZSTD_CCtx* context, std::span<const std::byte> bytes) {
  std::vector<std::byte> out(ZSTD_compressBound(bytes.size()));
  const std::size_t n = ZSTD_compress2(context, out.data(), out.size(), bytes.data(), bytes.size());
  if (is_zstd_error(n)) return zstd_error(n);
  out.resize(n);
  return out;
}

// Whether a frame of that length can hold so much, and says itself that it does.
bool may_hold(std::span<const std::byte> packed, std::uint64_t size) {
  return !packed.empty() && size <= packed.size() / kSmallestPackedBlock * kLargestBlock &&
         ZSTD_getFrameContentSize(packed.data(), packed.size()) == size;
}

// False when the frame is damaged or does not hold `size` bytes. Room is made as they come, not as they are promised.
bool decompress(ZSTD_DCtx* context, std::span<const std::byte> packed, std::uint64_t size,
                std::vector<std::byte>& out) {
  ZSTD_DCtx_reset(context, ZSTD_reset_session_only);
  ZSTD_inBuffer from{packed.data(), packed.size(), 0};
  std::size_t done = 0;
  while (true) {
    if (done == out.size()) out.resize(std::min<std::uint64_t>(size, std::max<std::uint64_t>(kFirstRoom, 2 * done)));
    const std::size_t read = from.pos;
    ZSTD_outBuffer to{out.data(), out.size(), done};
    const std::size_t left = ZSTD_decompressStream(context, &to, &from);
    if (is_zstd_error(left)) return false;
    if (left == 0) return to.pos == size && from.pos == from.size;
    if (to.pos == done && from.pos == read) return false;  // it ends too soon, or holds more
    done = to.pos;
  }
}

}  // namespace

void put_varint(std::vector<std::byte>& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::byte>(value | 0x80));
  out.push_back(static_cast<std::byte>(value));
}

std::uint64_t StreamReader::varint() {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const std::uint64_t part = byte();
    value |= (part & 0x7f) << shift;
    if ((part & 0x80) == 0) return value;
  }
  return value;
}

std::string_view StreamReader::text(std::size_t size) {
  const auto bytes = bytes_.take(size);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Result<void> put_streams(std::vector<std::byte>& out, std::uint32_t version, const Streams& streams) {
  const std::unique_ptr<ZSTD_CCtx, FreeContext> context(zstd_context(ZSTD_createCCtx()));
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::vector<std::byte> frames;
  for (const std::vector<std::byte>& stream : std::span(streams).first(streams_of(version))) {
    const Result<std::vector<std::byte>> packed = compress(context.get(), stream);
    if (!packed) return packed.error();
    put(out, static_cast<std::uint64_t>(stream.size()));
    put(out, static_cast<std::uint64_t>(packed->size()));
    frames.insert(frames.end(), packed->begin(), packed->end());
  }
  out.insert(out.end(), frames.begin(), frames.end());
  return {};
}

Result<Streams> read_streams(ByteReader& in, std::uint32_t version, std::string_view name) {
  const auto corrupt = [&](std::size_t stream) {
    return Error{ErrorCode::corrupt, std::string(name) + ": the compressed content is damaged, in stream " +
                                         std::to_string(stream) + " of " + std::to_string(streams_of(version)) +
                                         ", before byte " + std::to_string(in.offset()) + " of the content"};
  };
  std::array<std::uint64_t, kStreams> sizes{}, packed_sizes{};
  for (std::size_t i = 0; i < streams_of(version); ++i) {
    sizes[i] = in.read<std::uint64_t>();
    packed_sizes[i] = in.read<std::uint64_t>();
  }
  const std::unique_ptr<ZSTD_DCtx, FreeContext> context(zstd_context(ZSTD_createDCtx()));
  Streams streams;
  for (std::size_t i = 0; i < streams_of(version); ++i) {
    const auto packed = in.take(packed_sizes[i]);
    if (!in.ok() || !may_hold(packed, sizes[i])) return corrupt(i);
    try {
      if (!decompress(context.get(), packed, sizes[i], streams[i])) return corrupt(i);
    } catch (const std::bad_alloc&) {
      return Error{ErrorCode::limit, "the memory does not suffice to unpack it"};
    }
  }
  if (in.left() != 0) return corrupt(streams_of(version));
  return streams;
}

}  // namespace bookends::transport
