// Table files straight from solutions, for tests of reading them: any sides, any order of men, small blocks; and random
// values wherever the format lets a file say anything.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <map>
#include <numeric>
#include <random>

#include "core/io/checksum.h"
#include "tablebases/build/build.h"
#include "tablebases/file/block_codec.h"
#include "tablebases/file/order.h"
#include "tablebases/file/result_rows.h"
#include "tablebases/probe/category.h"
#include "tablebases/solve/solve.h"
#include "tests/tablebases/table_support.h"

namespace bookends::tables::test {

struct PlainSettings {
  std::array<bool, 2> wdl{true, true}, dtm{true, false}, dtz{true, false};
  int block_log = 12, distance_block_log = 10;
  std::uint8_t dtm_bits = 16, dtz_bits = 16, step = 1;
  unsigned seed = 1;         // of the order, and of what may be anything
  bool random_fill = false;  // else the true values everywhere
  bool limit_known = true;   // the move limit, where the solution has DTZ
};

template <const Rules& R>
Category category_of(const Solution& solution, int side, std::uint64_t i) {
  const DtmCode code = solution.dtm[slot(side)][i];
  if (!is_decided(code)) return Category::draw;
  const Category plain = is_win(code) ? Category::win : Category::loss;
  if (solution.dtz[slot(side)].empty()) return plain;
  return dtz_plies(solution.dtz[slot(side)][i]) > 2 * R.move_limit ? cursed(plain) : plain;
}

template <const Rules& R>
class PlainWriter {
 public:
  PlainWriter(const Solution& solution, const PlainSettings& settings)
      : solution_(solution), settings_(settings), index_(solution.ending), order_(index_, some_order()) {}

  void write(const std::filesystem::path& folder) {
    TableHeader header;
    header.fingerprint = fingerprint(R);
    header.game = R.name;
    header.ending = ending_name(R, solution_.ending);
    header.generator = "test";
    header.sides = solution_.ending.symmetric() ? 1 : 2;
    header.statistics.resize(header.sides);
    for (int side = 0; side < header.sides; ++side) {
      gather(side);
      count(side, header.statistics[slot(side)]);
      if (settings_.dtm[slot(side)] || header.sides == 1) add_dtm(header, side);
      if (!settings_.wdl[slot(side)] && header.sides == 2) continue;
      add_results(header, side);
    }
    lay_out(header);
    std::vector<std::byte> bytes = encode_header(header);
    for (const auto& block : blocks_) bytes.insert(bytes.end(), block.begin(), block.end());
    put_bytes(folder / (header.ending + std::string(kTableSuffix)), bytes);
  }

 private:
  // What is known of a number; `code` is kIllegal where it stands for nothing.
  struct Value {
    DtmCode code = kIllegal;
    Category category = Category::draw;
    int dtz = 0;
    std::uint8_t hints = 0;
  };

  OrderSpec some_order() {
    std::vector<std::uint8_t> men(index_.men().size());
    std::iota(men.begin(), men.end(), std::uint8_t{0});
    std::shuffle(men.begin(), men.end(), dice_);
    OrderSpec spec;
    std::copy(men.begin(), men.end(), spec.men.begin());
    spec.anchor = static_cast<std::uint8_t>(dice_() % 2);
    return spec;
  }

  void gather(int side) {
    values_.assign(order_.size(), {});
    for (std::uint64_t i = 0; i < index_.size(); ++i) {
      const DtmCode code = solution_.dtm[slot(side)][i];
      if (code == kIllegal) continue;
      std::array<Square, kMaxMen> squares{};
      const std::span<Square> own = std::span(squares).first(index_.men().size());
      index_.squares(i, own);
      Value& value = values_[order_.number(own)];
      value.code = code;
      value.category = has_dtz() ? category_of<R>(solution_, side, i) : Category::draw;
      if (has_dtz()) value.dtz = is_decided(code) ? dtz_plies(solution_.dtz[slot(side)][i]) : 0;
      if (settings_.random_fill) value.hints = solution_.hints[slot(side)][i];
    }
  }

