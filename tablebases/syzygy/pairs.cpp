#include "tablebases/syzygy/pairs.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/io/bytes.h"

namespace bookends::tables::syzygy {
namespace {

constexpr std::uint8_t kConstant = 0x80;
constexpr unsigned kLongestCode = 32, kLongestSpanLog = 31, kLongestBlockLog = 31;
constexpr std::uint32_t kNoSymbol = 0xFFF;  // as the second of a pair: the first is a value
constexpr int kLongestSymbol = 255;         // in values, less one
constexpr std::size_t kFixedBytes = 10;     // before the offsets

unsigned byte_at(std::span<const std::byte> bytes, std::size_t at) { return std::to_integer<unsigned>(bytes[at]); }

std::uint64_t big_endian(const std::byte* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return std::endian::native == std::endian::little ? __builtin_bswap64(word) : word;
}

}  // namespace

std::optional<Pairs> Pairs::read(std::span<const std::byte> bytes, std::uint64_t positions, FileKind kind,
                                 std::size_t& used) {
  Pairs pairs;
  pairs.positions_ = positions;
  if (bytes.size() < 2) return std::nullopt;
  pairs.flags_ = static_cast<std::uint8_t>(bytes[0]);
  if ((pairs.flags_ & kConstant) != 0) {
    pairs.constant_ = true;
    if (kind == FileKind::wdl) pairs.constant_value_ = static_cast<std::uint8_t>(bytes[1]);
    used = 2;
    return pairs;
  }
  if (bytes.size() < kFixedBytes) return std::nullopt;
  pairs.block_log_ = byte_at(bytes, 1);
  pairs.span_log_ = byte_at(bytes, 2);
  pairs.blocks_ = get<std::uint32_t>(bytes.data() + 4);
  const unsigned longest = byte_at(bytes, 8), least = byte_at(bytes, 9);
  if (pairs.block_log_ > kLongestBlockLog || pairs.span_log_ == 0 || pairs.span_log_ > kLongestSpanLog) return {};
  if (pairs.blocks_ == 0 || pairs.blocks_ > ~std::uint32_t{0} - 256) return {};
  if (least == 0 || least > longest || longest > kLongestCode) return {};
  pairs.sizes_count_ = pairs.blocks_ + byte_at(bytes, 3);

  const std::size_t lengths = longest - least + 1, symbols_at = kFixedBytes + 2 * lengths + 2;
  if (bytes.size() < symbols_at) return {};
  const std::size_t symbols = get<std::uint16_t>(bytes.data() + symbols_at - 2);
  used = symbols_at + 3 * symbols + symbols % 2;
  if (symbols == 0 || symbols > kNoSymbol || bytes.size() < used) return {};
  if (!pairs.read_symbols(bytes.subspan(symbols_at, 3 * symbols))) return {};
  if (!pairs.read_codes(bytes.subspan(kFixedBytes, 2 * lengths), least)) return {};
  pairs.make_runs();
  return pairs;
}

// Codes are canonical: of a length they are consecutive, and longer ones are smaller at the top of a word.
bool Pairs::read_codes(std::span<const std::byte> offsets, unsigned least) {
  const std::size_t lengths = offsets.size() / 2;
  least_ = least;
  first_symbols_.resize(lengths);
  least_codes_.resize(lengths);
  for (std::size_t i = 0; i < lengths; ++i) first_symbols_[i] = get<std::uint16_t>(offsets.data() + 2 * i);
  for (std::size_t i = lengths - 1; i-- > 0;) {
    const std::uint64_t after = least_codes_[i + 1] + first_symbols_[i];
    if (after < first_symbols_[i + 1]) return false;
    least_codes_[i] = (after - first_symbols_[i + 1]) / 2;
  }
  for (std::size_t i = 0; i < lengths; ++i) {
    const unsigned bits = least + static_cast<unsigned>(i);
    if (least_codes_[i] >> bits != 0) return false;
    least_codes_[i] <<= 64 - bits;
  }
  for (std::size_t top = 0; top < shortest_.size(); ++top) {
    const std::uint64_t greatest = (std::uint64_t{top} + 1) * (std::uint64_t{1} << 56) - 1;
    while (greatest < least_codes_[shortest_[top]]) ++shortest_[top];
  }
  return true;
}

// What the bits after those that are looked at are does not matter to a code that is whole.
void Pairs::make_runs() {
  runs_.resize(std::size_t{1} << kRunBits);
  for (std::size_t top = 0; top < runs_.size(); ++top) {
    Run& run = runs_[top];
    std::uint64_t word = std::uint64_t{top} << (64 - kRunBits);
    while (true) {
      const std::size_t length = length_at(word);
      const unsigned bits = least_ + static_cast<unsigned>(length);
      const std::uint64_t symbol = symbol_at(word, length);
      if (run.bits + bits > kRunBits || symbol >= lengths_.size()) break;
      run.values = static_cast<std::uint16_t>(run.values + lengths_[symbol] + 1);
      run.bits = static_cast<std::uint8_t>(run.bits + bits);
      word <<= bits;
    }
  }
}

bool Pairs::read_symbols(std::span<const std::byte> symbols) {
  symbols_ = symbols.data();
  lengths_.resize(symbols.size() / 3);
  std::vector<std::uint8_t> known(lengths_.size());
  for (std::uint32_t symbol = 0; symbol < lengths_.size(); ++symbol)
    if (measure(symbol, known) < 0) return false;
  return true;
}

// Below 0: a pair of symbols that are not there, of themselves, or longer than any. `known`: 1 while it is looked at.
int Pairs::measure(std::uint32_t symbol, std::vector<std::uint8_t>& known) {
  if (symbol >= lengths_.size() || known[symbol] == 1) return -1;
  if (known[symbol] == 2) return lengths_[symbol];
  known[symbol] = 1;
  int length = 0;
  if (right(symbol) != kNoSymbol) {
    const int first = measure(left(symbol), known), second = first < 0 ? -1 : measure(right(symbol), known);
    length = first + second + 1;
    if (second < 0 || length > kLongestSymbol) return -1;
  }
  known[symbol] = 2;
  lengths_[symbol] = static_cast<std::uint8_t>(length);
  return length;
}

// How many values a block has, less one. Blocks near each other are read together.
class Pairs::Sizes {
 public:
  Sizes(const Pairs& pairs, const PagedFile& file) : pairs_(pairs), file_(file) {}

