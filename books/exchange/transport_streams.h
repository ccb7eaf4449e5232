// The streams of bytes that a transport file consists of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "books/file/envelope.h"
#include "books/file/layout.h"
#include "core/base/result.h"
#include "core/io/bytes.h"

namespace bookends::transport {

inline constexpr std::string_view kMagic = book_layout::kTransportMagic;
inline constexpr EnvelopeKind kPackedKind{kMagic, "a packed book"};
inline constexpr std::uint32_t kVersion = 2;            // of a book without moves played
inline constexpr std::uint32_t kVersionWithPlayed = 3;  // the newest
// Still read. Its checksum is that of a book file of version 2, which is not written any more.
inline constexpr std::uint32_t kOldestVersion = 1;

// FORMAT.md says what stands in each.
enum Stream : std::uint8_t {
  starts,
  branches,
  branch_moves,
  moves,
  leaf_moves,
  scores_low,
  scores_high,
  depths,
  flags,
  remarks,
  played  // from version 3 on
};
inline constexpr std::size_t kStreams = 11;
constexpr std::size_t streams_of(std::uint32_t version) { return version < kVersionWithPlayed ? 10 : kStreams; }

using Streams = std::array<std::vector<std::byte>, kStreams>;

// Seven bits a byte, the lowest first; the highest bit says that more follow.
void put_varint(std::vector<std::byte>& out, std::uint64_t value);

class StreamReader {
 public:
  explicit StreamReader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::uint8_t byte() { return bytes_.read<std::uint8_t>(); }
  std::uint64_t varint();
  std::string_view text(std::size_t size);
  std::size_t left() const { return bytes_.left(); }
  bool ok() const { return bytes_.ok(); }
  bool at_end() const { return bytes_.ok() && bytes_.left() == 0; }

 private:
  ByteReader bytes_;
};

// For each stream of the version its size and its packed size, 64 bits each; then the zstd frames, each with its
// content checksum.
Result<void> put_streams(std::vector<std::byte>& out, std::uint32_t version, const Streams& streams);
// Takes no memory for sizes that are only claimed. Errors: corrupt; limit, when memory does not suffice.
Result<Streams> read_streams(ByteReader& in, std::uint32_t version, std::string_view name);

}  // namespace bookends::transport
