// Little-endian encoding of fixed-width numbers, and a reader that cannot run past its end.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bookends {

template <std::unsigned_integral T>
void put(std::vector<std::byte>& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) out.push_back(static_cast<std::byte>(value >> (8 * i)));
}

// The caller guarantees sizeof(T) bytes at `at`.
template <std::unsigned_integral T>
T get(const std::byte* at) {
  // One load: of the loop below GCC 12 makes vector instructions that wait for each other's stores.
  if constexpr (std::endian::native == std::endian::little) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
  }
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value |= static_cast<std::uint64_t>(at[i]) << (8 * i);
  return static_cast<T>(value);
}

// Up to the next multiple of 8, with which parts of files begin.
constexpr std::size_t aligned_to_8(std::size_t n) { return (n + 7) / 8 * 8; }

// Whether a file's bytes begin with what marks its kind.
bool begins_with(std::span<const std::byte> bytes, std::string_view magic);

// A length as u16, then the bytes.
void put_text(std::vector<std::byte>& out, std::string_view text);

// Reads in order; past the end every read gives zeros and ok() is false from then on.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <std::unsigned_integral T>
  T read() {
    const auto b = take(sizeof(T));
    return b.empty() ? T{0} : get<T>(b.data());
  }
  std::string read_text();
  std::span<const std::byte> take(std::size_t n);  // empty when fewer than n are left

  bool ok() const { return ok_; }
  std::size_t offset() const { return offset_; }
  std::size_t left() const { return bytes_.size() - offset_; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t offset_ = 0;
  bool ok_ = true;
};

}  // namespace bookends
