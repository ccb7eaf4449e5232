#include "tablebases/zstd/huffman.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "tablebases/zstd/fse.h"

namespace bookends::tables::zstd {
namespace {

constexpr int kLongestCode = 11;
constexpr std::size_t kMostWeights = 255;  // that of the last symbol follows from the others

using Weights = std::vector<std::uint8_t>;

// Four bits each.
std::optional<Weights> plain_weights(Bytes bytes, std::size_t count) {
  if (bytes.size() < (count + 1) / 2) return std::nullopt;
  Weights weights;
  for (std::size_t i = 0; i < count; ++i) {
    const auto pair = std::to_integer<unsigned>(bytes[i / 2]);
    weights.push_back(static_cast<std::uint8_t>(i % 2 == 0 ? pair >> 4 : pair & 15));
  }
  return weights;
}

// Two streams of states take turns; the one whose next state has no bits left is the last but one to say its symbol.
std::optional<Weights> coded_weights(Bytes bytes) {
  std::size_t taken = 0;
  const std::optional<FseTable> table = FseTable::read(bytes, kLongestCode + 1, 6, taken);
  if (!table) return std::nullopt;
  BackwardBits bits(bytes.subspan(taken));
  if (!bits.good()) return std::nullopt;
  FseReader even(*table, bits), odd(*table, bits);
  Weights weights;
  for (FseReader *now = &even, *other = &odd;; std::swap(now, other)) {
    if (weights.size() + 2 > kMostWeights) return std::nullopt;
    weights.push_back(now->symbol());
    now->next(bits);
    if (bits.left() >= 0) continue;
    weights.push_back(other->symbol());
    return weights;
  }
}

}  // namespace

std::optional<HuffmanCode> HuffmanCode::of_weights(Weights weights) {
  std::uint32_t sum = 0;
  for (const std::uint8_t weight : weights) {
    if (weight > kLongestCode) return std::nullopt;
    sum += weight == 0 ? 0 : 1u << (weight - 1);
  }
  if (sum == 0) return std::nullopt;
  HuffmanCode code;
  code.width_ = static_cast<int>(std::bit_width(sum));
  const std::uint32_t rest = (1u << code.width_) - sum;
  if (code.width_ > kLongestCode || !std::has_single_bit(rest)) return std::nullopt;
  weights.push_back(static_cast<std::uint8_t>(std::bit_width(rest)));
  // The longest codes are the lowest numbers.
  code.cells_.reserve(std::size_t{1} << code.width_);
  for (int weight = 1; weight <= code.width_; ++weight)
    for (std::size_t s = 0; s < weights.size(); ++s)
      if (weights[s] == weight)
        code.cells_.insert(
            code.cells_.end(), std::size_t{1} << (weight - 1),
            {.symbol = static_cast<std::uint8_t>(s), .bits = static_cast<std::uint8_t>(code.width_ + 1 - weight)});
  return code;
}

std::optional<HuffmanCode> HuffmanCode::read(Bytes bytes, std::size_t& taken) {
  if (bytes.empty()) return std::nullopt;
  const auto head = std::to_integer<std::size_t>(bytes[0]);
  const Bytes rest = bytes.subspan(1);
  std::optional<Weights> weights;
  if (head >= 128) {
    weights = plain_weights(rest, head - 127);
    taken = 1 + (head - 127 + 1) / 2;
  } else if (head <= rest.size()) {
    weights = coded_weights(rest.first(head));
    taken = 1 + head;
  }
  if (!weights) return std::nullopt;
  return of_weights(std::move(*weights));
}

bool HuffmanCode::decode(Bytes stream, std::span<std::byte> out) const {
  BackwardBits bits(stream);
  if (!bits.good()) return false;
  for (std::byte& symbol : out) {
    const Cell& cell = cells_[bits.peek(width_)];
    symbol = std::byte{cell.symbol};
    bits.skip(cell.bits);
  }
  return bits.left() == 0;
}

}  // namespace bookends::tables::zstd
