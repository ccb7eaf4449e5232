// The header of a table file, and its bytes. FORMAT.md is the document; this is the code.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/rules/rules.h"
#include "tablebases/file/order.h"

namespace bookends::tables {

inline constexpr std::string_view kTableSuffix = ".bkt";
inline constexpr std::uint32_t kTableFormat = 3;
inline constexpr std::string_view kTableGenerator = "bookends tables 5";
inline constexpr std::size_t kTablePrefixBytes = 16;  // magic, header size, format: never moves in any version

//  - wdl: two bits a position, as rows of 64 (result_rows.h). Resolved by a search of one ply of captures and
//    promotions (probe.h).
//  - dtm: halved plies to mate, a number for every position.
//  - dtz: plies to the next zeroing move, a number for every position whose *stored* WDL is decided, ranked within the
//    block by the WDL section of the same side, which has the same order.
//  - cursed: one bit for each of those: the win or loss is none under the move limit.
enum class Metric : std::uint8_t { wdl = 1, dtm = 2, dtz = 3, cursed = 4 };
inline constexpr std::array<Metric, 4> kAllMetrics{Metric::wdl, Metric::dtm, Metric::dtz, Metric::cursed};
std::string_view metric_name(Metric metric);
constexpr bool is_ranked(Metric m) { return m == Metric::dtz || m == Metric::cursed; }
// Whether the bytes of a block, decoded, follow from its positions.
constexpr bool has_fixed_size(Metric m) { return m == Metric::dtm; }

// What is counted of one side to move: every placement, no symmetry reduction, identical pieces not told apart.
struct SideStatistics {
  std::uint64_t legal = 0;
  std::uint64_t draws = 0;
  std::uint64_t checkmated = 0;
  // Where DTM was solved: [n] positions decided in n plies: lost where n is even, won where n is odd. Empty otherwise.
  std::vector<std::uint64_t> decided;
  std::uint64_t longest_win = 0;   // PlacementIndex of a position that takes the longest; meaningless without one
  std::uint64_t longest_loss = 0;  // by DTM, without that by DTZ
  // Where DTZ was solved: [n] positions won, lost in n plies to the next zeroing move. Empty otherwise.
  std::vector<std::uint64_t> zeroing_wins, zeroing_losses;

  std::uint64_t wins() const;
  std::uint64_t losses() const;
  int max_win_plies() const;   // to mate; -1 when nothing is won, or DTM was not solved
  int max_loss_plies() const;  // -1 when nothing is lost, or DTM was not solved
  bool operator==(const SideStatistics&) const = default;
};

// One independently compressed block. `offset` counts from the start of the file.
struct BlockEntry {
  std::uint64_t offset = 0;
  std::uint32_t bytes = 0;     // compressed
  std::uint32_t checksum = 0;  // of the compressed bytes: the low half of XXH3-64
};

// The values of one metric for one side to move, in the numbering of `order` (order.h). Block b holds the
// numbers [b << block_log, (b + 1) << block_log) of it.
struct Section {
  Metric metric = Metric::wdl;
  std::uint8_t side = 0;        // 0: White, the first-named side, is to move
  std::uint8_t bits = 2;        // of a value: 2 (wdl), 1 (cursed), 8 or 16
  std::uint8_t block_log = 18;  // log2 of the positions of a block; the last one may have fewer
  std::uint8_t step = 1;        // dtz: plies that one unit stands for, 1 or 2
  OrderSpec order;
  std::uint64_t positions = 0;  // FileOrder::size()
  std::vector<BlockEntry> blocks;

  std::uint64_t block_positions() const { return std::uint64_t{1} << block_log; }
  std::size_t block_count() const { return static_cast<std::size_t>((positions + block_positions() - 1) >> block_log); }
  // Positions in a block, and the most bytes it can decode to: exactly so many where has_fixed_size(metric).
  std::uint64_t positions_in(std::size_t block) const;
  std::size_t most_bytes(std::size_t block) const;
};

struct TableHeader {
  std::uint64_t fingerprint = 0;  // of the rules
  std::string game;
  std::string ending;
  std::string generator;
  std::string settings;
  std::uint8_t sides = 2;  // 1 for an ending of equal sides: the other side to move is its mirror image
  std::uint64_t file_bytes = 0;
  std::vector<SideStatistics> statistics;  // per side
  std::vector<Section> sections;           // any side may lack any metric, but one side has wdl

  const Section* section(Metric metric, int side) const;  // null: not stored
  bool has(Metric metric) const;                          // for some side
};

// How long the header of a file with these sections is, once encoded.
std::size_t encoded_header_bytes(const TableHeader& header);

// Sets the offsets of all blocks and file_bytes from the sizes of the blocks, in the order of the sections.
void lay_out(TableHeader& header);

std::vector<std::byte> encode_header(const TableHeader& header);

// The length of the header, from the first kTablePrefixBytes bytes; corrupt when they are no table's.
Result<std::size_t> header_bytes(std::span<const std::byte> prefix, std::uint64_t file_bytes);

// Whether a file begins as tables of all formats do.
bool is_table(std::span<const std::byte> prefix);

// Whether it is the beginning of a table of an older format, which this program could make anew.
bool is_outdated(std::span<const std::byte> prefix);

// `bytes` is the whole header, and `file_bytes` the real size of the file. Nothing is believed before the checksum was
// found right. Errors: corrupt; unsupported for another format version.
Result<TableHeader> decode_header(std::span<const std::byte> bytes, std::uint64_t file_bytes);

}  // namespace bookends::tables
