// Random numbers that are the same everywhere: the standard library's distributions are not.
#pragma once

#include <cstdint>

namespace bookends {

// SplitMix64 (Steele, Lea and Flood 2014).
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}
  // An independent sequence for every (seed, number).
  constexpr Random(std::uint64_t seed, std::uint64_t number) : state_(seed) { state_ = next() ^ number; }

  constexpr std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  // 0 to n - 1, n > 0 and far below 2^32.
  constexpr int below(int n) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(n) >> 32); }

 private:
  std::uint64_t state_;
};

}  // namespace bookends
