#include "tablebases/review/whole_table.h"

#include <omp.h>

#include <algorithm>
#include <optional>

#include "core/base/thrown.h"

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
  const auto keep = [&](std::size_t i, const Error& error) {
    if (i >= first_at) return;
    first_at = i;
    first = error;
  };
  Thrown thrown;
#pragma omp parallel num_threads(wanted) if (n > 1)
  {
    std::optional<ReadScratch> scratch;
    thrown.run([&] { scratch.emplace(); });
#pragma omp for schedule(dynamic)
    for (std::size_t i = 0; i < n; ++i) {
      std::optional<Error> error;
      thrown.run([&] {
        if (const auto done = f(i, *scratch); !done) error = done.error();
      });
      if (!error) continue;
#pragma omp critical(bookends_whole_table)
      thrown.run([&] { keep(i, *error); });
    }
  }
  thrown.rethrow();
  if (first) return *first;
  return {};
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
    std::vector<std::byte> out(items[i].section->most_bytes(items[i].block));
    return file.read_block(*items[i].section, items[i].block, scratch, out);
  });
}

}  // namespace bookends::tables
