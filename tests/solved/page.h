// books/SOLVED.md and its pictures, made from the certificates and the files of what they took.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/base/result.h"

namespace bookends::test {

struct SolvedFiles {
  std::string page;                             // SOLVED.md
  std::map<std::string, std::string> pictures;  // by name, in proofs/boards
};

// `books` is the folder of SOLVED.md. Errors: those of the files; corrupt (they contradict each other).
Result<SolvedFiles> make_solved_page(const std::filesystem::path& books, const std::filesystem::path& results);

}  // namespace bookends::test
