// What the check of one file is given, and what it finds.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace bookends {

struct FileToVerify {
  std::string name;                  // for messages
  std::span<const std::byte> bytes;  // all of it; of one that is on disk the beginning may be enough for its kind
  bool on_disk = false;              // `name` is where: what is large can be read piece by piece
  int threads = 1;                   // 0 = all there are
  Progress& progress;
};

// Of a file that is sound.
struct Findings {
  std::string game;     // empty where the file does not say it
  std::string holds;    // "KRvK, 12 blocks"
  std::string warning;  // what is no damage, but good to know; else empty
};

using CheckOfFile = Result<Findings> (*)(const FileToVerify& file);

}  // namespace bookends
