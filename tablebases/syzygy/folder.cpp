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

// The files of all folders by their names, of one name in the order of the folders.
using FilesByName = std::map<std::string, std::vector<std::filesystem::path>>;

Result<FilesByName> files_by_name(std::span<const std::filesystem::path> folders) {
  FilesByName files;
  for (const std::filesystem::path& folder : folders) {
    const auto here = files_of(folder);
    if (!here) return here.error();
    for (const std::filesystem::path& path : *here) files[path.filename().string()].push_back(path);
  }
  return files;
}

// Of a cache that holds all their pages: its sets are a power of two.
std::uint64_t room_for(const FilesByName& files) {
  std::uint64_t bytes = 0;
  for (const auto& [name, paths] : files) {
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(paths.front(), unknown);
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

// Where files may be left out, the first sound one of a name counts.
Result<void> add_distances(Table& table, const std::string& stem, const FilesByName& files,
                           const std::shared_ptr<PageCache>& cache, std::vector<LeftOut>* left_out) {
  const auto named = files.find(stem + std::string(kDtzSuffix));
  if (named == files.end()) return {};
  for (const std::filesystem::path& path : named->second) {
    const Result<void> added = table.add_distances(path, cache);
    if (added || !leave_out(left_out, path, added.error())) return added;
  }
  return {};
}

Result<void> add_table(std::deque<Table>& tables, const std::vector<std::filesystem::path>& paths, const Rules& rules,
                       const FilesByName& files, const std::shared_ptr<PageCache>& cache,
                       std::vector<LeftOut>* left_out) {
  for (const std::filesystem::path& path : paths) {
    Result<Table> table = open_results(path, rules, cache);
    if (!table && leave_out(left_out, path, table.error())) continue;
    if (!table) return table.error();
    const Result<void> added = add_distances(*table, path.stem().string(), files, cache, left_out);
    if (added) tables.push_back(std::move(*table));
    return added;
  }
  return {};
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
    return Error{ErrorCode::unsupported, files->begin()->second.front().string() +
                                             ": a Syzygy table of chess, not of " + std::string(rules.name)};
  const auto cache = std::make_shared<PageCache>(std::min<std::uint64_t>(cache_bytes, room_for(*files)));
  for (const auto& [name, paths] : *files) {
    if (paths.front().extension() != kWdlSuffix) continue;
    const Result<void> added = add_table(tables, paths, rules, *files, cache, left_out);
    if (!added) return added.error();
  }
  return tables;
}

}  // namespace bookends::tables::syzygy
