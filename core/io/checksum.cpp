#include "core/io/checksum.h"

#include <iomanip>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/base/text_streams.h"

namespace bookends {

std::uint64_t checksum(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::string hexadecimal(std::uint64_t number) {
  TextWriter out;
  out << std::hex << std::setw(16) << std::setfill('0') << number;
  return out.str();
}

std::string byte_range(std::uint64_t from, std::uint64_t end) {
  if (end <= from + 1) return (end == from ? "no bytes at " : "byte ") + std::to_string(from);
  return "bytes " + std::to_string(from) + " to " + std::to_string(end - 1);
}

struct RunningChecksum::State {
  XXH3_state_t xxh;
};

RunningChecksum::RunningChecksum() : state_(std::make_unique<State>()) { XXH3_64bits_reset(&state_->xxh); }
RunningChecksum::~RunningChecksum() = default;

void RunningChecksum::add(std::span<const std::byte> bytes) {
  XXH3_64bits_update(&state_->xxh, bytes.data(), bytes.size());
}

std::uint64_t RunningChecksum::value() const { return XXH3_64bits_digest(&state_->xxh); }

}  // namespace bookends
