#include "gen/options/shipped_file.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <system_error>

#include "gen/options/net_choice.h"

namespace bookends {

std::string shipped_or_same(const std::string& name) {
  const std::filesystem::path path = name, folder = folder_of_nets();
  std::error_code ignored;
  if (path.has_parent_path() || folder.empty() || std::filesystem::exists(path, ignored)) return name;
  const std::filesystem::path shipped = folder / path;
  return std::filesystem::is_regular_file(shipped, ignored) ? shipped.string() : name;
}

void find_shipped(CLI::Option* option) { option->transform(shipped_or_same); }

}  // namespace bookends
