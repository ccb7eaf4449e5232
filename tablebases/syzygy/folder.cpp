#include "tablebases/syzygy/folder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <string>
#include <vector>

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

// The files of all folders by their names.
Result<std::map<std::string, std::filesystem::path>> files_by_name(std::span<const std::filesystem::path> folders) {
  std::map<std::string, std::filesystem::path> files;
  for (const std::filesystem::path& folder : folders) {
    const auto here = files_of(folder);
    if (!here) return here.error();
    for (const std::filesystem::path& path : *here) files.try_emplace(path.filename().string(), path);
  }
  return files;
}

// Of a cache that holds all their pages: its sets are a power of two.
std::uint64_t room_for(const std::map<std::string, std::filesystem::path>& files) {
  std::uint64_t bytes = 0;
  for (const auto& [name, path] : files) {
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    if (!unknown) bytes += size + kPageBytes;
  }
  return std::bit_ceil(2 * bytes);
}

Result<Table> open_results(const std::filesystem::path& path, const Rules& rules,
                           const std::shared_ptr<PageCache>& cache) {
  const std::string stem = path.stem().string();
  const Result<Ending> ending = parse_ending(rules, stem);
  if (!ending || ending_name(rules, *ending) != stem)
    return Error{ErrorCode::invalid_argument, path.string() + ": the name is no ending's"};
  return Table::open(path, *ending, cache);
}

// Whether that may be done.
bool leave_out(std::vector<LeftOut>* left_out, const std::filesystem::path& path, const Error& error) {
  if (left_out == nullptr || !is_of_one_file(error.code)) return false;
  left_out->push_back({path, error});
  return true;
}

}  // namespace

bool has_suffix(const std::filesystem::path& path) {
  return path.extension() == kWdlSuffix || path.extension() == kDtzSuffix;
}

bool has_files(const std::filesystem::path& folder) {
  const auto files = files_of(folder);
  return !files || !files->empty();
}

Result<std::deque<Table>> open_folders(std::span<const std::filesystem::path> folders, const Rules& rules,
                                       std::size_t cache_bytes, std::vector<LeftOut>* left_out) {
  const auto files = files_by_name(folders);
  if (!files) return files.error();
  std::deque<Table> tables;
  if (files->empty()) return tables;
  if (!rules.syzygy)
    return Error{ErrorCode::unsupported,
                 files->begin()->second.string() + ": a Syzygy table of chess, not of " + std::string(rules.name)};
  const auto cache = std::make_shared<PageCache>(std::min<std::uint64_t>(cache_bytes, room_for(*files)));
  for (const auto& [name, path] : *files) {
    if (path.extension() != kWdlSuffix) continue;
    Result<Table> table = open_results(path, rules, cache);
    if (table)
      if (const auto distances = files->find(path.stem().string() + std::string(kDtzSuffix)); distances != files->end())
        if (const Result<void> added = table->add_distances(distances->second, cache); !added)
          if (!leave_out(left_out, distances->second, added.error())) return added.error();
    if (table)
      tables.push_back(std::move(*table));
    else if (!leave_out(left_out, path, table.error()))
      return table.error();
  }
  return tables;
}

}  // namespace bookends::tables::syzygy
