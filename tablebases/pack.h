// Values to bytes and back. A block is packed from its own values alone, so blocks can be packed in parallel and in
// any order without changing a byte.
//
// Positions that are illegal, and numbers that stand for no position, have no value: whatever a file says of them is
// right ("don't care"). They repeat the value before them, which makes the longest runs. The DTM section leaves out
// what the WDL section knows: draws are don't-cares too, and of the distance only half is stored, since wins take an
// odd and losses an even number of plies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/oracle.h"
#include "tablebases/format.h"
#include "tablebases/solution.h"

namespace bookends::tables {

using Wdl = OracleValue::Wdl;

// The packed values of one block; `codes` are the values that fall into it.
std::vector<std::byte> pack_block(const Section& section, std::span<const DtmCode> codes);

// How many bits a DTM section of these values needs: 8 or 16.
std::uint8_t dtm_bits(std::span<const DtmCode> codes);

// Two bits: 0 draw, 1 win, 2 loss. 3 is never written and reads as a draw.
constexpr Wdl unpack_wdl(unsigned packed) { return packed == 1 ? Wdl::win : packed == 2 ? Wdl::loss : Wdl::draw; }

// Plies of a decided position from the halved distance.
constexpr int unpack_plies(Wdl wdl, unsigned halved) {
  return static_cast<int>(2 * halved) + (wdl == Wdl::win ? 1 : 0);
}

// The code of one position, from what its two sections say; `halved` is not looked at for a draw.
constexpr DtmCode unpack_code(Wdl wdl, unsigned halved) {
  return wdl == Wdl::draw ? DtmCode{0} : static_cast<DtmCode>(unpack_plies(wdl, halved) + 1);
}

// The `at`-th value of a decoded block.
unsigned packed_value(const Section& section, std::span<const std::byte> block, std::uint64_t at);

}  // namespace bookends::tables
