// Looking positions up in an open book file, and the moves of its entries.
#include "books/file/book_file.h"

#include <algorithm>

#include "books/file/layout.h"
#include "core/io/bits.h"
#include "core/io/bytes.h"

namespace bookends {

namespace layout = book_layout;

std::uint64_t BookFile::bucket_start(std::uint64_t bucket) const {
  const std::byte* at = bytes_.data() + layout_.directory + bucket * layout_.directory_number;
  return layout_.directory_number == sizeof(std::uint16_t) ? get<std::uint16_t>(at) : get<std::uint32_t>(at);
}

std::uint64_t BookFile::remainder_at(std::uint64_t i) const {
  return read_bits(bytes_.data() + layout_.entries, i * static_cast<std::uint64_t>(layout_.entry_bits()),
                   layout_.remainder_bits);
}

BookEntry BookFile::payload_at(std::uint64_t i) const {
  const std::byte* entries = bytes_.data() + layout_.entries;
  std::uint64_t at = i * static_cast<std::uint64_t>(layout_.entry_bits()) + layout_.remainder_bits;
  const auto next = [&](int width) {
    const std::uint64_t value = read_bits(entries, at, width);
    at += static_cast<std::uint64_t>(width);
    return value;
  };
  BookEntry entry;
  entry.move_index = static_cast<std::uint16_t>(next(layout_.move_bits));
  entry.score = scores_.score(next(layout_.score_bits));
  entry.depth = static_cast<std::uint8_t>(next(layout_.depth_bits));
  const std::uint64_t flags = next(layout_.flag_bits);
  entry.proof = static_cast<Proof>(flags & 3);
  entry.from_table = (flags & 4) != 0;
  entry.manual = (flags & 8) != 0;
  return entry;
}

std::optional<std::uint64_t> BookFile::index_of(Key key) const {
  const int b = layout_.bucket_bits;
  const std::uint64_t bucket = b == 0 ? 0 : key >> (64 - b);
  const std::uint64_t remainder = key << b >> (64 - layout_.remainder_bits);
  const std::uint64_t begin = bucket_start(bucket), end = bucket_start(bucket + 1);
  // Keys are as good as random and ascend, so that a key tells about where in its bucket it stands.
  std::uint64_t i = begin + ((key << b >> 32) * (end - begin) >> 32);
  while (i > begin && remainder_at(i) > remainder) --i;
  while (i < end && remainder_at(i) < remainder) ++i;
  if (i == end || remainder_at(i) != remainder) return std::nullopt;
  return i;
}

std::optional<BookEntry> BookFile::find(Key key) const {
  const std::optional<std::uint64_t> i = index_of(key);
  if (!i) return std::nullopt;
  BookEntry entry = payload_at(*i);
  entry.key = key;
  return entry;
}

std::string_view BookFile::remark(Key key) const {
  if (layout_.remark_count == 0) return {};
  const std::optional<std::uint64_t> i = index_of(key);
  return i ? remark_at(*i) : std::string_view();
}

std::string_view BookFile::remark_at(std::uint64_t i) const {
  if (layout_.remark_count == 0) return {};
  const std::byte* section = bytes_.data() + layout_.remarks;
  const std::byte* rows = section + layout::kRemarkRowsAt;
  std::uint32_t low = 0, high = layout_.remark_count;  // the first row whose entry is not before i
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (get<std::uint32_t>(rows + middle * layout::kRemarkRow) < i)
      low = middle + 1;
    else
      high = middle;
  }
  const std::byte* row = rows + low * layout::kRemarkRow;
  if (low == layout_.remark_count || get<std::uint32_t>(row) != i) return {};
  const std::uint32_t from = low == 0 ? 0 : get<std::uint32_t>(row - 4);
  const auto* texts = reinterpret_cast<const char*>(section + layout::remark_texts_at(layout_.remark_count));
  return {texts + from, get<std::uint32_t>(row + 4) - from - 1};
}

std::vector<PlayedMove> BookFile::played(Key key) const {
  if (played_.count() == 0) return {};
  const std::optional<std::uint64_t> i = index_of(key);
  return i ? played_.moves_at(*i) : std::vector<PlayedMove>();
}

BookEntry BookFile::at(std::uint64_t i) const {
  BookEntry entry = payload_at(i);
  std::uint64_t bucket = 0;  // the last one that starts at or before i
  for (int bit = layout_.bucket_bits - 1; bit >= 0; --bit)
    if (bucket_start(bucket | std::uint64_t{1} << bit) <= i) bucket |= std::uint64_t{1} << bit;
  const int b = layout_.bucket_bits;
  entry.key = (b == 0 ? 0 : bucket << (64 - b)) | remainder_at(i) << (64 - layout_.remainder_bits) >> b;
  return entry;
}

namespace {

template <const Rules& R>
MoveList moves_in_order(const Position<R>& position) {
  MoveList moves = position.legal_moves();
  std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.bits() < b.bits(); });
  return moves;
}

}  // namespace

template <const Rules& R>
std::optional<Move> book_move(const Position<R>& position, int move_index) {
  const MoveList moves = moves_in_order(position);
  if (move_index < 0 || move_index >= moves.size()) return std::nullopt;
  return moves[move_index];
}

template <const Rules& R>
int book_move_index(const Position<R>& position, Move move) {
  const MoveList moves = moves_in_order(position);
  return static_cast<int>(std::find(moves.begin(), moves.end(), move) - moves.begin());
}

#define BOOKENDS_INSTANTIATE(game)                                                        \
  template std::optional<Move> book_move<games::game>(const Position<games::game>&, int); \
  template int book_move_index<games::game>(const Position<games::game>&, Move);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
