// Single values out of table files through the cache of decoded blocks.
//
// A decoded block in the cache is not what the file holds but what is quickest to ask:
//  - wdl: where something is ranked by it, a directory, one number for each eight rows: how many decided positions
//    are in the block before them. Then the numbers of the rows, and the rows, both their words side by side: each
//    different row once, also where the file has planes. So all results of an ending are some megabytes, and often in
//    a cache of the processor. The block's tag is the width of a row's number: so two lines of memory are read for a
//    result.
//  - dtm, dtz: neighbouring values are often equal, so only changes are kept. First come lines of memory, one for each
//    448 values: a word that says how many changes stand before the line (and in the first line, in its high half, how
//    many values there are); seven words with a bit for each value that is not the one before it. Then the changed
//    values themselves.
//  - cursed: a word with the number of values, then the values as in the file.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "tablebases/file/result_rows.h"
#include "tablebases/file/table_file.h"
#include "tablebases/probe/block_cache.h"

namespace bookends::tables {

// A section, with what its values are found by worked out.
struct SectionRef {
  const TableFile* file = nullptr;
  const Section* section = nullptr;   // null: the file has no such section
  std::size_t first_block = 0;        // in the cache's numbering
  std::uint32_t directory_words = 0;  // wdl: of the directory
  // wdl: where the rows of a block begin, by its tag. Both words of a row are in one line of memory.
  std::array<std::uint32_t, 3> first_row{};
  std::uint8_t block_log = 0;
  std::uint8_t bits = 0;
  std::uint8_t step = 1;

  explicit operator bool() const { return section != nullptr; }
  std::uint64_t within(std::uint64_t number) const { return number & ((std::uint64_t{1} << block_log) - 1); }
};

// All files of a folder share one. Sections are added first, then the cache is made, then any thread may ask. Answers
// are nothing when a block cannot be read, or contradicts itself.
class TableLookup {
 public:
  enum Stored : std::uint8_t { loss = 0, win = 1, draw = 2 };
  struct Ranked {
    Stored stored = draw;
    std::uint32_t rank = 0;  // of decided positions before this one, in the block of the ranked section
  };

  // Null where the file has no such section.
  SectionRef add(const TableFile& file, Metric metric, int side);
  void make_cache(std::size_t budget_bytes);

  std::optional<Stored> result(const SectionRef& wdl, std::uint64_t number) const {
    return read(wdl, number, [&wdl, i = wdl.within(number)](auto word) { return stored_at(word, wdl, i); });
  }

  // The result, and where the value of the position is in a section that is ranked by `wdl`.
  std::optional<Ranked> ranked_result(const SectionRef& wdl, const SectionRef& ranked, std::uint64_t number) const {
    const std::uint64_t i = wdl.within(number), start = i >> ranked.block_log << ranked.block_log;
    return read(wdl, number, [&](auto word) {
      return Ranked{stored_at(word, wdl, i), rank_at(word, wdl, i) - directory(word, start >> kGroupLog)};
    });
  }
  // The value of that rank. `number` is the position's.
  std::optional<unsigned> ranked_value(const SectionRef& ref, std::uint64_t number, std::uint32_t rank) const {
    const std::optional<unsigned> value = read(ref, number, [&](auto word) {
      if (ref.bits > 1) return kept(word, ref, rank);
      return rank < word(0) ? packed(word, 1, rank, 1) : kNoValue;
    });
    return value == kNoValue ? std::nullopt : value;
  }

  // Asks for what result() and value() are going to read.
  void prefetch_result(const SectionRef& wdl, std::uint64_t number) const {
    cache_->prefetch(wdl.first_block + (number >> wdl.block_log),
                     [&](unsigned width) { return wdl.directory_words + (wdl.within(number) >> 6 >> (3 - width)); });
  }
  void prefetch_value(const SectionRef& ref, std::uint64_t number) const {
    cache_->prefetch(ref.first_block + (number >> ref.block_log),
                     [&](unsigned) { return ref.within(number) / kLineValues * kLineWords; });
  }

  // The same for what may not be decoded yet: then the block's bytes are asked for on the disk.
  void prefetch_block(const SectionRef& wdl, std::uint64_t number) const {
    const auto block = static_cast<std::size_t>(number >> wdl.block_log);
    if (cache_->has(wdl.first_block + block))
      prefetch_result(wdl, number);
    else
      wdl.file->will_need(*wdl.section, block);
  }

  // The value of a number in a dense section.
  std::optional<unsigned> value(const SectionRef& ref, std::uint64_t number) const {
    const std::optional<unsigned> value =
        read(ref, number, [&](auto word) { return kept(word, ref, static_cast<std::uint32_t>(ref.within(number))); });
    return value == kNoValue ? std::nullopt : value;
  }

 private:
  static constexpr int kGroupLog = 9;  // eight rows
  static constexpr std::size_t kLineWords = 8;
  static constexpr std::uint32_t kLineValues = 7 * 64;
  static constexpr unsigned kNoValue = ~0u;

  struct Workspace {
    ReadScratch scratch;
    std::vector<std::byte> bytes;
    NumberedRows rows;
    std::vector<std::uint64_t> words;  // as the cache holds them
    unsigned tag = 0;
  };

