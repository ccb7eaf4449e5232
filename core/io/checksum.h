// The one checksum of the project's files: 64-bit XXH3, seed 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace bookends {

std::uint64_t checksum(std::span<const std::byte> bytes);
// As checksums, digests and keys are shown: 16 digits.
std::string hexadecimal(std::uint64_t number);
// "bytes 16 to 143", of a message about [from, end) of a file: where a checksum is wrong.
std::string byte_range(std::uint64_t from, std::uint64_t end);

// The same of bytes that come piece by piece.
class RunningChecksum {
 public:
  RunningChecksum();
  ~RunningChecksum();
  void add(std::span<const std::byte> bytes);
  std::uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bookends
