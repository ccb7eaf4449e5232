#include "tools/match/game/openings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <set>

#include "core/position/outcome.h"
#include "core/search/search.h"
#include "tests/support/temporary_folder.h"

namespace bookends::match {
namespace {

using test::TemporaryFolder;
using testing::HasSubstr;
using testing::SizeIs;

template <const Rules& R = games::fragments>
std::vector<std::string> made(const RandomOpenings& wanted, std::size_t count, int threads = 1) {
  Progress progress;
  std::vector<std::string> fens;
  const std::vector<Position<R>> openings = random_openings<R>(wanted, count, threads, progress).value();
  for (const Position<R>& p : openings) fens.push_back(p.fen());
  return fens;
}

RandomOpenings seeded(std::uint64_t seed) {
  return {.start = "", .plies = 6, .seed = seed, .balance = 100, .depth = 4};
}

TEST(RandomOpeningsOf, ASeedAreTheSameForAnyNumberOfThreads) {
  const auto fens = made(seeded(7), 12);
  EXPECT_THAT(fens, SizeIs(12));
  EXPECT_EQ(made(seeded(7), 12, 3), fens);
  EXPECT_NE(made(seeded(8), 12), fens);
  // More of them begin with the same.
  auto more = made(seeded(7), 16);
  more.resize(12);
  EXPECT_EQ(more, fens);
}

template <const Rules& R>
Score score_of(const std::string& fen) {
  Search<R> search;
  const std::atomic<bool> stop{false};
  SearchLimits limits;
  limits.depth = 4;
  return search.run(Game<R>(Position<R>::from_fen(fen).value()), limits, stop).lines.at(0).score;
}

TEST(RandomOpeningsOf, AnyGameAreDifferentOpenAndBalanced) {
  for (const Rules* rules : all_games())
    with_game(*rules, []<const Rules & R>() {
      const auto fens = made<R>(seeded(1), 5);
      EXPECT_THAT(std::set(fens.begin(), fens.end()), SizeIs(5)) << R.name;
      for (const std::string& fen : fens) {
        EXPECT_FALSE(verdict(Position<R>::from_fen(fen).value()).over()) << fen;
        EXPECT_LE(std::abs(score_of<R>(fen)), 100) << fen;
      }
    });
}

TEST(RandomOpeningsOf, AWiderBalanceAreNotAllBalanced) {
  RandomOpenings wide = seeded(1);
  wide.balance = kInfinite;
  Score worst = 0;
  for (const std::string& fen : made(wide, 20)) worst = std::max(worst, std::abs(score_of<games::fragments>(fen)));
  EXPECT_GT(worst, 100);
}

TEST(RandomOpeningsOf, OneStartComeFromIt) {
  RandomOpenings wanted = seeded(1);
  wanted.plies = 0;
  EXPECT_THAT(made(wanted, 10), testing::ElementsAre(games::fragments.starts[0], games::fragments.starts[1]));
  wanted.start = "start0";
  EXPECT_THAT(made(wanted, 10), testing::ElementsAre(games::fragments.starts[1]));
  // One ply from start0: seven moves, so seven openings and not ten.
  wanted.plies = 1;
  wanted.balance = kInfinite;
  EXPECT_THAT(made(wanted, 10), SizeIs(7));
  wanted.start = "nowhere";
  Progress progress;
  EXPECT_THAT(random_openings<games::fragments>(wanted, 10, 1, progress).error().message, HasSubstr("start0"));
}

TEST(RandomOpeningsOf, NoBalanceAtAllAreAnError) {
  RandomOpenings wanted = seeded(1);
  wanted.start = "start1";
  wanted.plies = 1;
  wanted.balance = 0;
  wanted.depth = 3;
  Progress progress;
  const auto found = random_openings<games::fragments>(wanted, 10, 1, progress);
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("--balance"));
}

Result<std::vector<Position<games::fragments>>> read(const std::string& text) {
  const TemporaryFolder folder;
  std::ofstream(folder / "openings") << text;
  PgnOmissions omitted;
  return read_openings<games::fragments>(folder / "openings", omitted);
}

TEST(OpeningFiles, HoldFenAndEpd) {
  const auto openings = read(
      "# two of them\n"
      "\n"
      "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1\r\n"
      "nqkbr/ppppp/5/PPPPP/RBKQN w - - bm d3; ce 35;\n"
      "4k/p4/5/5/K3R b - -");
  ASSERT_TRUE(openings) << openings.error().message;
  ASSERT_THAT(*openings, SizeIs(3));
  EXPECT_EQ((*openings)[0].fen(), games::fragments.starts[0]);
  EXPECT_EQ((*openings)[1].fen(), games::fragments.starts[1]);
  EXPECT_EQ((*openings)[2].fen(), "4k/p4/5/5/K3R b - - 0 1");
}

TEST(OpeningFiles, MayBePgn) {
  const TemporaryFolder folder;
  std::ofstream(folder / "games")
      << "[Event \"a\"]\n\n1. e4 e5 (1... c5) 2. Nf3 Nc6 *\n\n[Event \"broken\"]\n\n1. Ke3 *\n\n"
         "[Event \"over\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
  PgnOmissions omitted;
  const auto openings = read_openings<games::chess>(folder / "games", omitted);
  ASSERT_TRUE(openings) << openings.error().message;
  ASSERT_THAT(*openings, SizeIs(1));
  EXPECT_EQ((*openings)[0].fen(), "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  EXPECT_EQ(omitted.games.count, 2u);
}

TEST(OpeningFiles, AreRefusedWithTheLine) {
  EXPECT_THAT(read("rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1\n5/5/5/5/5 w\n").error().message, HasSubstr("openings:2: "));
  EXPECT_THAT(read("4k/5/5/5/K4 w - - 0 1\n").error().message, HasSubstr("over already"));
  EXPECT_THAT(read("\n#\n").error().message, HasSubstr("no position"));
  EXPECT_THAT(read("4k/p4/5/5/K3R b - - hmvc 50\n").error().message, HasSubstr("does not end in ;"));
  // A book, say.
  EXPECT_THAT(read("k b w - -\x01\x02\x1b x\n").error().message,
              testing::AllOf(HasSubstr("openings:1: "), testing::Not(testing::ContainsRegex("[\x01-\x1f]"))));
  PgnOmissions omitted;
  EXPECT_EQ(read_openings<games::fragments>("/no/such/file", omitted).error().code, ErrorCode::not_found);
}

TEST(OpeningFiles, AreShuffledBySeed) {
  const auto order = [](std::uint64_t seed) {
    Progress progress;
    RandomOpenings wanted = seeded(1);
    wanted.balance = kInfinite;
    auto openings = random_openings<games::fragments>(wanted, 30, 1, progress).value();
    shuffle_openings(openings, seed);
    std::vector<std::string> fens;
    for (const auto& p : openings) fens.push_back(p.fen());
    return fens;
  };
  EXPECT_EQ(order(1), order(1));
  EXPECT_NE(order(1), order(2));
  EXPECT_THAT(order(1), testing::UnorderedElementsAreArray(order(2)));
}

}  // namespace
}  // namespace bookends::match
