#include "tablebases/zstd/literals.h"

#include <array>
#include <cstdint>

namespace bookends::tables::zstd {
namespace {

using Literals = std::vector<std::byte>;

enum class LiteralsKind : std::uint8_t { raw, repeated, coded, coded_as_before };

struct LiteralsHead {
  LiteralsKind kind = LiteralsKind::raw;
  std::size_t head_bytes = 0;
  std::size_t literals = 0;
  std::size_t coded_bytes = 0;
  bool four_streams = false;
};

std::optional<LiteralsHead> read_head(Bytes block) {
  if (block.empty()) return std::nullopt;
  const auto first = std::to_integer<unsigned>(block[0]);
  LiteralsHead head;
  head.kind = static_cast<LiteralsKind>(first & 3);
  const unsigned format = first >> 2 & 3;
  const bool coded = head.kind >= LiteralsKind::coded;
  constexpr std::array<std::size_t, 4> kPlainBytes{1, 2, 1, 3}, kCodedBytes{3, 3, 4, 5};
  head.head_bytes = (coded ? kCodedBytes : kPlainBytes)[format];
  if (block.size() < head.head_bytes) return std::nullopt;
  const std::uint64_t all = little_endian(block.first(head.head_bytes));
  if (!coded) {
    head.literals = all >> (format % 2 == 0 ? 3 : 4);
  } else {
    constexpr std::array<int, 4> kSizeBits{10, 10, 14, 18};
    const std::uint64_t mask = (std::uint64_t{1} << kSizeBits[format]) - 1;
    head.literals = all >> 4 & mask;
    head.coded_bytes = all >> (4 + kSizeBits[format]) & mask;
    head.four_streams = format != 0;
  }
  if (head.literals > kMostInBlock) return std::nullopt;
  return head;
}

// The sizes of the first three streams, then the streams, each a fourth of the literals, rounded up.
bool decode_four(const HuffmanCode& code, Bytes bytes, Literals& literals) {
  constexpr std::size_t kSizes = 6;
  if (bytes.size() < kSizes) return false;
  Bytes streams = bytes.subspan(kSizes);
  std::span<std::byte> out(literals);
  const std::size_t each = (literals.size() + 3) / 4;
  for (std::size_t i = 0; i < 4; ++i) {
    const bool last = i == 3;
    const std::size_t size = last ? streams.size() : little_endian(bytes.subspan(2 * i, 2));
    const std::size_t here = last ? out.size() : each;
    if (size > streams.size() || here > out.size() || !code.decode(streams.first(size), out.first(here))) return false;
    streams = streams.subspan(size);
    out = out.subspan(here);
  }
  return true;
}

std::optional<Literals> coded_literals(const LiteralsHead& head, Bytes bytes, std::optional<HuffmanCode>& code) {
  std::size_t of_code = 0;
  if (head.kind == LiteralsKind::coded) code = HuffmanCode::read(bytes, of_code);
  if (!code) return std::nullopt;
  const Bytes streams = bytes.subspan(of_code);
  Literals literals(head.literals);
  const bool done = head.four_streams ? decode_four(*code, streams, literals) : code->decode(streams, literals);
  if (!done) return std::nullopt;
  return literals;
}

}  // namespace

std::optional<Literals> read_literals(Bytes block, std::optional<HuffmanCode>& code, std::size_t& taken) {
  const std::optional<LiteralsHead> head = read_head(block);
  if (!head) return std::nullopt;
  std::size_t size = head->coded_bytes;
  if (head->kind == LiteralsKind::raw) size = head->literals;
  if (head->kind == LiteralsKind::repeated) size = 1;
  const Bytes bytes = block.subspan(head->head_bytes);
  if (size > bytes.size()) return std::nullopt;
  taken = head->head_bytes + size;
  switch (head->kind) {
    case LiteralsKind::raw:
      return Literals(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    case LiteralsKind::repeated:
      return Literals(head->literals, bytes[0]);
    default:
      return coded_literals(*head, bytes.first(size), code);
  }
}

}  // namespace bookends::tables::zstd
