#include "gen/output_file.h"

#include <fstream>
#include <utility>

namespace bookends {

OutputKind kind_beginning_with(std::string name, std::string begin) {
  return {std::move(name), [begin = std::move(begin)](const std::filesystem::path& path) {
            std::string first(begin.size(), '\0');
            std::ifstream(path, std::ios::binary).read(first.data(), static_cast<std::streamsize>(first.size()));
            return first == begin;
          }};
}

Result<void> check_output(const std::filesystem::path& out, const OutputKind& kind, bool force) {
  std::error_code ignored;
  if (!std::filesystem::exists(out, ignored)) return {};
  if (!std::filesystem::is_regular_file(out, ignored))
    return Error{ErrorCode::io, "cannot write " + out.string() + ": not a regular file"};
  if (std::filesystem::is_empty(out, ignored)) return {};
  const std::string there = out.string() + " is there already";
  if (!kind.matches(out))
    return Error{ErrorCode::unsupported, there + " and is no " + kind.name + "; choose another name"};
  if (!force) return Error{ErrorCode::invalid_argument, there + "; --force replaces it"};
  return {};
}

}  // namespace bookends
