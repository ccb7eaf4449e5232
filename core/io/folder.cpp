#include "core/io/folder.h"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>

#include "core/io/file.h"

namespace bookends {
namespace {

struct CloseFolder {
  void operator()(DIR* open) const { ::closedir(open); }
};

Error refused(const std::filesystem::path& folder, int error) {
  if (error == ENOENT) return {ErrorCode::not_found, "no such folder: " + folder.string()};
  return io_error("cannot read", folder, error);
}

}  // namespace

Result<std::vector<std::filesystem::path>> entries_of(const std::filesystem::path& folder) {
  const std::unique_ptr<DIR, CloseFolder> open(::opendir(folder.c_str()));
  if (!open) return refused(folder, errno);
  std::vector<std::filesystem::path> entries;
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(open.get());
    if (entry == nullptr && errno != 0) return refused(folder, errno);
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") entries.push_back(folder / name);
  }
  std::ranges::sort(entries);
  return entries;
}

}  // namespace bookends
