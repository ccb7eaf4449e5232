#include "books/played/section.h"

#include <algorithm>
#include <limits>
#include <string>

#include "core/io/bytes.h"
#include "core/io/checksum.h"

namespace bookends {

namespace {

// How many moves there are, the bits of a move, the columns, the latest year, zeros; then where in the code each block
// of entries begins, and one number more; then the code.
constexpr std::size_t kMoveBitsAt = 8;
constexpr std::size_t kColumnsAt = 9;
constexpr std::size_t kYearAt = 10;
constexpr std::size_t kUnusedAt = 12;
constexpr std::size_t kBlocksAt = 16;
constexpr std::uint64_t kBlock = 16;  // entries

constexpr std::uint64_t block_count(std::uint64_t positions) { return (positions + kBlock - 1) / kBlock; }
constexpr std::uint64_t code_begin(std::uint64_t positions) {
  return kBlocksAt + (block_count(positions) + 1) * sizeof(std::uint32_t);
}

Error wrong_moves(Key key, const std::string& what) {
  return {ErrorCode::invalid_argument, "the moves played in position " + hexadecimal(key) + ": " + what};
}

// Sorts by key. Errors: see encode_played().
Result<void> check_played(const std::vector<Key>& keys, std::vector<BookPlayed>& played) {
  std::sort(played.begin(), played.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  auto entry = keys.begin();
  for (std::size_t i = 0; i < played.size(); ++i) {
    if (const std::optional<std::string> wrong = wrong_with(played[i].moves)) return wrong_moves(played[i].key, *wrong);
    if (i > 0 && played[i - 1].key == played[i].key) return wrong_moves(played[i].key, "they are there twice");
    while (entry != keys.end() && *entry < played[i].key) ++entry;
    if (entry == keys.end() || *entry != played[i].key)
      return wrong_moves(played[i].key, "the position is not in the book");
  }
  return {};
}

struct CodedBlocks {
  std::vector<std::byte> starts;  // 32 bits each
  std::vector<std::byte> code;
};

// Every block begins with a byte of its own, so that where it begins is said by a short number.
Result<CodedBlocks> code_blocks(const std::vector<Key>& keys, const std::vector<BookPlayed>& played,
                                const PlayedCode& code) {
  CodedBlocks blocks;
  const std::vector<PlayedMove> none;
  auto next = played.begin();
  for (std::size_t begin = 0; begin < keys.size(); begin += kBlock) {
    put(blocks.starts, static_cast<std::uint32_t>(blocks.code.size()));
    BitWriter out;
    const std::size_t end = std::min<std::size_t>(keys.size(), begin + kBlock);
    for (std::size_t i = begin; i < end; ++i) {
      const bool there = next != played.end() && next->key == keys[i];
      put_played(out, code, there ? next->moves : none);
      if (there) ++next;
    }
    std::vector<std::byte> bytes = out.take();
    bytes.resize(bytes.size() - kBitPadding);
    blocks.code.insert(blocks.code.end(), bytes.begin(), bytes.end());
    if (blocks.code.size() > std::numeric_limits<std::uint32_t>::max())
      return Error{ErrorCode::limit, "too many moves played for one book file"};
  }
  put(blocks.starts, static_cast<std::uint32_t>(blocks.code.size()));
  return blocks;
}

}  // namespace

Result<std::vector<std::byte>> encode_played(const std::vector<Key>& keys, std::vector<BookPlayed> played) {
  std::erase_if(played, [](const BookPlayed& of_one) { return of_one.moves.empty(); });
  if (played.empty()) return std::vector<std::byte>();
  if (const Result<void> sound = check_played(keys, played); !sound) return sound.error();
  PlayedCode code;
  std::uint64_t count = 0;
  for (const BookPlayed& of_one : played) {
    make_room(code, of_one.moves);
    count += of_one.moves.size();
  }
  const Result<CodedBlocks> blocks = code_blocks(keys, played, code);
  if (!blocks) return blocks.error();
  std::vector<std::byte> out;
  put(out, count);
  put(out, static_cast<std::uint8_t>(code.move_bits));
  put(out, code.columns());
  put(out, code.latest_year);
  put(out, std::uint32_t{0});
  out.insert(out.end(), blocks->starts.begin(), blocks->starts.end());
  out.insert(out.end(), blocks->code.begin(), blocks->code.end());
  out.resize(aligned_to_8(out.size() + kBitPadding));
  return out;
}

bool PlayedSection::open(std::span<const std::byte> bytes, std::uint64_t positions) {
  bytes_ = bytes;
  return parse_head(positions) && blocks_hold(positions);
}

bool PlayedSection::parse_head(std::uint64_t positions) {
  code_at_ = code_begin(positions);
  if (bytes_.size() % 8 != 0 || bytes_.size() < code_at_ + kBitPadding) return false;
  count_ = get<std::uint64_t>(bytes_.data());
  code_.move_bits = get<std::uint8_t>(bytes_.data() + kMoveBitsAt);
  const auto columns = get<std::uint8_t>(bytes_.data() + kColumnsAt);
  code_.set_columns(columns);
  code_.latest_year = get<std::uint16_t>(bytes_.data() + kYearAt);
  return count_ > 0 && code_.move_bits <= 16 && columns <= kPlayedColumns &&
         get<std::uint32_t>(bytes_.data() + kUnusedAt) == 0;
}

std::uint32_t PlayedSection::block_start(std::uint64_t block) const {
  return get<std::uint32_t>(bytes_.data() + kBlocksAt + block * sizeof(std::uint32_t));
}

BitReader PlayedSection::block(std::uint64_t number) const {
  const std::uint32_t begin = block_start(number);
  return {bytes_.data() + code_at_ + begin, block_start(number + 1) - begin};
}

// Goes through all of them: who asks later need not check anything.
bool PlayedSection::blocks_hold(std::uint64_t positions) const {
  const std::uint64_t blocks = block_count(positions);
  const std::uint64_t code_end = code_at_ + block_start(blocks);
  if (block_start(0) != 0 || bytes_.size() != aligned_to_8(code_end + kBitPadding)) return false;
  for (std::uint64_t b = 0; b < blocks; ++b)
    if (block_start(b) > block_start(b + 1)) return false;
  std::uint64_t count = 0;
  std::vector<PlayedMove> moves;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    BitReader in = block(b);
    const std::uint64_t entries = std::min(kBlock, positions - b * kBlock);
    for (std::uint64_t i = 0; i < entries; ++i) {
      if (!get_played(in, code_, moves)) return false;
      count += moves.size();
    }
    if (!in.at_end()) return false;
  }
  const auto padding = bytes_.subspan(code_end);
  return count == count_ && std::ranges::all_of(padding, [](std::byte b) { return b == std::byte{0}; });
}

std::vector<PlayedMove> PlayedSection::moves_at(std::uint64_t i) const {
  std::vector<PlayedMove> moves;
  if (count_ == 0) return moves;
  BitReader in = block(i / kBlock);
  for (std::uint64_t at = 0; at <= i % kBlock; ++at)
    if (!get_played(in, code_, moves)) return {};
  return moves;
}

}  // namespace bookends