  int of(std::uint32_t block) {
    if (block - first_ >= count_ && !read_around(block)) return kDamaged;
    return get<std::uint16_t>(bytes_.data() + 2 * std::size_t{block - first_});
  }

 private:
  static constexpr std::uint32_t kTogether = 16;

  bool read_around(std::uint32_t block) {
    first_ = block < kTogether / 2 ? 0 : block - kTogether / 2;
    count_ = std::min(kTogether, pairs_.sizes_count_ - first_);
    if (file_.read(pairs_.sizes_ + 2 * std::uint64_t{first_}, std::span(bytes_).first(2 * std::size_t{count_})))
      return true;
    count_ = 0;
    return false;
  }

  const Pairs& pairs_;
  const PagedFile& file_;
  std::uint32_t first_ = 0, count_ = 0;
  std::array<std::byte, 2 * std::size_t{kTogether}> bytes_;
};

// From the index entry, whose place is in the middle of what it stands for, block by block.
bool Pairs::find_block(std::uint64_t number, const PagedFile& file, std::uint32_t& block, std::int64_t& place) const {
  std::array<std::byte, kIndexBytes> entry;
  if (!file.read(index_ + kIndexBytes * (number >> span_log_), entry)) return false;
  block = get<std::uint32_t>(entry.data());
  place = static_cast<std::int64_t>(number & (span() - 1)) - static_cast<std::int64_t>(span() / 2) +
          get<std::uint16_t>(entry.data() + 4);
  if (block >= sizes_count_) return false;
  Sizes sizes(*this, file);
  int values = 0;
  while (place < 0) {
    if (block == 0 || (values = sizes.of(--block)) < 0) return false;
    place += values + 1;
  }
  while ((values = sizes.of(block)) >= 0 && place > values) {
    place -= values + 1;
    if (++block >= sizes_count_) return false;
  }
  return values >= 0 && block < blocks_;
}

// The bits of a block from its beginning, at least 33 of them at the top of a word. Zeros after its end.
class Pairs::Bits {
 public:
  Bits(const PagedFile& file, std::uint64_t offset, std::uint64_t size) : file_(file), offset_(offset), left_(size) {
    more();
    word_ = big_endian(buffer_.data());
    next_ = sizeof word_;
  }
  std::uint64_t word() const { return word_; }
  bool sound() const { return sound_; }
  void skip(unsigned bits) {
    word_ <<= bits;
    used_ += bits;
    if (used_ < 32) return;
    used_ -= 32;
    if (next_ >= size_) more();
    std::uint32_t four = 0;
    std::memcpy(&four, buffer_.data() + next_, sizeof four);
    if (std::endian::native == std::endian::little) four = __builtin_bswap32(four);
    next_ += sizeof four;
    word_ |= std::uint64_t{four} << used_;
  }

