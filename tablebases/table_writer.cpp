#include "tablebases/table_writer.h"

#include <omp.h>

#include <algorithm>
#include <optional>
#include <span>

#include "core/games.h"
#include "core/io/checksum.h"
#include "core/io/file.h"
#include "tablebases/block_codec.h"
#include "tablebases/pack.h"

namespace bookends::tables {
namespace {

using Blocks = std::vector<std::vector<std::byte>>;

Section make_section(Metric metric, int side, std::uint8_t bits, const std::vector<DtmCode>& codes, int block_log) {
  Section s;
  s.metric = metric;
  s.side = static_cast<std::uint8_t>(side);
  s.bits = bits;
  s.block_log = static_cast<std::uint8_t>(block_log);
  s.values = codes.size();
  s.blocks.resize(s.block_count());
  return s;
}

Result<Blocks> compress_section(Section& section, std::span<const DtmCode> codes, int level, int threads) {
  Blocks blocks(section.blocks.size());
  std::optional<Error> error;
  const auto wanted = static_cast<std::size_t>(threads > 0 ? threads : omp_get_max_threads());
#pragma omp parallel num_threads(static_cast <int>(std::min(blocks.size(), wanted)))
  {
    BlockCompressor compressor(level);
#pragma omp for schedule(dynamic)
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const std::uint64_t first = b * section.values_per_block();
      const std::uint64_t n = std::min(section.values_per_block(), section.values - first);
      Result<std::vector<std::byte>> bytes = compressor.compress(pack_block(section, codes.subspan(first, n)));
      if (!bytes) {
#pragma omp critical(bookends_compress)
        error = bytes.error();
        continue;
      }
      section.blocks[b].bytes = static_cast<std::uint32_t>(bytes->size());
      section.blocks[b].checksum = checksum(*bytes);
      blocks[b] = std::move(*bytes);
    }
  }
  if (error) return *error;
  return blocks;
}

Result<void> write_all(const std::filesystem::path& path, const TableHeader& header,
                       const std::vector<Blocks>& sections) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  if (Result<void> r = file->append(encode_header(header)); !r) return r;
  for (const Blocks& blocks : sections)
    for (const auto& bytes : blocks)
      if (Result<void> r = file->append(bytes); !r) return r;
  return file->commit();
}

}  // namespace

std::string describe(const WriteSettings& settings) {
  return std::string(settings.distances ? "wdl,dtm" : "wdl") + " zstd " + std::to_string(settings.level) + " block " +
         std::to_string(1 << settings.block_log);
}

Result<TableHeader> write_table(const std::filesystem::path& path, const Rules& rules, const Solution& solution,
                                const std::vector<SideStatistics>& statistics, const WriteSettings& settings,
                                int threads) {
  TableHeader header;
  header.fingerprint = fingerprint(rules);
  header.game = rules.name;
  header.ending = ending_name(rules, solution.ending);
  header.generator = kTableGenerator;
  header.settings = describe(settings);
  header.sides = solution.ending.symmetric() ? 1 : 2;
  header.positions = solution.dtm[0].size();
  header.statistics = statistics;
  for (int side = 0; side < header.sides; ++side) {
    const auto& codes = solution.dtm[static_cast<std::size_t>(side)];
    header.sections.push_back(make_section(Metric::wdl, side, 2, codes, settings.block_log));
    if (settings.distances)
      header.sections.push_back(make_section(Metric::dtm, side, dtm_bits(codes), codes, settings.block_log));
  }
  std::vector<Blocks> blocks;
  for (Section& section : header.sections) {
    Result<Blocks> compressed = compress_section(section, solution.dtm[section.side], settings.level, threads);
    if (!compressed) return compressed.error();
    blocks.push_back(std::move(*compressed));
  }
  lay_out(header);
  if (Result<void> written = write_all(path, header, blocks); !written) return written.error();
  return header;
}

}  // namespace bookends::tables
