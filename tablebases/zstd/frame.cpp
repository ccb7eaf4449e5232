#include "tablebases/zstd/frame.h"

#include <algorithm>
#include <cstdint>

#include "tablebases/zstd/literals.h"
#include "tablebases/zstd/sequences.h"

namespace bookends::tables::zstd {
namespace {

constexpr std::uint32_t kMagic = 0xFD2FB528;
constexpr std::size_t kBlockHead = 3;

enum class BlockKind : std::uint8_t { raw, repeated, compressed, reserved };

struct FrameState {
  std::optional<HuffmanCode> code;
  SequenceState sequences;
  Written written;
  std::size_t most_in_block = 0;
};

struct FrameHead {
  std::size_t bytes = 0;                 // that it takes itself
  std::optional<std::uint64_t> content;  // how many bytes it says that there are, if it does
  std::uint64_t window = 0;              // how far back matches go: no block is larger
};

std::uint64_t window_of(std::byte descriptor) {
  const auto code = std::to_integer<unsigned>(descriptor);
  const std::uint64_t base = std::uint64_t{1} << (10 + (code >> 3));
  return base + base / 8 * (code & 7);
}

std::optional<FrameHead> read_frame_head(Bytes frame) {
  if (frame.size() < 5 || little_endian(frame.first(4)) != kMagic) return std::nullopt;
  const auto flags = std::to_integer<unsigned>(frame[4]);
  const bool one_segment = (flags & 0x20) != 0;
  if ((flags & 0x0F) != 0) return std::nullopt;  // reserved, a checksum, a dictionary
  const unsigned size_flag = flags >> 6;
  const std::size_t size_bytes = size_flag == 0 ? (one_segment ? 1 : 0) : std::size_t{1} << size_flag;
  const std::size_t window_bytes = one_segment ? 0 : 1;
  FrameHead head;
  head.bytes = 5 + window_bytes + size_bytes;
  if (frame.size() < head.bytes) return std::nullopt;
  if (size_bytes > 0)
    head.content = little_endian(frame.subspan(5 + window_bytes, size_bytes)) + (size_bytes == 2 ? 256 : 0);
  head.window = one_segment ? *head.content : window_of(frame[5]);
  return head;
}

bool write_compressed(Bytes block, FrameState& state) {
  std::size_t taken = 0;
  const auto literals = read_literals(block, state.code, taken);
  return literals && literals->size() <= state.most_in_block &&
         write_sequences(block.subspan(taken), *literals, state.sequences, state.written);
}

bool write_block(BlockKind kind, Bytes bytes, std::size_t size, FrameState& state) {
  const std::size_t before = state.written.size;
  switch (kind) {
    case BlockKind::raw:
      return state.written.append(bytes);
    case BlockKind::repeated:
      return state.written.append(bytes[0], size);
    case BlockKind::compressed:
      return write_compressed(bytes, state) && state.written.size - before <= state.most_in_block;
    default:
      return false;
  }
}

}  // namespace

std::optional<std::size_t> decompress_frame(Bytes frame, std::span<std::byte> out) {
  const std::optional<FrameHead> head = read_frame_head(frame);
  if (!head) return std::nullopt;
  FrameState state;
  state.written.out = out;
  state.most_in_block = static_cast<std::size_t>(std::min<std::uint64_t>(kMostInBlock, head->window));
  Bytes rest = frame.subspan(head->bytes);
  for (bool last = false; !last;) {
    if (rest.size() < kBlockHead) return std::nullopt;
    const std::uint64_t block = little_endian(rest.first(kBlockHead));
    rest = rest.subspan(kBlockHead);
    last = (block & 1) != 0;
    const auto kind = static_cast<BlockKind>(block >> 1 & 3);
    const std::size_t size = block >> 3;
    const std::size_t bytes = kind == BlockKind::repeated ? 1 : size;
    if (size > state.most_in_block || bytes > rest.size() || !write_block(kind, rest.first(bytes), size, state))
      return std::nullopt;
    rest = rest.subspan(bytes);
  }
  const std::size_t size = state.written.size;
  if (!rest.empty() || (head->content && *head->content != size)) return std::nullopt;
  return size;
}

}  // namespace bookends::tables::zstd
