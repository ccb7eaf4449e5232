// Syzygy files of KRvK whose shape is right, and whose values are nonsense: enough to be read.
#pragma once

#include "tests/tablebases/syzygy/plain_syzygy.h"

namespace bookends::test {

inline constexpr std::uint32_t kSyzygyResults = 0x5D23E871, kSyzygyDistances = 0xA50C66D7;

inline std::vector<std::byte> syzygy_seed(std::uint32_t magic) {
  using tables::test::PlainPart;
  const std::size_t size = tables::test::placements_of_pieces().size();
  std::vector<PlainPart> parts(magic == kSyzygyResults ? 2 : 1);
  for (PlainPart& part : parts)
    for (std::size_t i = 0; i < size; ++i) part.values.push_back(static_cast<std::uint16_t>(i / 512 % 5));
  if (magic == kSyzygyDistances) {
    parts.front().flags = 2;
    for (auto& map : parts.front().maps)
      for (std::uint8_t i = 0; i < 5; ++i) map.push_back(i);
  }
  return tables::test::plain_syzygy(magic, {6U, 4U, 14U}, parts);
}

}  // namespace bookends::test
