// The tables at the root: won endings are won, in exactly as many plies as the table says.
#include "tablebases/oracle/oracle.h"

#include <gtest/gtest.h>

#include <random>

#include "core/position/outcome.h"
#include "tablebases/review/placement.h"
#include "tests/tablebases/plain_writer.h"

namespace bookends::tables::test {
namespace {

using games::fragments;
using Pos = Position<games::fragments>;

class FourMen : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    std::vector<std::string> names;
    for (const Ending& e : endings_up_to(fragments, 4)) names.push_back(ending_name(fragments, e));
    Solutions<fragments>(names).write(folder_->path(), {});
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static std::unique_ptr<TableOracle<games::fragments>> open() {
    auto oracle = TableOracle<games::fragments>::open(folder_->path());
    EXPECT_TRUE(oracle.ok()) << oracle.error().message;
    return std::move(*oracle);
  }
  // A random legal position of a random ending of four men.
  static Pos random_position(std::mt19937& dice) {
    static const auto endings = [] {
      std::vector<PlacementIndex<games::fragments>> all;
      for (const Ending& e : endings_up_to(fragments, 4))
        if (e.men() == 4) all.emplace_back(e);
      return all;
    }();
    for (;;) {
      const auto& index = endings[dice() % endings.size()];
      const std::uint64_t number = dice() % index.size();
      if (index.multiplicity(number) == 0) continue;
      if (auto p = position_of_number(index, number, static_cast<int>(dice() % 2))) return *p;
    }
  }
  static TemporaryFolder* folder_;
};
TemporaryFolder* FourMen::folder_ = nullptr;

TEST_F(FourMen, TwoHundredWinsAreWonInExactlyTheirDistance) {
  const auto oracle = open();
  std::mt19937 dice(2024);
  int longest = 0;
  for (int games_played = 0; games_played < 200;) {
    const Pos start = random_position(dice);
    const auto value = oracle->value(start);
    ASSERT_TRUE(value) << start.fen();
    if (value->wdl != OracleValue::Wdl::win) continue;
    ++games_played;
    longest = std::max(longest, value->plies);
    Game<games::fragments> game(start);
    for (int left = value->plies; left > 0; --left) {
      const auto choice = oracle->choose(game.position());
      ASSERT_TRUE(choice) << game.position().fen();
      ASSERT_EQ(choice->value->plies, left) << game.position().fen();
      ASSERT_FALSE(game.verdict().over());
      game.play(choice->move);
    }
    const Verdict verdict = game.verdict();
    ASSERT_TRUE(verdict.ending == bookends::Ending::checkmate || verdict.ending == bookends::Ending::stalemate)
        << start.fen();
    ASSERT_EQ(verdict.outcome, Outcome::loss);
  }
  EXPECT_GT(longest, 20);
}

TEST_F(FourMen, DrawsAreHeldAgainstAnyMove) {
  const auto oracle = open();
  std::mt19937 dice(77);
  for (int games_played = 0; games_played < 60;) {
    Pos p = random_position(dice);
    if (oracle->value(p)->wdl != OracleValue::Wdl::draw || !p.has_legal_move()) continue;
    ++games_played;
    for (int ply = 0; ply < 40 && p.has_legal_move(); ++ply) {
      const auto choice = oracle->choose(p);
      if (!choice) {
        ASSERT_TRUE(too_little_material(p)) << p.fen();
        break;
      }
      p.play(choice->move);
      if (!p.has_legal_move()) break;
      const MoveList moves = p.legal_moves();
      p.play(moves[static_cast<int>(dice() % static_cast<unsigned>(moves.size()))]);
      ASSERT_NE(oracle->value(p)->wdl, OracleValue::Wdl::loss) << p.fen();
    }
  }
}

TEST_F(FourMen, IsTheSameEveryTime) {
  const auto one = open(), other = open();
  std::mt19937 dice(5);
  for (int i = 0; i < 200; ++i) {
    const Pos p = random_position(dice);
    const auto a = one->choose(p), b = other->choose(p);
    ASSERT_EQ(a.has_value(), b.has_value());
    if (a) {
      ASSERT_EQ(a->move, b->move);
    }
  }
  EXPECT_EQ(one->name(), "tablebase");
  EXPECT_EQ(one->max_men(), 4);
  EXPECT_FALSE(one->choose(Pos::start()));
  EXPECT_FALSE(one->value(Pos::start()));
}

TEST(ResultsOnly, ChooseHoldsDrawsAndLeavesTheRestToTheSearch) {
  const TemporaryFolder folder;
  PlainSettings settings;
  settings.dtm = {false, false};
  Solutions<fragments>({"KQvKR"}).write(folder.path(), settings);
  const auto oracle = TableOracle<games::fragments>::open(folder.path());
  ASSERT_TRUE(oracle.ok());
  const Pos won = *Pos::from_fen("4k/5/5/5/KQ3 w");
  EXPECT_EQ((*oracle)->value(won)->wdl, OracleValue::Wdl::win);
  EXPECT_EQ((*oracle)->value(won)->plies, -1);
  EXPECT_FALSE((*oracle)->choose(won));
  const PlacementIndex<games::fragments> index(ending(fragments, "KQvKR"));
  int held = 0;
  for (std::uint64_t n = 0; n < index.size() && held < 50; n += 101) {
    if (index.multiplicity(n) == 0) continue;
    const auto drawn = position_of_number(index, n, 1);
    if (!drawn || !drawn->has_legal_move() || (*oracle)->value(*drawn)->wdl != OracleValue::Wdl::draw) continue;
    ++held;
    const auto choice = (*oracle)->choose(*drawn);
    ASSERT_TRUE(choice) << drawn->fen();
    const Pos after = drawn->after(choice->move);
    if (too_little_material(after)) continue;
    const auto value = (*oracle)->value(after);
    ASSERT_TRUE(value) << drawn->fen();
    EXPECT_EQ(value->wdl, OracleValue::Wdl::draw) << drawn->fen();
  }
  EXPECT_EQ(held, 50);
}

class MoveLimit : public testing::Test {
 protected:
  explicit MoveLimit() {
    Solutions<games::chess>({"KRvK", "KPvK"}).write(folder_.path(), {});
    auto oracle = TableOracle<games::chess>::open(folder_.path());
    EXPECT_TRUE(oracle.ok()) << oracle.error().message;
    oracle_ = std::move(*oracle);
  }
  static Position<games::chess> at(const std::string& placement, int clock) {
    return *Position<games::chess>::from_fen(placement + " - - " + std::to_string(clock) + " 80");
  }
  TemporaryFolder folder_;
  std::unique_ptr<TableOracle<games::chess>> oracle_;
};

// Nothing can be captured on the way, and there is no pawn: a win in n plies is one while n more plies fit below the
// limit, and a draw when they do not.
TEST_F(MoveLimit, DrawsWinsThatTakeTooLong) {
  const std::string far = "8/8/8/3k4/8/8/8/KR6 w", lost = "8/8/8/3k4/8/8/8/KR6 b", mate = "k7/8/1K6/8/8/8/8/7R w";
  const auto value = oracle_->value(at(far, 0));
  ASSERT_TRUE(value);
  EXPECT_EQ(value->wdl, OracleValue::Wdl::win);
  EXPECT_EQ(oracle_->value(at(far, 100 - value->plies))->wdl, OracleValue::Wdl::win);
  EXPECT_EQ(oracle_->value(at(far, 101 - value->plies))->wdl, OracleValue::Wdl::draw);
  EXPECT_EQ(oracle_->value(at(lost, 90))->wdl, OracleValue::Wdl::draw);
  EXPECT_EQ(oracle_->value(at(mate, 99))->plies, 1);
  const auto choice = oracle_->choose(at(far, 90));
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->value->wdl, OracleValue::Wdl::draw);
  EXPECT_EQ(choice->move, oracle_->choose(at(far, 0))->move) << "still the best attempt";
  // The king takes the rook: a draw whatever the clock says.
  EXPECT_EQ(oracle_->value(at("8/8/8/8/8/8/1k6/1R5K b", 90))->wdl, OracleValue::Wdl::draw);
}

