// Shared by the tests of table files: small tables, and bytes to damage.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/io/file.h"
#include "core/rules/games.h"
#include "tablebases/build/build.h"
#include "tablebases/file/table_file.h"
#include "tablebases/material/index.h"
#include "tests/support/temporary_folder.h"

namespace bookends::tables::test {

using bookends::test::TemporaryFolder;

inline Ending ending(const Rules& rules, std::string_view name) { return parse_ending(rules, name).value(); }

// Builds what the names need; the summary's numbers are the caller's to check.
inline BuildSummary build(const Rules& rules, const std::vector<std::string>& names,
                          const std::filesystem::path& folder, const BuildOptions& options = {}) {
  std::vector<Ending> wanted;
  for (const std::string& name : names) wanted.push_back(ending(rules, name));
  Progress progress;
  const auto summary = build_tables(rules, closure(rules, wanted), folder, options, progress, [](std::string_view) {});
  EXPECT_TRUE(summary.ok()) << summary.error().message;
  return summary.ok() ? *summary : BuildSummary{};
}

inline BuildSummary build_men(const Rules& rules, int men, const std::filesystem::path& folder,
                              const BuildOptions& options = {}) {
  Progress progress;
  const auto summary = build_tables(rules, closure(rules, endings_up_to(rules, men)), folder, options, progress,
                                    [](std::string_view) {});
  EXPECT_TRUE(summary.ok()) << summary.error().message;
  return summary.ok() ? *summary : BuildSummary{};
}

// Values that no solver made, in runs as real ones are; `seed` says which.
inline Solution invented(const Ending& of, std::uint64_t size, unsigned seed, int most_plies = 60) {
  std::mt19937 dice(seed);
  Solution solution{of, {}};
  for (auto& side : solution.dtm) {
    std::vector<DtmCode> codes;
    DtmCode code = kDrawCode;
    for (std::uint64_t i = 0; i < size; ++i) {
      if (dice() % 4 == 0) {
        const unsigned kind = dice() % 4;
        code = kind == 0 ? kDrawCode : kind == 1 ? kIllegal : decided_in(static_cast<int>(dice() % (most_plies + 1)));
      }
      codes.push_back(code);
    }
    side = CodeArray::of(codes);
  }
  return solution;
}

inline std::vector<std::byte> bytes_of(const std::filesystem::path& path) { return read_file(path).value(); }

// The files of a folder, by name.
inline std::map<std::string, std::vector<std::byte>> contents(const std::filesystem::path& folder) {
  std::map<std::string, std::vector<std::byte>> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files[entry.path().filename()] = bytes_of(entry.path());
  return files;
}

// Not by write_file, which waits for the disk: tests damage files by the thousand.
inline void put_bytes(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  ASSERT_TRUE(out.flush());
}

}  // namespace bookends::tables::test
