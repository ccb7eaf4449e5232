#include "tablebases/probe/lookup.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace bookends::tables {

static_assert(std::endian::native == std::endian::little, "packed values are read as words in memory order");

namespace {

std::size_t whole_words(std::size_t bytes) { return (bytes + 7) / 8; }

std::size_t slot_of(std::uint64_t bits) { return static_cast<std::size_t>(std::countr_zero(bits)); }

// Of 64 values from `at` on, or of those that there are: which are not the value before them. The first of all is not.
template <class T>
std::uint64_t changes_of(std::span<const std::byte> values, std::size_t at) {
  constexpr std::size_t kInWord = 8 / sizeof(T), kBits = 8 * sizeof(T);
  std::uint64_t mask = 0;
  T last = 0;
  if (at != 0) std::memcpy(&last, values.data() + (at - 1) * sizeof(T), sizeof(T));
  for (std::size_t i = 0; i < 64 && (at + i) * sizeof(T) < values.size(); i += kInWord) {
    const std::size_t from = (at + i) * sizeof(T), left = values.size() - from;
    std::uint64_t word = 0;
    std::memcpy(&word, values.data() + from, std::min<std::size_t>(8, left));
    // Most words repeat the value before them: nothing is looked at then.
    const std::uint64_t differs = word ^ (word << kBits | last);
    for (std::size_t j = 0; differs != 0 && j < std::min(kInWord, left / sizeof(T)); ++j)
      mask |= std::uint64_t{static_cast<T>(differs >> kBits * j) != 0} << (i + j);
    last = static_cast<T>(word >> (64 - kBits));
  }
  return at == 0 && !values.empty() ? mask | 1 : mask;
}

template <class T>
void put_numbers(std::span<const std::uint32_t> numbers, std::byte* to) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = static_cast<T>(numbers[i]);
    std::memcpy(to + i * sizeof(T), &number, sizeof(T));
  }
}

}  // namespace

SectionRef TableLookup::add(const TableFile& file, Metric metric, int side) {
  const Section* section = file.header().section(metric, side);
  if (section == nullptr) return {};
  SectionRef ref;
  ref.file = &file;
  ref.section = section;
  ref.first_block = blocks_;
  ref.bits = section->bits;
  ref.block_log = section->block_log;
  ref.step = section->step;
  blocks_ += section->block_count();
  std::size_t words = whole_words(section->most_bytes(0));
  if (metric == Metric::wdl) {
    const std::size_t rows = rows_of(section->positions_in(0));
    const bool ranks =
        file.header().section(Metric::dtz, side) != nullptr || file.header().section(Metric::cursed, side) != nullptr;
    const auto groups = static_cast<std::uint32_t>((rows + 7) / 8);
    ref.directory_words = ranks ? (groups + 1) / 2 : 0;
    for (unsigned width = 0; width < ref.first_row.size(); ++width)
      ref.first_row[width] = (ref.directory_words + (groups << width) + 1) / 2 * 2;
    words = ref.first_row.back() + 2 * rows;
  } else if (metric == Metric::cursed) {
    ++words;
  } else {
    words += lines_of(section->positions_in(0)) * kLineWords;
  }
  most_words_ = std::max(most_words_, words);
  all_words_ += std::uint64_t{words} * section->block_count();
  return ref;
}

void TableLookup::make_cache(std::size_t budget_bytes) {
  cache_ = std::make_unique<BlockCache>(blocks_, most_words_, all_words_, budget_bytes);
}

