// End to end: built files have the statistics that independent programs counted (tests/data).
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "tablebases/probe/probe.h"
#include "tablebases/review/statistics.h"
#include "tests/tablebases/table_support.h"

namespace bookends::tables::test {
namespace {

struct Row {
  std::uint64_t legal = 0, win = 0, draw = 0, loss = 0, checkmated = 0, stalemated = 0;
  int max_win_plies = 0, max_loss_plies = 0;
};

std::map<std::string, Row> truth() {
  std::ifstream in(std::filesystem::path(BOOKENDS_SOURCE_DIR) / "tests/data/fragments-endings.tsv");
  std::map<std::string, Row> rows;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    std::string ending, stm;
    Row r;
    fields >> ending >> stm >> r.legal >> r.win >> r.draw >> r.loss >> r.checkmated >> r.stalemated >>
        r.max_win_plies >> r.max_loss_plies;
    rows[ending + " " + stm] = r;
  }
  return rows;
}

TEST(TableTruth, FilesOfFourMenSlow) {
  constexpr const Rules& game = games::fragments;
  const TemporaryFolder folder;
  build_men(game, 4, folder.path());
  std::vector<NamedStatistics> rows;
  append_bare_kings(game, rows);
  const auto files = table_files(folder.path()).value();
  for (const auto& path : files) append_statistics(game, TableFile::open(path)->header(), rows);
  std::map<std::string, SideStatistics> found;
  for (const auto& row : rows) found[row.ending + " " + row.stm] = row.statistics;

  const auto expected = truth();
  ASSERT_EQ(expected.size(), 42u);
  for (const auto& [name, row] : expected) {
    ASSERT_TRUE(found.contains(name)) << name;
    const SideStatistics& s = found[name];
    EXPECT_EQ(s.legal, row.legal) << name;
    EXPECT_EQ(s.wins(), row.win) << name;
    EXPECT_EQ(s.draws, row.draw) << name;
    EXPECT_EQ(s.losses(), row.loss) << name;
    EXPECT_EQ(s.checkmated, row.checkmated) << name;
    EXPECT_EQ((s.decided.empty() ? 0 : s.decided[0]) - s.checkmated, row.stalemated) << name;
    EXPECT_EQ(s.max_win_plies(), row.max_win_plies) << name;
    EXPECT_EQ(s.max_loss_plies(), row.max_loss_plies) << name;
  }
}

TEST(TableTruth, ExamplesTakeAsLongAsTheyShould) {
  constexpr const Rules& game = games::fragments;
  const TemporaryFolder folder;
  build(game, {"KRvKR", "KNvKP"}, folder.path());
  const auto tables = Tables<games::fragments>::open(folder.path());
  ASSERT_TRUE(tables.ok());
  std::vector<NamedStatistics> rows;
  for (const char* name : {"KRvKR.bkt", "KNvKP.bkt", "KPvK.bkt"})
    append_statistics(game, TableFile::open(folder / name)->header(), rows);
  int examples = 0;
  for (const NamedStatistics& row : rows) {
    const auto check = [&](const std::string& fen, int plies) {
      ASSERT_EQ(fen.empty(), plies < 0);
      if (fen.empty()) return;
      const auto position = Position<games::fragments>::from_fen(fen);
      ASSERT_TRUE(position.ok()) << fen;
      EXPECT_EQ(position->turn(), row.stm == 'w' ? Color::white : Color::black) << row.ending;
      EXPECT_EQ((*tables)->probe(*position).value.plies, plies) << row.ending << " " << fen;
      ++examples;
    };
    check(row.longest_win, row.statistics.max_win_plies());
    check(row.longest_loss, row.statistics.max_loss_plies());
  }
  EXPECT_EQ(examples, 20);
}

}  // namespace
}  // namespace bookends::tables::test