  bool has_dtz() const { return settings_.limit_known && !solution_.dtz[0].empty(); }

  void count(int side, SideStatistics& statistics) const {
    if (!has_dtz()) return;
    for (std::size_t i = 0; i < index_.size(); ++i) {
      const DtzCode code = solution_.dtz[slot(side)][i];
      if (!is_dtz_decided(code)) continue;
      auto& counts = is_dtz_win(code) ? statistics.zeroing_wins : statistics.zeroing_losses;
      counts.resize(std::max(counts.size(), slot(dtz_plies(code) + 1)));
      ++counts[slot(dtz_plies(code))];
    }
  }

  bool chance() { return dice_() % 2 == 0; }

  // 1 win, 0 loss, 2 draw.
  int stored_result(const Value& value) {
    const int truth = is_win(value.code) ? 1 : is_loss(value.code) ? 0 : 2;
    if (!settings_.random_fill) return value.code == kIllegal ? 2 : truth;
    const bool free = value.code == kIllegal || ((value.hints & kConversionDecides) != 0 && truth == 1);
    if (free) return static_cast<int>(dice_() % 3);
    return truth == 2 && (value.hints & kConversionDecides) != 0 && chance() ? 0 : truth;
  }

  unsigned stored_dtm(const Value& value) {
    if (!is_decided(value.code)) return settings_.random_fill ? dice_() & 0xff : 0;
    const int halved = plies_of(value.code) / 2;
    if (!settings_.random_fill || (value.hints & kConversionIsBest) == 0) return static_cast<unsigned>(halved);
    const int off = static_cast<int>(dice_() % 5);
    return static_cast<unsigned>(is_win(value.code) ? std::min(255, halved + off) : std::max(0, halved - off));
  }

  unsigned stored_dtz(const Value& value) {
    if (!is_decided(value.code)) return settings_.random_fill ? dice_() & 0xff : 0;
    if (settings_.random_fill && is_win(value.code) && (value.hints & kZeroingIsBest) != 0) return dice_() & 0xff;
    return static_cast<unsigned>((is_win(value.code) ? value.dtz - 1 : value.dtz) / settings_.step);
  }

  Section new_section(Metric metric, int side, int bits, int log) const {
    Section s;
    s.metric = metric;
    s.side = static_cast<std::uint8_t>(side);
    s.bits = static_cast<std::uint8_t>(bits);
    s.block_log = static_cast<std::uint8_t>(log);
    s.step = metric == Metric::dtz ? settings_.step : 1;
    s.order = order_.spec();
    s.positions = order_.size();
    return s;
  }

  void add_block(Section& section, const std::vector<std::byte>& bytes) {
    blocks_.push_back(compressor_.compress(bytes).value());
    BlockEntry entry;
    entry.bytes = static_cast<std::uint32_t>(blocks_.back().size());
    entry.checksum = static_cast<std::uint32_t>(checksum(blocks_.back()));
    section.blocks.push_back(entry);
  }

  // Appends value number `at` of so many bits each; those before it are there.
  static void put_bits(std::vector<std::byte>& bytes, std::size_t at, int bits, unsigned value) {
    if (bits % 8 == 0) {
      assert(bytes.size() == at * slot(bits) / 8);
      for (int b = 0; b < bits; b += 8) bytes.push_back(static_cast<std::byte>(value >> b));
      return;
    }
    bytes.resize(std::max(bytes.size(), (at * slot(bits) + slot(bits) + 7) / 8));
    for (std::size_t b = 0; b < slot(bits); ++b)
      if ((value >> b & 1) != 0)
        bytes[(at * slot(bits) + b) / 8] |= static_cast<std::byte>(1 << (at * slot(bits) + b) % 8);
  }

  void add_dtm(TableHeader& header, int side) {
    Section section = new_section(Metric::dtm, side, settings_.dtm_bits, settings_.distance_block_log);
    for (std::size_t b = 0; b < section.block_count(); ++b) {
      std::vector<std::byte> bytes;
      for (std::uint64_t i = 0; i < section.positions_in(b); ++i)
        put_bits(bytes, i, section.bits, stored_dtm(values_[(b << section.block_log) + i]));
      add_block(section, bytes);
    }
    header.sections.push_back(section);
  }

