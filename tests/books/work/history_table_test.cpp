// Reading how a build or a proof went.
#include "books/work/history_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/file.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

Result<HistoryTable> read_as(const std::string& text) {
  const TemporaryFolder folder;
  EXPECT_TRUE(write_file(folder.path() / kHistoryFile, as_bytes(text)));
  return read_history(folder.path() / kHistoryFile);
}

TEST(HistoryTable, IsReadAsItIsWritten) {
  const auto table = read_as("seconds\tpositions\tvalue1\n0.5\t20\t-31\n1e2\t40\t12\n");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_THAT(table->columns, ElementsAre("seconds", "positions", "value1"));
  EXPECT_THAT(table->rows, ElementsAre(ElementsAre(0.5, 20, -31), ElementsAre(100, 40, 12)));
  EXPECT_EQ(table->find("value1"), 2u);
  EXPECT_FALSE(table->find("value2"));
}

TEST(HistoryTable, LeavesOutALineThatIsNotFinished) {
  const auto table = read_as("seconds\tpositions\n1\t2\n3\t45");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_THAT(table->rows, ElementsAre(ElementsAre(1, 2)));
}

TEST(HistoryTable, RefusesWhatIsNone) {
  for (const char* line : {"1\t2\t3", "1", "", "1\tx", "1\t2 3", "1\tnan", "1\tinf", "\t"}) {
    const auto table = read_as("seconds\tpositions\n0\t1\n" + std::string(line) + "\n");
    ASSERT_FALSE(table) << line;
    EXPECT_EQ(table.error().code, ErrorCode::corrupt);
    EXPECT_THAT(table.error().message, HasSubstr("line 3 is not 2 numbers")) << line;
  }
  EXPECT_FALSE(read_as(""));
  EXPECT_EQ(read_history("nowhere/history.tsv").error().code, ErrorCode::not_found);
}

TEST(HistoryTable, IsThinnedWithBothItsEnds) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < 1000; ++i) rows.push_back({static_cast<double>(i)});
  EXPECT_EQ(thinned(rows, 1000), rows);
  const auto few = thinned(rows, 7);
  ASSERT_EQ(few.size(), 7u);
  EXPECT_EQ(few.front()[0], 0);
  EXPECT_EQ(few.back()[0], 999);
  for (std::size_t i = 1; i < few.size(); ++i) EXPECT_NEAR(few[i][0] - few[i - 1][0], 166.5, 1);
}

}  // namespace
}  // namespace bookends
