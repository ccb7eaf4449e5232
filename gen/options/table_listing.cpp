#include "gen/options/table_listing.h"

#include <fmt/format.h>

#include <system_error>
#include <vector>

#include "core/io/checksum.h"
#include "core/io/folder.h"
#include "tablebases/file/format.h"

namespace bookends {

std::string table_listing(const std::filesystem::path& folder) {
  if (folder.empty()) return {};
  std::string all;  // in the order of entries_of
  std::size_t files = 0;
  std::uintmax_t bytes = 0;
  const auto entries = entries_of(folder);
  for (const std::filesystem::path& entry : entries ? *entries : std::vector<std::filesystem::path>()) {
    if (entry.extension() != tables::kTableSuffix) continue;
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(entry, unknown);
    if (unknown) continue;
    bytes += size;
    all += fmt::format("{} {}\n", entry.filename().string(), size);
    ++files;
  }
  return fmt::format("tables={} files, {} bytes, {:016x}", files, bytes,
                     checksum(std::as_bytes(std::span(all.data(), all.size()))));
}

}  // namespace bookends
