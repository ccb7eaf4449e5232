// Files of frames: large arrays that stay on machines of one kind, compressed with zstd piece by piece (its frames),
// and a checksum over everything at the end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>

#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "core/io/file.h"

namespace bookends::tables {

// Appends to a file that appears when it is finished. Errors of all: io; limit, when memory runs out.
class FrameWriter {
 public:
  explicit FrameWriter(AtomicFile file) : file_(std::move(file)) {}

  Result<void> plain(std::span<const std::byte> bytes);
  // In frames, each after its length (u32).
  Result<void> packed(std::span<const std::byte> bytes);
  // The checksum (u64), and the name.
  Result<void> finish();

 private:
  AtomicFile file_;
  RunningChecksum sum_;
};

// What comes before the checksum of such a file, when that is right.
std::optional<std::span<const std::byte>> verified_content(std::span<const std::byte> file);
// What to say where it is not; without the file's name.
Error wrong_sum(std::span<const std::byte> file);

// Reads what packed() wrote; false when that is not what stands there.
bool read_packed(ByteReader& in, std::span<std::byte> out);
// The same for `size` bytes that are looked at frame by frame, so that a size that is not there takes no memory: false
// also when `take` says so of one.
bool walk_packed(ByteReader& in, std::uint64_t size, const std::function<bool(std::span<const std::byte>)>& take);

}  // namespace bookends::tables
