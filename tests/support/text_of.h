// A file as text.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace bookends::test {

// All its bytes; none where there is no such file.
inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace bookends::test
