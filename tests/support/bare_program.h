// A program without what comes with it.
#pragma once

#include <filesystem>
#include <string>

#include "tests/support/temporary_folder.h"

namespace bookends::test {

// A copy in the folder, where none of the networks are beside it, only the libraries that it was built with.
inline std::string bare_program(const TemporaryFolder& folder, const std::filesystem::path& program) {
  const std::filesystem::path built = program.parent_path().parent_path(), copy = folder / "bin" / program.filename();
  std::filesystem::create_directories(copy.parent_path());
  std::filesystem::copy_file(program, copy, std::filesystem::copy_options::overwrite_existing);
  for (const char* library : {"books", "tablebases"})
    if (!std::filesystem::exists(folder / library))
      std::filesystem::create_directory_symlink(built / library, folder / library);
  return copy;
}

}  // namespace bookends::test
