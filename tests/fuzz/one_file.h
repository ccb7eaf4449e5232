// Files for readers that open what they read themselves.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "tests/fuzz/targets.h"

namespace bookends::test {

// A folder of this process with one file in it, in memory where that can be.
class OneFile {
 public:
  explicit OneFile(const std::string& name) : folder_(base() / ("bookends-fuzz-" + std::to_string(getpid()) + name)) {
    std::filesystem::create_directories(folder_);
    path_ = folder_ / name;
  }
  ~OneFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  OneFile(const OneFile&) = delete;
  OneFile& operator=(const OneFile&) = delete;

  void hold(FuzzInput input) const {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(input.data()), static_cast<std::streamsize>(input.size()));
  }
  // Another file; of no bytes there is none.
  void hold_beside(const std::string& name, FuzzInput input) const {
    std::error_code ignored;
    if (input.empty())
      std::filesystem::remove(folder_ / name, ignored);
    else
      std::ofstream(folder_ / name, std::ios::binary)
          .write(reinterpret_cast<const char*>(input.data()), static_cast<std::streamsize>(input.size()));
  }
  const std::filesystem::path& folder() const { return folder_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  static std::filesystem::path base() {
    const std::filesystem::path memory = "/dev/shm";
    return std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path();
  }

  std::filesystem::path folder_, path_;
};

}  // namespace bookends::test
