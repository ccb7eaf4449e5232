#include "tablebases/syzygy/folder.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/io/folder.h"

namespace bookends::tables::syzygy {
namespace {

// What files of other games end with, and the game.
struct OtherSuffix {
  std::string_view suffix, game;
};
constexpr std::array kOtherSuffixes{
    OtherSuffix{".atbw", "atomic chess"},   OtherSuffix{".atbz", "atomic chess"},
    OtherSuffix{".stbw", "antichess"},      OtherSuffix{".stbz", "antichess"},
    OtherSuffix{".gtbw", "giveaway chess"}, OtherSuffix{".gtbz", "giveaway chess"},
    OtherSuffix{".jtbw", "shatranj"},       OtherSuffix{".jtbz", "shatranj"},
};

// Files with a suffix of ours, and of other games.
Result<std::vector<std::filesystem::path>> files_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code ec;
  if (!std::filesystem::is_directory(folder, ec)) return files;
  const auto entries = entries_of(folder);
  if (!entries) return entries.error();
  for (const std::filesystem::path& entry : *entries) {
    const std::string suffix = entry.extension().string();
    if (has_suffix(entry)) files.push_back(entry);
    for (const OtherSuffix& other : kOtherSuffixes)
      if (suffix == other.suffix)
        return Error{ErrorCode::unsupported,
                     entry.string() + ": a Syzygy table of " + std::string(other.game) + ", which is no game here"};
  }
  return files;
}

}  // namespace

bool has_suffix(const std::filesystem::path& path) {
  return path.extension() == kWdlSuffix || path.extension() == kDtzSuffix;
}

Result<std::deque<Table>> open_folder(const std::filesystem::path& folder, const Rules& rules,
                                      std::size_t cache_bytes) {
  const auto files = files_of(folder);
  if (!files) return files.error();
  std::deque<Table> tables;
  if (files->empty()) return tables;
  const auto cache = std::make_shared<PageCache>(cache_bytes);
  for (const std::filesystem::path& path : *files) {
    if (!rules.syzygy)
      return Error{ErrorCode::unsupported,
                   path.string() + ": a Syzygy table of chess, not of " + std::string(rules.name)};
    if (path.extension() != kWdlSuffix) continue;
    const Result<Ending> ending = parse_ending(rules, path.stem().string());
    if (!ending || ending_name(rules, *ending) != path.stem())
      return Error{ErrorCode::invalid_argument, path.string() + ": the name is no ending's"};
    Result<Table> table = Table::open(path, *ending, cache);
    if (!table) return table.error();
    tables.push_back(std::move(*table));
  }
  return tables;
}

}  // namespace bookends::tables::syzygy