// The mate is too far off for the clock, but the pawn moves in time.
TEST_F(MoveLimit, IsPushedOffByZeroingMoves) {
  const std::string pawn = "8/8/8/8/8/1K6/2P5/7k w";
  EXPECT_GT(oracle_->value(at(pawn, 0))->plies, 10);
  const auto value = oracle_->value(at(pawn, 95));
  ASSERT_TRUE(value);
  EXPECT_EQ(value->wdl, OracleValue::Wdl::win);
  EXPECT_EQ(value->plies, -1);
  const auto choice = oracle_->choose(at(pawn, 99));
  ASSERT_TRUE(choice);
  EXPECT_TRUE(at(pawn, 99).is_zeroing(choice->move));
}

// Files without DTZ do not know whether the pawn moves in time.
TEST(MoveLimitWithoutDtz, LeavesWinsOpen) {
  const TemporaryFolder folder;
  PlainSettings settings;
  settings.dtz = {false, false};
  settings.limit_known = false;
  Solutions<games::chess>({"KRvK"}).write(folder.path(), settings);
  const auto oracle = TableOracle<games::chess>::open(folder.path());
  ASSERT_TRUE(oracle.ok());
  const auto won = *Position<games::chess>::from_fen("8/8/8/3k4/8/8/8/KR6 w - - 90 80");
  EXPECT_FALSE((*oracle)->value(won));
  const auto choice = (*oracle)->choose(won);
  ASSERT_TRUE(choice);
  EXPECT_FALSE(choice->value);
}

TEST(Counting, DrawsWinsThatTakeTooLong) {
  const TemporaryFolder folder;
  Solutions<games::makruk>({"KRvK"}).write(folder.path(), {});
  const auto oracle = TableOracle<games::makruk>::open(folder.path());
  ASSERT_TRUE(oracle.ok());
  const auto at = [](const std::string& count) {
    return *Position<games::makruk>::from_fen("8/8/8/3k4/8/8/8/K6R w - " + count + " 1");
  };
  const int plies = (*oracle)->tables().probe(at("- 0")).value.plies;
  ASSERT_GT(plies, 8);
  EXPECT_EQ((*oracle)->value(at("32 1"))->wdl, plies <= 31 ? OracleValue::Wdl::win : OracleValue::Wdl::draw);
  EXPECT_EQ((*oracle)->value(at("32 31"))->wdl, OracleValue::Wdl::draw);
  EXPECT_EQ((*oracle)->tables().probe(at("32 31"), Metric::wdl).category, Category::draw);
  const auto drawn = (*oracle)->value(*Position<games::makruk>::from_fen("8/8/8/8/8/8/1k6/1R5K b - - 0 1"));
  ASSERT_TRUE(drawn);
  EXPECT_EQ(drawn->wdl, OracleValue::Wdl::draw);
}

}  // namespace
}  // namespace bookends::tables::test
