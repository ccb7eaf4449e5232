// Damage by dice, for who has no fuzzer: the same from the same seeds everywhere.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace bookends::test {

class Mutation {
 public:
  explicit Mutation(std::uint32_t seed) : dice_(seed) {}

  // One to four changes; `other` is a file to take pieces of.
  std::vector<std::byte> of(std::vector<std::byte> bytes, const std::vector<std::byte>& other) {
    for (std::size_t left = 1 + below(4); left > 0; --left) change(bytes, other);
    return bytes;
  }
  // 0 .. n - 1; 0 for none.
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(dice_()) % n; }

 private:
  using Bytes = std::vector<std::byte>;

  void change(Bytes& bytes, const Bytes& other) {
    const std::size_t at = below(bytes.size());
    switch (below(6)) {
      case 0:
        if (!bytes.empty()) bytes[at] ^= std::byte{1} << below(8);
        break;
      case 1:
        if (!bytes.empty()) bytes[at] = static_cast<std::byte>(below(256));
        break;
      case 2:
        put_number(bytes, at);
        break;
      case 3:
        bytes.erase(place(bytes, at), place(bytes, at + below(below(bytes.size()))));
        break;
      case 4: {
        const std::size_t from = below(other.size()), n = below(std::min<std::size_t>(64, other.size() - from));
        bytes.insert(place(bytes, at), other.begin() + static_cast<std::ptrdiff_t>(from),
                     other.begin() + static_cast<std::ptrdiff_t>(from + n));
        break;
      }
      default:
        bytes.resize(at);
    }
  }

  static Bytes::iterator place(Bytes& bytes, std::size_t at) {
    return bytes.begin() + static_cast<std::ptrdiff_t>(std::min(at, bytes.size()));
  }

  void put_number(Bytes& bytes, std::size_t at) {
    static constexpr std::uint64_t kNumbers[]{
        0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffffu, std::uint64_t{1} << 40, ~std::uint64_t{0}};
    const std::uint64_t number = kNumbers[below(std::size(kNumbers))];
    const std::size_t width = std::size_t{1} << below(4);
    for (std::size_t i = 0; i < width && at + i < bytes.size(); ++i)
      bytes[at + i] = static_cast<std::byte>(number >> (8 * i));
  }

  std::mt19937 dice_;
};

}  // namespace bookends::test