 private:
  static constexpr std::size_t kTogether = 256, kLeast = sizeof(std::uint64_t);

  void more() {
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(kTogether, left_));
    if (n < kLeast) std::memset(buffer_.data(), 0, kLeast);
    sound_ = file_.read(offset_, std::span(buffer_).first(n)) && sound_;
    if (!sound_) std::memset(buffer_.data(), 0, n);
    offset_ += n;
    left_ -= n;
    next_ = 0;
    size_ = std::max(n, kLeast);
  }

  const PagedFile& file_;
  std::uint64_t offset_, left_;  // of the block, where it is read on, and how much there is
  std::uint64_t word_ = 0;
  unsigned used_ = 0;  // bits at the bottom of the word that hold nothing
  bool sound_ = true;
  std::size_t next_ = 0, size_ = 0;  // bytes of the buffer
  std::array<std::byte, kTogether> buffer_;
};

int Pairs::value(std::uint64_t number, const PagedFile& file) const {
  if (constant_) return constant_value_;
  std::uint32_t block = 0;
  std::int64_t place = 0;
  if (number >= positions_ || !find_block(number, file, block, place)) return kDamaged;
  auto left_of = static_cast<std::uint32_t>(place);  // below 65536
  Bits bits(file, data_ + (std::uint64_t{block} << block_log_), std::uint64_t{1} << block_log_);
  while (bits.sound()) {
    const Run run = runs_[bits.word() >> (64 - kRunBits)];
    if (run.bits != 0 && left_of >= run.values) {
      left_of -= run.values;
      bits.skip(run.bits);
      continue;
    }
    const std::size_t length = length_at(bits.word());
    const std::uint64_t symbol = symbol_at(bits.word(), length);
    if (symbol >= lengths_.size()) return kDamaged;
    const std::uint32_t values = lengths_[symbol] + 1U;
    if (left_of < values) return symbol_value(static_cast<std::uint32_t>(symbol), left_of);
    left_of -= values;
    bits.skip(least_ + static_cast<unsigned>(length));
  }
  return kDamaged;
}

int Pairs::symbol_value(std::uint32_t symbol, std::uint32_t place) const {
  while (lengths_[symbol] != 0) {
    const std::uint32_t first = left(symbol), values = lengths_[first] + 1U;
    if (place < values) {
      symbol = first;
    } else {
      place -= values;
      symbol = right(symbol);
    }
  }
  return static_cast<int>(left(symbol));
}

}  // namespace bookends::tables::syzygy
