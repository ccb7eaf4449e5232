// The header of a table file, and its bytes. FORMAT.md is the document; this is the code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/rules.h"

namespace bookends::tables {

inline constexpr std::string_view kTableSuffix = ".bkt";
inline constexpr std::uint32_t kTableFormat = 1;
inline constexpr std::string_view kTableGenerator = "bookends tables 1";
inline constexpr std::size_t kTablePrefixBytes = 16;  // magic, header size, format: never moves in any version

enum class Metric : std::uint8_t { wdl = 1, dtm = 2 };
std::string_view metric_name(Metric metric);

// What is counted of one side to move: every placement, no symmetry reduction, identical pieces not told apart.
struct SideStatistics {
  std::uint64_t legal = 0;
  std::uint64_t draws = 0;
  std::uint64_t checkmated = 0;
  std::vector<std::uint64_t> decided;  // [n] positions decided in n plies: lost where n is even, won where n is odd
  std::uint64_t longest_win = 0;       // index of a position that takes the longest; meaningless when there is none
  std::uint64_t longest_loss = 0;

  std::uint64_t wins() const;
  std::uint64_t losses() const;
  int max_win_plies() const;   // -1 when nothing is won
  int max_loss_plies() const;  // -1 when nothing is lost
  bool operator==(const SideStatistics&) const = default;
};

// One independently compressed block. `offset` counts from the start of the file.
struct BlockEntry {
  std::uint64_t offset = 0;
  std::uint64_t checksum = 0;  // of the compressed bytes
  std::uint32_t bytes = 0;     // compressed
};

// The values of one metric for one side to move, `bits` each, in the order of the placement index.
struct Section {
  Metric metric = Metric::wdl;
  std::uint8_t side = 0;        // 0: White, the first-named side, is to move
  std::uint8_t bits = 2;        // 2, 8 or 16
  std::uint8_t block_log = 16;  // a decoded block has 2^block_log bytes; the last one may have fewer
  std::uint64_t values = 0;
  std::vector<BlockEntry> blocks;

  std::size_t block_bytes() const { return std::size_t{1} << block_log; }
  std::uint64_t total_bytes() const { return (values * bits + 7) / 8; }
  std::size_t block_count() const { return static_cast<std::size_t>((total_bytes() + block_bytes() - 1) >> block_log); }
  std::uint64_t values_per_block() const { return (std::uint64_t{8} << block_log) / bits; }
  std::size_t decoded_bytes(std::size_t block) const;
};

struct TableHeader {
  std::uint64_t fingerprint = 0;  // of the rules
  std::string game;
  std::string ending;
  std::string generator;
  std::string settings;
  std::uint8_t index_scheme = 1;  // how positions are numbered; see FORMAT.md
  std::uint8_t sides = 2;         // 1 for an ending of equal sides: the other side to move is its mirror image
  std::uint64_t positions = 0;    // size of the index, per side
  std::uint64_t file_bytes = 0;
  std::vector<SideStatistics> statistics;  // per side
  std::vector<Section> sections;

  const Section* section(Metric metric, int side) const;
  bool has(Metric metric) const { return section(metric, 0) != nullptr; }
};

// How long the header of a file with these sections is, once encoded.
std::size_t encoded_header_bytes(const TableHeader& header);

// Sets the offsets of all blocks and file_bytes from the sizes of the blocks, in the order of the sections.
void lay_out(TableHeader& header);

std::vector<std::byte> encode_header(const TableHeader& header);

// The length of the header, from the first kTablePrefixBytes bytes; corrupt when they are no table's.
Result<std::size_t> header_bytes(std::span<const std::byte> prefix, std::uint64_t file_bytes);

// `bytes` is the whole header, and `file_bytes` the real size of the file. Nothing is believed before the checksum was
// found right. Errors: corrupt; unsupported for another format version.
Result<TableHeader> decode_header(std::span<const std::byte> bytes, std::uint64_t file_bytes);

}  // namespace bookends::tables
