// Table files: written and read again, and every kind of damage noticed.
#include "tablebases/table_file.h"

#include <gtest/gtest.h>

#include <optional>

#include "tablebases/placement.h"
#include "tablebases/whole_table.h"
#include "tests/tablebases/table_support.h"

namespace bookends::tables::test {
namespace {

constexpr const Rules& kGame = games::fragments;

// A small file of invented values; the statistics are not looked at here.
TableHeader write_invented(const std::filesystem::path& path, const Solution& solution,
                           const WriteSettings& settings = {}, int threads = 1) {
  const std::vector<SideStatistics> statistics(solution.ending.symmetric() ? 1 : 2);
  const auto header = write_table(path, kGame, solution, statistics, settings, threads);
  EXPECT_TRUE(header.ok()) << header.error().message;
  return *header;
}

// What reading everything in the file gives: nothing, or the error.
std::optional<Error> trouble(const std::filesystem::path& path, bool mapped = true) {
  const auto file = TableFile::open(path, mapped);
  if (!file) return file.error();
  if (const auto read = verify_blocks(*file, 1); !read) return read.error();
  return std::nullopt;
}

class TableFiles : public testing::TestWithParam<const char*> {};

TEST_P(TableFiles, RoundTrip) {
  const TemporaryFolder folder;
  const Ending of = ending(kGame, GetParam());
  const Solution solution = invented(of, 70001, 5, 700);
  WriteSettings settings;
  settings.block_log = 12;
  write_invented(folder / "x.bkt", solution, settings);
  for (const bool mapped : {true, false}) {
    const auto file = TableFile::open(folder / "x.bkt", mapped);
    ASSERT_TRUE(file.ok()) << file.error().message;
    EXPECT_EQ(file->header().ending, GetParam());
    EXPECT_EQ(&file->rules(), *find_game(kGame.name));
    for (int side = 0; side < file->header().sides; ++side) {
      const auto codes = read_codes(*file, side, 2);
      ASSERT_TRUE(codes.ok());
      const auto& original = solution.dtm[static_cast<std::size_t>(side)];
      for (std::size_t i = 0; i < original.size(); ++i)
        if (original[i] != kIllegal) {
          ASSERT_EQ((*codes)[i], original[i]) << i;
        }
    }
  }
}
INSTANTIATE_TEST_SUITE_P(BothKinds, TableFiles, testing::Values("KQvKR", "KRvKR"));

TEST(TableFileBytes, DoNotDependOnThreads) {
  const TemporaryFolder folder;
  const Solution solution = invented(ending(kGame, "KQvKP"), 200000, 9);
  WriteSettings settings;
  settings.block_log = 12;
  write_invented(folder / "1.bkt", solution, settings, 1);
  write_invented(folder / "2.bkt", solution, settings, 2);
  write_invented(folder / "3.bkt", solution, settings, 3);
  EXPECT_EQ(bytes_of(folder / "1.bkt"), bytes_of(folder / "2.bkt"));
  EXPECT_EQ(bytes_of(folder / "1.bkt"), bytes_of(folder / "3.bkt"));
}

TEST(TableFileDamage, EveryFlippedByte) {
  const TemporaryFolder folder;
  write_invented(folder / "x.bkt", invented(ending(kGame, "KQvK"), 900, 3));
  ASSERT_FALSE(trouble(folder / "x.bkt"));
  auto bytes = bytes_of(folder / "x.bkt");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] ^= std::byte{0x10};
    put_bytes(folder / "y.bkt", bytes);
    const auto error = trouble(folder / "y.bkt", i % 2 == 0);
    ASSERT_TRUE(error) << "byte " << i;
    ASSERT_EQ(error->code, ErrorCode::corrupt) << error->message;
    ASSERT_NE(error->message.find("y.bkt"), std::string::npos);
    bytes[i] ^= std::byte{0x10};
  }
}

TEST(TableFileDamage, EveryTruncation) {
  const TemporaryFolder folder;
  write_invented(folder / "x.bkt", invented(ending(kGame, "KQvK"), 300, 3));
  const auto bytes = bytes_of(folder / "x.bkt");
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    put_bytes(folder / "y.bkt", std::span(bytes).first(n));
    const auto error = trouble(folder / "y.bkt", n % 2 == 0);
    ASSERT_TRUE(error) << n;
    ASSERT_EQ(error->code, ErrorCode::corrupt) << error->message;
  }
  auto longer = bytes;
  longer.push_back(std::byte{0});
  put_bytes(folder / "y.bkt", longer);
  EXPECT_EQ(trouble(folder / "y.bkt")->code, ErrorCode::corrupt);
}

TEST(TableFileDamage, OtherRulesAreRefused) {
  const TemporaryFolder folder;
  const Solution solution = invented(ending(kGame, "KQvK"), 100, 1);
  TableHeader header = write_invented(folder / "x.bkt", solution);
  auto bytes = bytes_of(folder / "x.bkt");
  for (const bool unknown_game : {false, true}) {
    TableHeader other = header;
    if (unknown_game)
      other.game = "xxxxxxxxx";
    else
      other.fingerprint ^= 1;
    const auto encoded = encode_header(other);
    std::copy(encoded.begin(), encoded.end(), bytes.begin());
    put_bytes(folder / "y.bkt", bytes);
    const auto error = trouble(folder / "y.bkt");
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, ErrorCode::unsupported) << error->message;
  }
}

TEST(TableFileDamage, NoFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(trouble(folder / "x.bkt")->code, ErrorCode::not_found);
  EXPECT_EQ(trouble(folder / "x.bkt", false)->code, ErrorCode::not_found);
  EXPECT_EQ(table_files(folder.path()).error().code, ErrorCode::not_found);
  EXPECT_EQ(table_files(folder / "nowhere").error().code, ErrorCode::not_found);
  EXPECT_TRUE(trouble(folder.path()));
}

// One file of every format version ever released: its values are those of today's solver.
TEST(GoldenTable, FormatOneIsStillRead) {
  const auto golden = std::filesystem::path(BOOKENDS_SOURCE_DIR) / "tests/data/table-format-1-fragments-KQvK.bkt";
  const TemporaryFolder folder;
  build(kGame, {"KQvK"}, folder.path());
  const auto old_file = TableFile::open(golden);
  const auto new_file = TableFile::open(folder / "KQvK.bkt");
  ASSERT_TRUE(old_file.ok()) << old_file.error().message;
  ASSERT_TRUE(new_file.ok()) << new_file.error().message;
  EXPECT_EQ(old_file->header().statistics, new_file->header().statistics);
  const PlacementIndex<games::fragments> index(ending(kGame, "KQvK"));
  for (int side = 0; side < 2; ++side) {
    auto before = read_codes(*old_file, side, 1).value(), now = read_codes(*new_file, side, 1).value();
    mark_illegal(index, side, before, 1);
    mark_illegal(index, side, now, 1);
    EXPECT_EQ(before, now);
  }
}

}  // namespace
}  // namespace bookends::tables::test
