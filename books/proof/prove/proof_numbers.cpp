#include "books/proof/prove/proof_numbers.h"

#include <array>
#include <cmath>

namespace bookends {

namespace {
constexpr int kTwice = 200, kMostDoubled = 8;  // centipawns; times
}

std::uint32_t proof_effort(int behind) {
  static const auto efforts = [] {
    std::array<std::uint32_t, kTwice * kMostDoubled + 1> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = static_cast<std::uint32_t>(std::exp2(static_cast<double>(i) / kTwice));
    return all;
  }();
  return efforts[static_cast<std::size_t>(std::clamp(behind, 0, kTwice * kMostDoubled))];
}

}  // namespace bookends
