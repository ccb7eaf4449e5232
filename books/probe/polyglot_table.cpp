#include "books/probe/polyglot_table.h"

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <numeric>

#include "books/file/book_file.h"
#include "core/rules/games.h"

namespace bookends::polyglot {

namespace {

template <std::unsigned_integral T>
T get_big(const std::byte* at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value = value << 8 | static_cast<std::uint64_t>(at[i]);
  return static_cast<T>(value);
}

bool is_before(const Entry& a, const Entry& b) { return a.key < b.key; }

}  // namespace

Result<std::vector<Entry>> parse_entries(std::span<const std::byte> bytes, const std::string& name) {
  if (bytes.empty() || bytes.size() % kEntryBytes != 0)
    return Error{ErrorCode::corrupt, name + ": not a Polyglot book: its size is no multiple of 16 bytes"};
  std::vector<Entry> entries;
  entries.reserve(bytes.size() / kEntryBytes);
  for (std::size_t at = 0; at < bytes.size(); at += kEntryBytes) {
    const std::byte* b = bytes.data() + at;
    entries.push_back({get_big<std::uint64_t>(b), get_big<std::uint16_t>(b + 8), get_big<std::uint16_t>(b + 10),
                       get_big<std::uint32_t>(b + 12)});
  }
  return entries;
}

std::optional<std::size_t> first_unsorted(std::span<const Entry> entries) {
  const auto end = std::is_sorted_until(entries.begin(), entries.end(), is_before);
  return end == entries.end() ? std::nullopt : std::optional<std::size_t>(end - entries.begin());
}

void EntryTable::add(std::vector<Entry> entries, bool first_counts) {
  if (first_counts) std::erase_if(entries, [&](const Entry& entry) { return !of(entry.key).empty(); });
  for (Entry& entry : entries) entry.file = files_;
  ++files_;
  entries_.insert(entries_.end(), entries.begin(), entries.end());
  std::stable_sort(entries_.begin(), entries_.end(), is_before);
  const int bits = std::max(1, static_cast<int>(std::bit_width(entries_.size())));
  key_shift_ = 64 - bits;
  begin_.assign((std::size_t{1} << bits) + 1, 0);
  for (const Entry& entry : entries_) ++begin_[(entry.key >> key_shift_) + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
}

// Most keys that are asked for are not there, which one look says.
std::span<const Entry> EntryTable::of(Key key) const {
  if (entries_.empty()) return {};
  const std::size_t bucket = key >> key_shift_;
  const auto from = entries_.begin() + static_cast<std::ptrdiff_t>(begin_[bucket]);
  const auto to = entries_.begin() + static_cast<std::ptrdiff_t>(begin_[bucket + 1]);
  const auto [begin, end] = std::equal_range(from, to, Entry{.key = key}, is_before);
  return std::span(entries_).subspan(static_cast<std::size_t>(begin - entries_.begin()),
                                     static_cast<std::size_t>(end - begin));
}

std::uint64_t EntryTable::positions() const {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) count += i == 0 || entries_[i].key != entries_[i - 1].key;
  return count;
}

template <const Rules& R>
std::vector<Listed> listed_moves(const Position<R>& position, std::span<const Entry> entries) {
  std::vector<Listed> listed;
  if (entries.empty()) return listed;
  const MoveList legal = position.legal_moves();
  for (const Entry& entry : entries) {
    const Move* m = std::ranges::find_if(legal, [&](Move move) { return has_move(entry, position, move); });
    if (m == legal.end()) continue;
    PlayedMove record;
    record.move_index = static_cast<std::uint16_t>(book_move_index(position, *m));
    record.weight = entry.weight;
    record.learned = entry.learned;
    const auto known = std::ranges::find(listed, *m, &Listed::move);
    if (known == listed.end())
      listed.push_back({*m, record, entry.file});
    else if (known->file != entry.file)
      *known = {*m, together(known->record, record), entry.file};
  }
  return listed;
}

const Listed* heaviest(const std::vector<Listed>& listed) {
  const Listed* best = nullptr;
  for (const Listed& one : listed)
    if (one.record.weight > (best == nullptr ? 0 : best->record.weight)) best = &one;
  return best;
}

#define BOOKENDS_INSTANTIATE(game) \
  template std::vector<Listed> listed_moves<games::game>(const Position<games::game>&, std::span<const Entry>);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::polyglot
