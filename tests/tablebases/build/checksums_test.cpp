// The published checksums: what is built here today has the bytes that everyone else's tables have.
//
// BOOKENDS_UPDATE_DATA=1 in the environment writes tests/data/table-checksums.tsv anew, after a change of the packer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "core/io/checksum.h"
#include "tests/tablebases/table_support.h"

namespace bookends::tables::test {
namespace {

const std::filesystem::path kList =
    std::filesystem::path(BOOKENDS_SOURCE_DIR) / "tests" / "data" / "table-checksums.tsv";
constexpr std::string_view kVersionLine = "# zstd ";

struct Built {
  std::uint64_t bytes = 0;
  std::string checksum;
  bool operator==(const Built&) const = default;
};
using Files = std::map<std::pair<std::string, std::string>, Built>;  // by game and file name

void add(const Rules& rules, int men, Files& files) {
  const TemporaryFolder folder;
  build_men(rules, men, folder.path());
  const std::vector<std::filesystem::path> paths = table_files(folder.path()).value();
  for (const auto& path : paths) {
    const std::vector<std::byte> bytes = bytes_of(path);
    files[{std::string(rules.name), path.filename().string()}] = {bytes.size(), hexadecimal(checksum(bytes))};
  }
}

struct Published {
  std::string zstd;
  Files files;
};

Published published() {
  Published all;
  std::ifstream in(kList);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(kVersionLine)) all.zstd = line.substr(kVersionLine.size());
    if (line.starts_with('#') || line.starts_with("game\t")) continue;
    std::istringstream fields(line);
    std::string game, name;
    Built built;
    fields >> game >> name >> built.bytes >> built.checksum;
    all.files[{game, name}] = built;
  }
  return all;
}

void publish(const Files& files) {
  std::ofstream out(kList);
  out << "# XXH3-64 of whole table files, as `bookends tables build GAME --men N` writes them with default settings.\n"
         "# The bytes depend on the version of zstd. These are those of\n"
      << kVersionLine << ZSTD_versionString() << "\n"
      << "game\tfile\tbytes\txxh3\n";
  for (const auto& [name, built] : files)
    out << name.first << '\t' << name.second << '\t' << built.bytes << '\t' << built.checksum << '\n';
  ASSERT_TRUE(out.flush());
}

TEST(ChecksumsSlow, OfFilesBuiltHereAreThePublishedOnes) {
  Files files;
  add(games::fragments, 4, files);
  for (const Rules* game : {&games::gardner, &games::makruk, &games::chess}) add(*game, 3, files);
  if (std::getenv("BOOKENDS_UPDATE_DATA") != nullptr) publish(files);
  const Published right = published();
  ASSERT_EQ(right.files.size(), files.size());
  if (right.zstd != ZSTD_versionString())
    GTEST_SKIP() << "published for zstd " << right.zstd << ", this is " << ZSTD_versionString();
  std::vector<std::string> others;
  for (const auto& [name, built] : files) {
    const auto at = right.files.find(name);
    if (at == right.files.end() || at->second != built) others.push_back(name.first + " " + name.second);
  }
  EXPECT_THAT(others, testing::IsEmpty()) << "other bytes than published: if that is meant, BOOKENDS_UPDATE_DATA=1";
}

}  // namespace
}  // namespace bookends::tables::test
