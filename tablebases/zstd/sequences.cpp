#include "tablebases/zstd/sequences.h"

#include <algorithm>

namespace bookends::tables::zstd {
namespace {

// A code stands for `base` plus the number in the next `bits` bits.
struct LengthCode {
  std::uint32_t base;
  std::uint8_t bits;
};

constexpr std::size_t kLiteralCodes = 36, kMatchCodes = 53, kOffsetCodes = 32;

// The first `plain` codes are lengths from `shortest` on; each of `widths` goes on where the one before ends.
template <std::size_t kCodes, std::size_t kWide>
constexpr std::array<LengthCode, kCodes> length_codes(std::uint32_t shortest,
                                                      const std::array<std::uint8_t, kWide>& widths) {
  std::array<LengthCode, kCodes> codes{};
  std::uint32_t base = shortest;
  for (std::size_t i = 0; i < kCodes; ++i) {
    const std::uint8_t bits = i < kCodes - kWide ? std::uint8_t{0} : widths[i - (kCodes - kWide)];
    codes[i] = {base, bits};
    base += std::uint32_t{1} << bits;
  }
  return codes;
}

constexpr auto kLiteralLengths = length_codes<kLiteralCodes>(
    0, std::array<std::uint8_t, 20>{1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
constexpr auto kMatchLengths = length_codes<kMatchCodes>(
    3, std::array<std::uint8_t, 21>{1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
static_assert(kLiteralLengths.back().base == 65536 && kMatchLengths.back().base == 65539);

// Where a block says nothing else.
constexpr std::array<std::int16_t, 36> kUsualLiterals{4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1,  1,  2,  2,
                                                      2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1};
constexpr std::array<std::int16_t, 53> kUsualMatches{1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                                     1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                                     1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1};
constexpr std::array<std::int16_t, 29> kUsualOffsets{1, 1, 1, 1, 1, 1, 2, 2, 2, 1,  1,  1,  1,  1, 1,
                                                     1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1};

// One of the three tables: how a block without one of its own codes it, and what is allowed.
struct TableKind {
  const FseTable& (*usual)();
  int last_symbol;
  int most_log;
};
// Worked out once; a block takes a copy.
template <const auto& kShares, int kLog>
const FseTable& usual_table() {
  static const FseTable table = *FseTable::of_shares(kShares, kLog);
  return table;
}
constexpr TableKind kOfLiterals{usual_table<kUsualLiterals, 6>, kLiteralCodes - 1, 9};
constexpr TableKind kOfOffsets{usual_table<kUsualOffsets, 5>, kOffsetCodes - 1, 8};
constexpr TableKind kOfMatches{usual_table<kUsualMatches, 6>, kMatchCodes - 1, 9};

enum class TableSource : std::uint8_t { usual, one, own, as_before };

// Leaves the table in `table` and takes what says it from `section`; false when that is none.
bool read_table(TableSource source, const TableKind& kind, std::optional<FseTable>& table, Bytes& section) {
  std::size_t taken = 0;
  switch (source) {
    case TableSource::usual:
      table = kind.usual();
      break;
    case TableSource::one:
      if (section.empty() || std::to_integer<int>(section[0]) > kind.last_symbol) return false;
      table = FseTable::of_one(std::to_integer<std::uint8_t>(section[0]));
      taken = 1;
      break;
    case TableSource::own:
      table = FseTable::read(section, kind.last_symbol, kind.most_log, taken);
      break;
    case TableSource::as_before:
      break;
  }
  section = section.subspan(taken);
  return table.has_value();
}

std::optional<std::size_t> read_count(Bytes& section) {
  if (section.empty()) return std::nullopt;
  const auto first = std::to_integer<std::size_t>(section[0]);
  const std::size_t bytes = first < 128 ? 1 : first < 255 ? 2 : 3;
  if (section.size() < bytes) return std::nullopt;
  const std::uint64_t rest = little_endian(section.subspan(1, bytes - 1));
  section = section.subspan(bytes);
  if (bytes == 1) return first;
  return bytes == 2 ? ((first - 128) << 8) + rest : rest + 0x7F00;
}

bool read_tables(Bytes& section, SequenceState& state) {
  if (section.empty()) return false;
  const auto modes = std::to_integer<unsigned>(section[0]);
  section = section.subspan(1);
  const auto source = [&](int shift) { return static_cast<TableSource>(modes >> shift & 3); };
  return (modes & 3) == 0 && read_table(source(6), kOfLiterals, state.literals, section) &&
         read_table(source(4), kOfOffsets, state.offsets, section) &&
         read_table(source(2), kOfMatches, state.matches, section);
}

// The three last offsets have numbers of their own, which mean others where no literal comes before.
std::size_t offset_of(std::uint64_t value, bool no_literals, std::array<std::size_t, 3>& repeats) {
  std::size_t offset = value - 3;
  const std::size_t which = value - 1 + (no_literals ? 1 : 0);
  if (value <= 3) {
    offset = which == 3 ? repeats[0] - 1 : repeats[which];
    if (which == 0) return offset;
  }
  if (value > 3 || which != 1) repeats[2] = repeats[1];
  repeats[1] = repeats[0];
  repeats[0] = offset;
  return offset;
}

std::size_t read_length(const LengthCode& code, BackwardBits& bits) { return code.base + bits.read(code.bits); }

}  // namespace

bool Written::append(Bytes bytes) {
  if (bytes.size() > out.size() - size) return false;
  std::copy(bytes.begin(), bytes.end(), out.begin() + static_cast<std::ptrdiff_t>(size));
  size += bytes.size();
  return true;
}

bool Written::append(std::byte byte, std::size_t times) {
  if (times > out.size() - size) return false;
  std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(size), times, byte);
  size += times;
  return true;
}

bool Written::repeat(std::size_t offset, std::size_t length) {
  if (offset == 0 || offset > size || length > out.size() - size) return false;
  for (std::size_t i = 0; i < length; ++i, ++size) out[size] = out[size - offset];
  return true;
}

bool write_sequences(Bytes section, Bytes literals, SequenceState& state, Written& written) {
  const std::optional<std::size_t> count = read_count(section);
  if (!count) return false;
  if (*count == 0) return section.empty() && written.append(literals);
  if (!read_tables(section, state)) return false;
  BackwardBits bits(section);
  if (!bits.good()) return false;
  FseReader of_literals(*state.literals, bits), of_offsets(*state.offsets, bits), of_matches(*state.matches, bits);
  for (std::size_t i = 0; i < *count; ++i) {
    const int offset_bits = of_offsets.symbol();
    const std::uint64_t offset_value = (std::uint64_t{1} << offset_bits) + bits.read(offset_bits);
    const std::size_t match = read_length(kMatchLengths[of_matches.symbol()], bits);
    const std::size_t length = read_length(kLiteralLengths[of_literals.symbol()], bits);
    if (bits.left() < 0 || length > literals.size() || !written.append(literals.first(length)) ||
        !written.repeat(offset_of(offset_value, length == 0, state.repeats), match))
      return false;
    literals = literals.subspan(length);
    if (i + 1 == *count) break;
    of_literals.next(bits);
    of_matches.next(bits);
    of_offsets.next(bits);
  }
  return bits.left() == 0 && written.append(literals);
}

}  // namespace bookends::tables::zstd
