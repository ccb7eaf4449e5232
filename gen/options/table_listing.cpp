#include "gen/options/table_listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "core/io/checksum.h"
#include "tablebases/file/format.h"

namespace bookends {

std::string table_listing(const std::filesystem::path& folder) {
  if (folder.empty()) return {};
  std::vector<std::string> names;
  std::uintmax_t bytes = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() != tables::kTableSuffix) continue;
    std::error_code unknown;
    const std::uintmax_t size = entry->file_size(unknown);
    if (unknown) continue;
    bytes += size;
    names.push_back(fmt::format("{} {}\n", entry->path().filename().string(), size));
  }
  std::sort(names.begin(), names.end());
  std::string all;
  for (const std::string& name : names) all += name;
  return fmt::format("tables={} files, {} bytes, {:016x}", names.size(), bytes,
                     checksum(std::as_bytes(std::span(all.data(), all.size()))));
}

}  // namespace bookends
