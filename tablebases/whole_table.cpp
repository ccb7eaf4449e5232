#include "tablebases/whole_table.h"

#include <omp.h>

#include <algorithm>
#include <optional>

#include "tablebases/pack.h"

namespace bookends::tables {
namespace {

// Calls f(i, scratch) for all i < n. Of the errors the one with the lowest i is kept, so that the answer does not
// depend on the threads.
template <class F>
Result<void> for_each_index(std::size_t n, int threads, F f) {
  if (n == 0) return {};
  std::optional<Error> first;
  std::size_t first_at = n;
  const int wanted = threads > 0 ? threads : omp_get_max_threads();
#pragma omp parallel num_threads(static_cast <int>(std::min(n, static_cast <std::size_t>(wanted))))
  {
    ReadScratch scratch;
#pragma omp for schedule(dynamic)
    for (std::size_t i = 0; i < n; ++i) {
      const Result<void> r = f(i, scratch);
      if (r) continue;
#pragma omp critical(bookends_whole_table)
      if (i < first_at) {
        first_at = i;
        first = r.error();
      }
    }
  }
  if (first) return *first;
  return {};
}

// Calls store(position index, packed value) for every value of a section.
template <class Store>
Result<void> for_each_value(const TableFile& file, const Section& section, int threads, Store store) {
  return for_each_index(section.blocks.size(), threads, [&](std::size_t b, ReadScratch& scratch) -> Result<void> {
    std::vector<std::byte> out(section.decoded_bytes(b));
    if (Result<void> read = file.read_block(section, b, scratch, out); !read) return read;
    const std::uint64_t first = b * section.values_per_block();
    const std::uint64_t n = std::min(section.values_per_block(), section.values - first);
    for (std::uint64_t i = 0; i < n; ++i) store(static_cast<std::size_t>(first + i), packed_value(section, out, i));
    return {};
  });
}

}  // namespace

Result<void> verify_blocks(const TableFile& file, int threads) {
  struct Item {
    const Section* section;
    std::size_t block;
  };
  std::vector<Item> items;
  for (const Section& s : file.header().sections)
    for (std::size_t b = 0; b < s.blocks.size(); ++b) items.push_back({&s, b});
  return for_each_index(items.size(), threads, [&](std::size_t i, ReadScratch& scratch) {
    std::vector<std::byte> out(items[i].section->decoded_bytes(items[i].block));
    return file.read_block(*items[i].section, items[i].block, scratch, out);
  });
}

Result<std::vector<DtmCode>> read_codes(const TableFile& file, int side, int threads) {
  const Section* wdl = file.header().section(Metric::wdl, side);
  const Section* dtm = file.header().section(Metric::dtm, side);
  if (wdl == nullptr || dtm == nullptr)
    return Error{ErrorCode::unsupported, file.path().string() + ": has no distances (metric dtm)"};
  std::vector<DtmCode> codes(file.header().positions);
  // First the halved distances, then what the WDL section makes of them.
  Result<void> read =
      for_each_value(file, *dtm, threads, [&](std::size_t i, unsigned v) { codes[i] = static_cast<DtmCode>(v); });
  if (!read) return read.error();
  read = for_each_value(file, *wdl, threads,
                        [&](std::size_t i, unsigned v) { codes[i] = unpack_code(unpack_wdl(v), codes[i]); });
  if (!read) return read.error();
  return codes;
}

Result<std::vector<DtmCode>> read_wdl_codes(const TableFile& file, int side, int threads) {
  const Section* wdl = file.header().section(Metric::wdl, side);
  if (wdl == nullptr) return Error{ErrorCode::unsupported, file.path().string() + ": has no metric wdl"};
  std::vector<DtmCode> codes(file.header().positions);
  const Result<void> read =
      for_each_value(file, *wdl, threads, [&](std::size_t i, unsigned v) { codes[i] = unpack_code(unpack_wdl(v), 0); });
  if (!read) return read.error();
  return codes;
}

}  // namespace bookends::tables