  // wdl, and what it ranks.
  void add_results(TableHeader& header, int side) {
    Section section = new_section(Metric::wdl, side, 2, settings_.block_log);
    std::vector<int> stored;
    for (const Value& value : values_) stored.push_back(stored_result(value));
    for (std::size_t b = 0; b < section.block_count(); ++b) {
      const std::uint64_t n = section.positions_in(b), first = static_cast<std::uint64_t>(b) << section.block_log;
      std::vector<ResultRow> rows(rows_of(n));
      for (std::uint64_t i = 0; i < n; ++i) {
        rows[i / 64].win |= std::uint64_t{stored[first + i] == 1} << i % 64;
        rows[i / 64].not_loss |= std::uint64_t{stored[first + i] != 0} << i % 64;
      }
      add_block(section, encode_rows(rows));
    }
    header.sections.push_back(section);
    if (!has_dtz()) return;
    const auto beyond = [](const Value& v) { return v.category != Category::draw && cursed(v.category) == v.category; };
    if (std::any_of(values_.begin(), values_.end(), beyond))
      add_ranked(header, new_section(Metric::cursed, side, 1, settings_.block_log), stored, [&](const Value& value) {
        return value.category == Category::win || value.category == Category::loss ? 0u : 1u;
      });
    if (settings_.dtz[slot(side)] || header.sides == 1)
      add_ranked(header, new_section(Metric::dtz, side, settings_.dtz_bits, settings_.distance_block_log), stored,
                 [&](const Value& value) { return stored_dtz(value); });
  }

  template <class F>
  void add_ranked(TableHeader& header, Section section, const std::vector<int>& stored, F f) {
    for (std::size_t b = 0; b < section.block_count(); ++b) {
      std::vector<std::byte> bytes;
      std::size_t rank = 0;
      for (std::uint64_t i = 0; i < section.positions_in(b); ++i) {
        const std::uint64_t at = (static_cast<std::uint64_t>(b) << section.block_log) + i;
        if (stored[at] != 2) put_bits(bytes, rank++, section.bits, f(values_[at]));
      }
      add_block(section, bytes);
    }
    header.sections.push_back(section);
  }

  const Solution& solution_;
  const PlainSettings settings_;
  std::mt19937 dice_{settings_.seed};
  PlacementIndex<R> index_;
  FileOrder<R> order_;
  std::vector<Value> values_;  // by number, of the side being written
  BlockCompressor compressor_{1};
  std::vector<std::vector<std::byte>> blocks_;  // in the order of the sections
};

// Solutions of some endings and of all they lead to, made once.
template <const Rules& R>
class Solutions {
 public:
  explicit Solutions(const std::vector<std::string>& names) {
    std::vector<Ending> wanted;
    for (const std::string& name : names) wanted.push_back(ending(R, name));
    add(ending(R, "KvK"));
    for (const Ending& e : closure(R, wanted)) add(e);
  }
  const std::vector<Ending>& endings() const { return endings_; }
  const Solution& at(const Ending& e) { return source_.solution(e); }
  const Solution& at(std::string_view name) { return at(ending(R, name)); }
  void write(const std::filesystem::path& folder, const PlainSettings& settings) {
    for (const Ending& e : endings_)
      if (!is_dead(R, e)) PlainWriter<R>(at(e), settings).write(folder);
  }

 private:
  void add(const Ending& e) {
    Progress progress;
    SolveOptions options;
    options.dtz = options.hints = true;
    Result<Solution> solution = solve<R>(e, source_, options, progress);
    ASSERT_TRUE(solution.ok()) << solution.error().message;
    source_.add(std::move(*solution));
    endings_.push_back(e);
  }

  MemorySource source_{R};
  std::vector<Ending> endings_;
};

}  // namespace bookends::tables::test
