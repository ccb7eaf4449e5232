#include "tablebases/pack.h"

#include <algorithm>
#include <cassert>

#include "core/io/bytes.h"

namespace bookends::tables {
namespace {

constexpr unsigned kDontCare = ~0u;

unsigned stored_wdl(DtmCode code) {
  if (code == kIllegal) return kDontCare;
  if (code == 0) return 0;
  return code % 2 == 0 ? 1 : 2;  // a win in n plies, n odd, has the code n + 1
}

unsigned stored_dtm(DtmCode code) {
  if (code == kIllegal || code == 0) return kDontCare;
  return static_cast<unsigned>(code - 1) / 2;
}

// Calls store(i, value) for every value, don't-cares replaced by what stands before them, or, at the beginning, by
// the first value there is.
template <class StoredOf, class Store>
void fill_and_store(std::span<const DtmCode> codes, StoredOf stored_of, Store store) {
  unsigned last = 0;
  for (const DtmCode code : codes)
    if (const unsigned v = stored_of(code); v != kDontCare) {
      last = v;
      break;
    }
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const unsigned v = stored_of(codes[i]);
    if (v != kDontCare) last = v;
    store(i, last);
  }
}

}  // namespace

std::vector<std::byte> pack_block(const Section& section, std::span<const DtmCode> codes) {
  assert(codes.size() <= section.values_per_block());
  std::vector<std::byte> out((codes.size() * section.bits + 7) / 8);
  if (section.metric == Metric::wdl) {
    fill_and_store(codes, stored_wdl,
                   [&](std::size_t i, unsigned v) { out[i / 4] |= static_cast<std::byte>(v << (2 * (i % 4))); });
  } else if (section.bits == 8) {
    fill_and_store(codes, stored_dtm, [&](std::size_t i, unsigned v) { out[i] = static_cast<std::byte>(v); });
  } else {
    fill_and_store(codes, stored_dtm, [&](std::size_t i, unsigned v) {
      out[2 * i] = static_cast<std::byte>(v);
      out[2 * i + 1] = static_cast<std::byte>(v >> 8);
    });
  }
  return out;
}

std::uint8_t dtm_bits(std::span<const DtmCode> codes) {
  const bool wide = std::any_of(codes.begin(), codes.end(), [](DtmCode code) {
    const unsigned v = stored_dtm(code);
    return v != kDontCare && v > 0xff;
  });
  return wide ? 16 : 8;
}

unsigned packed_value(const Section& section, std::span<const std::byte> block, std::uint64_t at) {
  const auto i = static_cast<std::size_t>(at);
  if (section.bits == 2) return static_cast<unsigned>(block[i / 4]) >> (2 * (i % 4)) & 3;
  if (section.bits == 8) return static_cast<unsigned>(block[i]);
  return get<std::uint16_t>(block.data() + 2 * i);
}

}  // namespace bookends::tables
