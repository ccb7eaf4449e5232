#include "tablebases/probe/lookup.h"

#include <algorithm>
#include <cstring>

namespace bookends::tables {

static_assert(std::endian::native == std::endian::little, "packed values are read as words in memory order");

namespace {

constexpr std::size_t round_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

std::size_t whole_words(std::size_t bytes) { return (bytes + 7) / 8; }

std::uint64_t word_of(std::span<const std::byte> bytes, std::size_t at) {
  std::uint64_t word = 0;
  if (at * 8 < bytes.size()) std::memcpy(&word, bytes.data() + at * 8, std::min<std::size_t>(8, bytes.size() - at * 8));
  return word;
}

// Both planes in groups, and the directory in front if there is to be one. Padding reads as draws: it is not counted.
void arrange_results(std::span<const std::byte> planes, std::size_t directory_words, std::uint64_t* out) {
  const std::size_t n = planes.size() / 16;  // words of a plane
  std::uint64_t decided = 0;
  for (std::size_t group = 0; group * 4 < n; ++group) {
    if (directory_words != 0) {
      std::uint64_t& entry = out[group / 2];
      entry = group % 2 == 0 ? decided : entry | decided << 32;
    }
    std::uint64_t* words = out + directory_words + group * 8;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t at = group * 4 + i;
      words[i] = at < n ? word_of(planes, at) : 0;
      words[4 + i] = at < n ? word_of(planes, n + at) : ~std::uint64_t{0};
      decided += static_cast<std::uint64_t>(std::popcount(words[i] | ~words[4 + i]));
    }
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
    const std::size_t groups = (section->positions_in(0) + (std::size_t{1} << kGroupLog) - 1) >> kGroupLog;
    const bool ranks =
        file.header().section(Metric::dtz, side) != nullptr || file.header().section(Metric::cursed, side) != nullptr;
    ref.directory_words = ranks ? static_cast<std::uint32_t>(round_up((groups + 1) / 2, kGroupWords)) : 0;
    words = ref.directory_words + groups * kGroupWords;
  } else if (is_ranked(metric)) {
    ++words;
  }
  block_words_ = std::max(block_words_, words);
  return ref;
}

void TableLookup::make_cache(std::size_t budget_bytes) {
  cache_ = std::make_unique<BlockCache>(blocks_, block_words_, budget_bytes);
}

bool TableLookup::decode(const SectionRef& ref, std::size_t block, Workspace& workspace) const {
  workspace.bytes.resize(ref.section->most_bytes(block));
  const Result<std::size_t> size = ref.file->read_block(*ref.section, block, workspace.scratch, workspace.bytes);
  if (!size) return false;
  const std::span<const std::byte> bytes = std::span(workspace.bytes).first(*size);
  std::vector<std::uint64_t>& words = workspace.words;
  if (ref.section->metric == Metric::wdl) {
    const std::size_t groups = (bytes.size() / 16 + 3) / 4;
    words.resize(ref.directory_words + groups * kGroupWords);
    arrange_results(bytes, ref.directory_words, words.data());
  } else {
    const std::size_t first = is_ranked(ref.section->metric) ? 1 : 0;
    words.resize(first + whole_words(bytes.size()));
    for (std::size_t i = 0; i + first < words.size(); ++i) words[first + i] = word_of(bytes, i);
    if (first != 0) words[0] = bytes.size() * 8 / ref.bits;
  }
  cache_->insert(ref.first_block + block, words);
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
