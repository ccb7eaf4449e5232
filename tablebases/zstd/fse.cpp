#include "tablebases/zstd/fse.h"

#include <bit>
#include <cstdlib>

namespace bookends::tables::zstd {
namespace {

// One share: how many bits it takes depends on how many states are left.
int read_share(ForwardBits& bits, int left) {
  const int width = static_cast<int>(std::bit_width(static_cast<unsigned>(left + 1)));
  const int low_mask = (1 << (width - 1)) - 1;
  const int spared = (1 << width) - 1 - (left + 1);
  int value = static_cast<int>(bits.peek(width));
  if ((value & low_mask) < spared) {
    bits.skip(width - 1);
    return (value & low_mask) - 1;
  }
  bits.skip(width);
  if (value > low_mask) value -= spared;
  return value - 1;
}

}  // namespace

std::optional<FseTable> FseTable::of_shares(std::span<const std::int16_t> shares, int log) {
  FseTable table;
  table.log_ = log;
  const std::size_t size = std::size_t{1} << log;
  table.states_.resize(size);
  std::size_t sum = 0;
  for (const std::int16_t share : shares) sum += static_cast<std::size_t>(std::abs(share));
  if (sum != size) return std::nullopt;
  // Those of less than one state come last, the others are spread.
  std::vector<unsigned> counts(shares.size());
  std::size_t high = size;
  for (std::size_t s = 0; s < shares.size(); ++s) {
    counts[s] = static_cast<unsigned>(std::abs(shares[s]));
    if (shares[s] == -1) table.states_[--high].symbol = static_cast<std::uint8_t>(s);
  }
  const std::size_t step = (size >> 1) + (size >> 3) + 3;
  std::size_t at = 0;
  for (std::size_t s = 0; s < shares.size(); ++s) {
    for (int i = 0; i < shares[s]; ++i) {
      table.states_[at].symbol = static_cast<std::uint8_t>(s);
      do at = (at + step) & (size - 1);
      while (at >= high);
    }
  }
  for (State& state : table.states_) {
    const unsigned next = counts[state.symbol]++;
    state.bits = static_cast<std::uint8_t>(log + 1 - std::bit_width(next));
    state.base = static_cast<std::uint16_t>((next << state.bits) - size);
  }
  return table;
}

FseTable FseTable::of_one(std::uint8_t symbol) {
  FseTable table;
  table.states_.push_back({.base = 0, .symbol = symbol, .bits = 0});
  return table;
}

std::optional<FseTable> FseTable::read(Bytes bytes, int last_symbol, int most_log, std::size_t& taken) {
  ForwardBits bits(bytes);
  const int log = static_cast<int>(bits.read(4)) + 5;
  if (log > most_log) return std::nullopt;
  std::vector<std::int16_t> shares;
  const auto full = [&] { return static_cast<int>(shares.size()) > last_symbol; };
  for (int left = 1 << log; left > 0;) {
    if (full()) return std::nullopt;
    const int share = read_share(bits, left);
    left -= std::abs(share);
    shares.push_back(static_cast<std::int16_t>(share));
    if (share != 0) continue;
    // How many more have none.
    for (std::uint32_t more = 3; more == 3;) {
      more = bits.read(2);
      for (std::uint32_t i = 0; i < more && !full(); ++i) shares.push_back(0);
    }
  }
  taken = bits.bytes_read();
  if (taken > bytes.size()) return std::nullopt;
  return of_shares(shares, log);
}

}  // namespace bookends::tables::zstd
