// Solutions against numbers made by programs that share nothing with the solver.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/tablebases/solve_support.h"

namespace bookends::tables {
namespace {

constexpr const Rules& F = games::fragments;

struct Counts {
  std::int64_t legal = 0, win = 0, draw = 0, loss = 0, mated = 0, stalemated = 0;
  int max_win = -1, max_loss = -1;
};

// Counts every placement: no symmetry reduction.
template <const Rules& R>
Counts count(Solved<R>& solved, const Ending& ending, int side) {
  const PlacementIndex<R>& index = solved.index(ending);
  const auto& codes = solved.solution(ending).dtm[slot(side)];
  Counts c;
  for (std::uint64_t number = 0; number < codes.size(); ++number) {
    const DtmCode code = codes[number];
    if (code == kIllegal) continue;
    const int n = index.multiplicity(number);
    c.legal += n;
    if (code == kDrawCode) c.draw += n;
    if (is_win(code)) c.win += n, c.max_win = std::max(c.max_win, plies_of(code));
    if (is_loss(code)) c.loss += n, c.max_loss = std::max(c.max_loss, plies_of(code));
    if (code == decided_in(0)) (position_at(index, number, side)->in_check() ? c.mated : c.stalemated) += n;
  }
  return c;
}

struct Row {
  std::string ending, counts;
  int side = 0;
};

std::vector<Row> truth() {
  std::ifstream file(BOOKENDS_SOURCE_DIR "/tests/data/fragments-endings.tsv");
  std::vector<Row> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    Row row;
    std::string side;
    fields >> row.ending >> side;
    row.side = side == "w" ? 0 : 1;
    for (int i = 0; i < 8; ++i) {
      std::string field;
      fields >> field;
      row.counts += field + " ";
    }
    rows.push_back(row);
  }
  return rows;
}

// The ending as a row names it: "KvKQ" is KQvK with White as the second side.
TEST(SolveTruth, EveryRowOfFragments) {
  const std::vector<Row> rows = truth();
  ASSERT_EQ(rows.size(), 42u);
  auto& solved = Solved<F>::upto(4);
  for (const Row& row : rows) {
    const Ending ending = *parse_ending(F, row.ending);
    const bool swapped = ending_name(F, ending) != row.ending;
    const Counts c = count(solved, ending, swapped ? 1 - row.side : row.side);
    EXPECT_EQ(fmt::format("{} {} {} {} {} {} {} {} ", c.legal, c.win, c.draw, c.loss, c.mated, c.stalemated, c.max_win,
                          c.max_loss),
              row.counts)
        << row.ending << " " << row.side;
  }
}

// Where stalemate draws, no side without mating material wins, and a bishop or a knight alone draws.
TEST(SolveTruth, StalemateDrawnChangesTheMinorPieces) {
  auto& lost = Solved<F>::upto(3);
  auto& drawn = Solved<games::fragments_sd>::upto(3);
  const auto losses = [](auto& solved, std::string_view name) { return count(solved, *parse_ending(F, name), 1).loss; };
  EXPECT_EQ(losses(lost, "KNvK"), 7932);
  EXPECT_EQ(losses(drawn, "KNvK"), 0);
  EXPECT_EQ(losses(lost, "KBvK"), 8328);
  EXPECT_EQ(losses(drawn, "KBvK"), 0);
  EXPECT_GT(losses(drawn, "KRvK"), 0);
}

void expect_longest(std::string_view name, int side, int plies) {
  const Ending ending = *parse_ending(games::chess, name);
  const auto& codes = Solved<games::chess>::upto(ending.men()).solution(ending).dtm[slot(side)];
  int longest = -1;
  for (std::uint64_t i = 0; i < codes.size(); ++i)
    if (is_win(codes[i])) longest = std::max(longest, plies_of(codes[i]));
  EXPECT_EQ(longest, plies) << name;
}

// The longest wins of chess, published in moves: n moves are 2n - 1 plies.
TEST(SolveTruth, LongestWinsOfChessWithThreeMen) {
  expect_longest("KQvK", 0, 2 * 10 - 1);
  expect_longest("KRvK", 0, 2 * 16 - 1);
  expect_longest("KPvK", 0, 2 * 28 - 1);
  expect_longest("KBvK", 0, -1);
  expect_longest("KNvK", 0, -1);
}

TEST(SolveTruthSlow, LongestWinsOfChessWithFourMen) {
  const std::vector<std::tuple<const char*, int, int>> published{
      {"KBBvK", 0, 19}, {"KBNvK", 0, 33}, {"KNNvK", 0, 1},  {"KQvKQ", 0, 13}, {"KQvKR", 0, 35},
      {"KQvKB", 0, 17}, {"KQvKN", 0, 21}, {"KRvKR", 0, 19}, {"KRvKB", 0, 29}, {"KRvKN", 0, 40},
      {"KBvKN", 0, 1},  {"KNvKN", 0, 1},  {"KQvKP", 0, 28}, {"KQvKP", 1, 29}, {"KRvKP", 0, 26},
      {"KRvKP", 1, 43}, {"KBvKP", 1, 29}, {"KNvKP", 1, 29}, {"KNvKP", 0, 7},  {"KPvKP", 0, 33},
      {"KQPvK", 0, 10}, {"KRPvK", 0, 16}, {"KBPvK", 0, 31}, {"KNPvK", 0, 27}, {"KPPvK", 0, 32}};
  for (const auto& [name, side, moves] : published) expect_longest(name, side, 2 * moves - 1);
}

}  // namespace
}  // namespace bookends::tables