  // Rows of a block, found by the words of it. Any words at all make no more than a wrong row.
  template <class W>
  class Rows {
   public:
    Rows(W word, const SectionRef& wdl)
        : word_(word), width_(word.tag), numbers_(wdl.directory_words), rows_(wdl.first_row[word.tag]) {}

    [[gnu::always_inline]] ResultRow operator[](std::size_t row) const {
      const std::uint64_t numbers = word_(numbers_ + (row >> (3 - width_))) >> (row << (3 + width_) & 63);
      const auto number = static_cast<std::size_t>(numbers & ~std::uint64_t{0} >> (64 - (8u << width_)));
      const std::size_t at = rows_ + 2 * number;
      return {word_(at), word_(at + 1)};
    }

   private:
    W word_;
    unsigned width_;  // log2 of the bytes of a row's number
    std::size_t numbers_, rows_;
  };
  template <class W>
  [[gnu::always_inline]] static Stored stored_at(W word, const SectionRef& wdl, std::uint64_t i) {
    const ResultRow row = Rows<W>(word, wdl)[static_cast<std::size_t>(i >> 6)];
    const unsigned wins = row.win >> (i & 63) & 1, holds = row.not_loss >> (i & 63) & 1;
    return static_cast<Stored>(wins | (holds & ~wins) << 1);
  }
  template <class W>
  static std::uint32_t directory(W word, std::uint64_t group) {
    return static_cast<std::uint32_t>(word(group >> 1) >> (group & 1) * 32);
  }
  template <class W>
  static std::uint32_t rank_at(W word, const SectionRef& wdl, std::uint64_t i) {
    const Rows<W> rows(word, wdl);
    const std::uint64_t before = (std::uint64_t{1} << (i & 63)) - 1;
    const auto at = static_cast<std::size_t>(i >> 6);
    std::uint32_t rank = directory(word, i >> kGroupLog) + decided(rows[at], before);
    for (std::size_t row = at / 8 * 8; row < at; ++row) rank += decided(rows[row], ~std::uint64_t{0});
    return rank;
  }
  static std::uint32_t decided(const ResultRow& row, std::uint64_t among) {
    return static_cast<std::uint32_t>(std::popcount((row.win | ~row.not_loss) & among));
  }
  template <class W>
  static unsigned packed(W word, unsigned bits, std::uint64_t at, std::size_t first) {
    const std::uint64_t bit = at * bits;
    return static_cast<unsigned>(word(first + (bit >> 6)) >> (bit & 63) & ((std::uint64_t{1} << bits) - 1));
  }
  // A distance: the last change at its place or before it.
  template <class W>
  static unsigned kept(W word, const SectionRef& ref, std::uint32_t at) {
    const std::size_t line = at / kLineValues * kLineWords, last = at % kLineValues / 64;
    const std::uint64_t values = word(0) >> 32;
    if (at >= values) return kNoValue;
    auto changes = static_cast<std::uint32_t>(word(line));
    for (std::size_t i = 0; i < last; ++i) changes += static_cast<std::uint32_t>(std::popcount(word(line + 1 + i)));
    const std::uint64_t upto = ~std::uint64_t{0} >> (63 - at % kLineValues % 64);
    changes += static_cast<std::uint32_t>(std::popcount(word(line + 1 + last) & upto));
    return packed(word, ref.bits, changes - 1, lines_of(values) * kLineWords);
  }
  static constexpr std::size_t lines_of(std::uint64_t values) {
    return static_cast<std::size_t>((values + kLineValues - 1) / kLineValues);
  }

  template <class F>
  [[gnu::always_inline]] std::optional<std::invoke_result_t<F, PlainWords>> read(const SectionRef& ref,
                                                                                 std::uint64_t number, F f) const {
    const std::size_t block = static_cast<std::size_t>(number >> ref.block_log);
    if (auto found = cache_->read(ref.first_block + block, f)) return found;
    return read_decoded(ref, block, f);
  }
  template <class F>
  [[gnu::noinline]] std::optional<std::invoke_result_t<F, PlainWords>> read_decoded(const SectionRef& ref,
                                                                                    std::size_t block, F f) const {
    std::unique_ptr<Workspace> workspace = borrow();
    if (!decode(ref, block, *workspace)) return std::nullopt;
    const auto value = f(PlainWords{workspace->words.data(), workspace->tag});
    give_back(std::move(workspace));
    return value;
  }

  static unsigned keep_rows(const SectionRef& ref, const NumberedRows& rows, std::vector<std::uint64_t>& out);
  template <class T>
  static void keep_changes(std::span<const std::byte> values, std::vector<std::uint64_t>& out);
  static void arrange(const SectionRef& ref, std::size_t block, std::span<const std::byte> bytes, Workspace& workspace);
  bool decode(const SectionRef& ref, std::size_t block, Workspace& workspace) const;
  std::unique_ptr<Workspace> borrow() const;
  void give_back(std::unique_ptr<Workspace> workspace) const;

  std::size_t blocks_ = 0;
  std::size_t most_words_ = 0;   // of a block, as the cache holds it
  std::uint64_t all_words_ = 0;  // of all blocks, at most
  std::unique_ptr<BlockCache> cache_;
  mutable std::mutex mutex_;  // of idle_
  mutable std::vector<std::unique_ptr<Workspace>> idle_;
};

}  // namespace bookends::tables
