// Table files: written and read again, and every kind of damage noticed.
#include "tablebases/file/table_file.h"

#include <gtest/gtest.h>

#include <optional>

#include "tablebases/probe/probe.h"
#include "tablebases/review/placement.h"
#include "tablebases/review/whole_table.h"
#include "tests/tablebases/plain_writer.h"

namespace bookends::tables::test {
namespace {

using games::fragments;

// Fills the folder with the one table that KQvK needs.
void write_small(const std::filesystem::path& folder) { Solutions<fragments>({"KQvK"}).write(folder, {}); }

// What reading everything in the file gives: nothing, or the error.
std::optional<Error> trouble(const std::filesystem::path& path) {
  const auto file = TableFile::open(path);
  if (!file) return file.error();
  if (const auto read = verify_blocks(*file, 1); !read) return read.error();
  return std::nullopt;
}

// Every block decodes to what its section says.
TEST(TableFiles, BlocksHaveTheirSizes) {
  const TemporaryFolder folder;
  Solutions<games::chess>({"KRvK"}).write(folder.path(), {});
  const auto file = TableFile::open(folder / "KRvK.bkt");
  ASSERT_TRUE(file.ok()) << file.error().message;
  EXPECT_EQ(file->header().ending, "KRvK");
  EXPECT_EQ(&file->rules(), *find_game("chess"));
  ReadScratch scratch;
  for (const Section& section : file->header().sections)
    for (std::size_t block = 0; block < section.block_count(); ++block) {
      std::vector<std::byte> out(section.most_bytes(block));
      const auto size = file->read_block(section, block, scratch, out);
      ASSERT_TRUE(size.ok()) << size.error().message;
      if (has_fixed_size(section.metric)) {
        EXPECT_EQ(*size, out.size());
      }
      EXPECT_LE(*size, out.size());
    }
}

TEST(TableFileDamage, EveryFlippedByte) {
  const TemporaryFolder folder;
  write_small(folder.path());
  ASSERT_FALSE(trouble(folder / "KQvK.bkt"));
  auto bytes = bytes_of(folder / "KQvK.bkt");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] ^= std::byte{0x10};
    put_bytes(folder / "y.bkt", bytes);
    const auto error = trouble(folder / "y.bkt");
    ASSERT_TRUE(error) << "byte " << i;
    ASSERT_EQ(error->code, ErrorCode::corrupt) << error->message;
    ASSERT_NE(error->message.find("y.bkt"), std::string::npos);
    bytes[i] ^= std::byte{0x10};
  }
}

TEST(TableFileDamage, EveryTruncation) {
  const TemporaryFolder folder;
  write_small(folder.path());
  const auto bytes = bytes_of(folder / "KQvK.bkt");
  for (std::size_t n = 0; n < bytes.size(); n += n < 600 ? 1 : 7) {
    put_bytes(folder / "y.bkt", std::span(bytes).first(n));
    const auto error = trouble(folder / "y.bkt");
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
  write_small(folder.path());
  const TableHeader header = TableFile::open(folder / "KQvK.bkt")->header();
  auto bytes = bytes_of(folder / "KQvK.bkt");
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
  EXPECT_EQ(table_files(folder.path()).error().code, ErrorCode::not_found);
  EXPECT_EQ(table_files(folder / "nowhere").error().code, ErrorCode::not_found);
  EXPECT_TRUE(trouble(folder.path()));
}

std::filesystem::path golden(const std::string& name) {
  return std::filesystem::path(BOOKENDS_SOURCE_DIR) / "tests/data" / name;
}

// Every later reader reads the file that was written when the format was new, though every later writer may choose
// other orders and other bytes: all its positions have the values that are solved today.
TEST(GoldenTable, FormatThreeAnswersAllPositions) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(golden("table-format-3-fragments-KQvK.bkt"), folder / "KQvK.bkt");
  ASSERT_FALSE(trouble(folder / "KQvK.bkt"));
  const TableHeader header = TableFile::open(folder / "KQvK.bkt")->header();
  EXPECT_TRUE(header.has(Metric::dtm));
  EXPECT_EQ(header.game, "fragments");
  const auto tables = Tables<fragments>::open(folder.path());
  ASSERT_TRUE(tables.ok()) << tables.error().message;
  Solutions<fragments> solutions({"KQvK"});
  const Solution& solution = solutions.at("KQvK");
  const PlacementIndex<fragments> index(solution.ending);
  int positions = 0;
  for (int side = 0; side < 2; ++side)
    for (std::uint64_t i = 0; i < index.size(); ++i) {
      const DtmCode code = solution.dtm[slot(side)][i];
      if (code == kIllegal) continue;
      const Position<fragments> position = position_of_number(index, i, side).value();
      const Probed probed = (*tables)->probe(position);
      ASSERT_EQ(probed.status, ProbeStatus::ok);
      ASSERT_EQ(static_cast<int>(probed.value.wdl), is_win(code) ? 1 : is_loss(code) ? -1 : 0) << position.fen();
      ASSERT_EQ(probed.value.plies, is_decided(code) ? plies_of(code) : -1) << position.fen();
      ++positions;
    }
  EXPECT_GT(positions, 1000);
}

// A file of an older format is refused by name, not taken for a damaged one.
TEST(GoldenTable, OlderFormatsAreRefused) {
  for (const std::string format : {"1", "2"}) {
    const std::string name = "table-format-" + format + "-fragments-KQvK.bkt";
    const auto error = trouble(golden(name));
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, ErrorCode::unsupported) << error->message;
    EXPECT_NE(error->message.find(name + ": table format " + format +
                                  " (this program reads format 3; `bookends tables build` makes"),
              std::string::npos)
        << error->message;
  }
}

}  // namespace
}  // namespace bookends::tables::test
