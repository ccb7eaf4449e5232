// The kinds of files that we make, told apart by what they hold.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "tools/verify/findings.h"

namespace bookends {

struct KindOfFile {
  std::string_view name;                             // "table"
  std::string_view suffix;                           // of its name, or all of it; "" where there is none
  bool (*recognises)(std::span<const std::byte> s);  // all bytes of a small file, or the first of a large one
  bool by_pieces;                                    // the check of a file on disk needs the beginning alone
  CheckOfFile check;
};

// So many first bytes tell the kind of a file that has a mark, and a plan, unless its folder's name is very long.
inline constexpr std::size_t kBeginning = 4096;

// In the order in which they are tried: those that any bytes could be come last.
std::span<const KindOfFile> kinds_of_files();

// Null for what is none of them.
const KindOfFile* kind_of_file(std::span<const std::byte> bytes);

// The kind that a file's name tells, null: none. Such a file of a folder is checked, whatever is in it.
const KindOfFile* kind_by_name(std::string_view file_name);

}  // namespace bookends
