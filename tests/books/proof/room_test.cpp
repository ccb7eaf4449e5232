// What a plan and its wins take, and what is known of that beforehand.
#include <gtest/gtest.h>

#include <ctime>
#include <random>
#include <vector>

#include "books/proof/plan/plan.h"
#include "books/proof/plan/plan_file.h"
#include "books/proof/prove/round_growth.h"
#include "core/rules/games.h"

namespace bookends {
namespace {

using games::fragments;

// In the order of the table that they were in, as a file has them: of so many that they crowd a smaller table.
TEST(Solved, IsFilledFromAnotherTableInNoTime) {
  std::mt19937_64 dice(1);
  Solved solved;
  const std::clock_t begin = std::clock();
  for (int i = 0; i < 1'450'000; ++i) solved.add({dice(), {Move(0, 1), 1}});
  const std::clock_t filled = std::clock();
  Plan<fragments> plan(Color::white, nullptr, ProofAim::win);
  const std::vector<SolvedEntry> entries = solved.entries();
  const std::clock_t listed = std::clock();
  plan.assign({}, {}, entries);
  EXPECT_EQ(plan.solved().size(), solved.size());
  EXPECT_LT(std::clock() - listed, 3 * (filled - begin));
}

// A move is forecast as often as one is made, and never for what there is.
TEST(Solved, SaysWhenItMoves) {
  Solved solved;
  std::mt19937_64 dice(2);
  std::size_t moved = 0;
  for (int i = 0; i < 5000; ++i) {
    const bool moves = solved.moving_bytes(solved.size() + 1) > 0;
    solved.add({dice(), {Move(0, 1), 1}});
    EXPECT_EQ(solved.moving_bytes(solved.size()), 0u) << "it has just come to so many";
    moved += moves;
  }
  EXPECT_EQ(moved, 4u);  // to 1,024 places, 2,048, 4,096 and 8,192: three quarters of them may be taken
  EXPECT_EQ(solved.moving_bytes(6144), 0u);
  EXPECT_EQ(solved.moving_bytes(6145), 16384 * sizeof(SolvedEntry));
}

TEST(RoundGrowth, GoesByTheGreatestOfLate) {
  RoundGrowth growth;
  EXPECT_EQ(growth.planned(100), 0u);
  growth.note(10, 200, 30);
  EXPECT_EQ(growth.planned(100), 2000u);
  EXPECT_EQ(growth.solved(100), 300u);
  growth.note(10, 0, 50);
  EXPECT_EQ(growth.planned(100), 1800u) << "an older one counts less";
  EXPECT_EQ(growth.solved(100), 500u);
  growth.note(0, 0, 0);
  EXPECT_EQ(growth.solved(1), 4u);
}

TEST(Plan, SaysWhenItMoves) {
  Plan<fragments> plan(Color::white, nullptr, ProofAim::win);
  plan.assign(std::vector<PlanNode>(100), {}, {});
  EXPECT_EQ(plan.moving_bytes(100, 0), 0u);
  EXPECT_EQ(plan.moving_bytes(1000, 0), 1000 * sizeof(PlanNode));
  EXPECT_EQ(plan.moving_bytes(1000, 769), 1000 * sizeof(PlanNode) + 2048 * sizeof(SolvedEntry));
}

// Each position twice over, plain and packed, with its moves and its win.
TEST(Plan, SaysWhatSavingItTakes) {
  Plan<fragments> plan(Color::white, nullptr, ProofAim::win);
  std::vector<PlanNode> nodes(100);
  const std::size_t none = saving_bytes(plan, 0, 0);
  plan.assign(nodes, {}, {});
  const std::size_t bare = saving_bytes(plan, 0, 0);
  EXPECT_GT(bare, none + 100 * 2 * sizeof(PackedPosition));
  nodes[7].moves = {{Move(0, 1), true, {1, 2, 3}}};
  plan.assign(nodes, {}, {});
  EXPECT_GE(saving_bytes(plan, 0, 0), bare + 2 * 3 * sizeof(NodeId));
  EXPECT_GT(saving_bytes(plan, 10, 0), saving_bytes(plan, 0, 0));
  EXPECT_GE(saving_bytes(plan, 0, 10), saving_bytes(plan, 0, 0) + 10 * sizeof(SolvedEntry));
}

}  // namespace
}  // namespace bookends