// See the top of lookup.h.
template <class T>
void TableLookup::keep_changes(std::span<const std::byte> values, std::vector<std::uint64_t>& out) {
  const std::size_t n = values.size() / sizeof(T), lines = std::max<std::size_t>(1, lines_of(n));
  out.assign(lines * kLineWords + whole_words(values.size()), 0);
  std::byte* const kept = reinterpret_cast<std::byte*>(out.data() + lines * kLineWords);
  std::uint32_t changes = 0;
  for (std::size_t at = 0; at < n; at += 64) {
    const std::size_t line = at / kLineValues * kLineWords;
    if (at % kLineValues == 0) out[line] = changes;
    std::uint64_t& mask = out[line + 1 + at % kLineValues / 64];
    mask = changes_of<T>(values, at);
    for (std::uint64_t left = mask; left != 0; left &= left - 1)
      std::memcpy(kept + sizeof(T) * changes++, values.data() + sizeof(T) * (at + slot_of(left)), sizeof(T));
  }
  out[0] |= std::uint64_t{n} << 32;
  out.resize(lines * kLineWords + whole_words(sizeof(T) * changes));
}

// A last block that is shorter has the same places for its numbers as the others. Returns the tag.
unsigned TableLookup::keep_rows(const SectionRef& ref, const NumberedRows& rows, std::vector<std::uint64_t>& out) {
  const auto width = static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(rows.number_bytes())));
  const std::size_t first = ref.first_row[width];
  const std::vector<ResultRow>& different = rows.different();
  out.assign(first + 2 * different.size(), 0);
  std::vector<std::uint32_t> decided_in(different.size());
  for (std::size_t i = 0; i < different.size(); ++i) {
    const ResultRow& row = different[i];
    out[first + 2 * i] = row.win;
    out[first + 2 * i + 1] = row.not_loss;
    decided_in[i] = decided(row, ~std::uint64_t{0});
  }
  auto* const numbers = reinterpret_cast<std::byte*>(out.data() + ref.directory_words);
  if (width == 0)
    put_numbers<std::uint8_t>(rows.numbers(), numbers);
  else if (width == 1)
    put_numbers<std::uint16_t>(rows.numbers(), numbers);
  else
    put_numbers<std::uint32_t>(rows.numbers(), numbers);
  if (ref.directory_words == 0) return width;
  std::uint64_t before = 0;
  for (std::size_t row = 0; row < rows.numbers().size(); ++row) {
    if (row % 8 == 0) out[row / 16] |= before << row / 8 % 2 * 32;
    before += decided_in[rows.numbers()[row]];
  }
  return width;
}

void TableLookup::arrange(const SectionRef& ref, std::size_t block, std::span<const std::byte> bytes,
                          Workspace& workspace) {
  std::vector<std::uint64_t>& out = workspace.words;
  workspace.tag = 0;
  if (ref.section->metric == Metric::wdl) {
    const std::optional<ResultRows> rows = ResultRows::read(bytes, ref.section->positions_in(block));
    assert(rows);  // read_block() has looked
    rows->number_into(workspace.rows);
    workspace.tag = keep_rows(ref, workspace.rows, out);
  } else if (ref.bits == 8) {
    keep_changes<std::uint8_t>(bytes, out);
  } else if (ref.bits == 16) {
    keep_changes<std::uint16_t>(bytes, out);
  } else {
    out.assign(1 + whole_words(bytes.size()), 0);
    out[0] = bytes.size() * 8 / ref.bits;
    if (!bytes.empty()) std::memcpy(out.data() + 1, bytes.data(), bytes.size());
  }
}

bool TableLookup::decode(const SectionRef& ref, std::size_t block, Workspace& workspace) const {
  workspace.bytes.resize(ref.section->most_bytes(block));
  const Result<std::size_t> size = ref.file->read_block(*ref.section, block, workspace.scratch, workspace.bytes);
  if (!size) return false;
  arrange(ref, block, std::span(workspace.bytes).first(*size), workspace);
  cache_->insert(ref.first_block + block, workspace.words, workspace.tag);
  return true;
}

std::unique_ptr<TableLookup::Workspace> TableLookup::borrow() const {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Workspace> workspace = std::move(idle_.back());
      idle_.pop_back();
      return workspace;
    }
  }
  return std::make_unique<Workspace>();
}

void TableLookup::give_back(std::unique_ptr<Workspace> workspace) const {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(workspace));
}

}  // namespace bookends::tables
