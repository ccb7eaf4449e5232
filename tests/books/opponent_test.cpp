// Books against a player who is known: what is searched, and where they grow.
#include "books/opponent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "books/expand.h"
#include "books/snapshot.h"
#include "books/surprise.h"
#include "books/verify.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::chess;
using games::fragments;
using test::bytes_of;
using test::must_build;
using test::must_open;
using test::small_job;
using test::TemporaryFolder;

const std::atomic<bool> kNever{false};

template <const Rules& R>
std::vector<Move> moves_of(const Position<R>& position) {
  const MoveList legal = position.legal_moves();
  return {legal.begin(), legal.end()};
}

const std::string kSicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
const std::string kOneMove = "7k/8/8/8/8/8/1q6/K7 w - - 0 1";

struct Asked {
  explicit Asked(const std::string& fen) : position(*Position<chess>::from_fen(fen)), moves(moves_of(position)) {}

  Move chosen(std::uint64_t nodes) { return search.run(position, {}, {nodes, 1}, kNever).candidates.front().move; }
  LeafResult own(std::uint64_t nodes, bool again = false) {
    return own_moves(search, position, moves, {nodes, again}, kNever);
  }
  LeafResult replies(std::uint64_t nodes) { return expected_replies(search, position, moves, nodes, kNever); }

  Position<chess> position;
  std::vector<Move> moves;
  LeafSearch<chess> search{nullptr, nullptr};
};

void expect_different_and_sorted(const LeafResult& result) {
  std::set<std::uint16_t> seen;
  for (std::size_t i = 0; i < result.candidates.size(); ++i) {
    EXPECT_TRUE(seen.insert(result.candidates[i].move.bits()).second);
    EXPECT_TRUE(i == 0 || result.candidates[i].score <= result.candidates[i - 1].score);
  }
}

TEST(OwnMoves, AllNodesGoToTheBestOne) {
  Asked asked(kSicilian);
  const LeafResult result = asked.own(4000);
  const LeafResult alone = asked.search.run(asked.position, {}, {4000, 1}, kNever);
  ASSERT_EQ(result.candidates.size(), 3u);
  EXPECT_EQ(result.candidates.front(), alone.candidates.front());
  EXPECT_EQ(result.depth, alone.depth);
  expect_different_and_sorted(result);
  EXPECT_LE(result.candidates[1].score, result.candidates[0].score - 60);
}

TEST(OwnMoves, WhatIsLeftIsHeldToBeWorse) {
  Asked asked(kSicilian);
  std::erase(asked.moves, asked.chosen(4000));
  const LeafResult others = asked.own(4000, true);
  const LeafResult plain = asked.search.run(asked.position, asked.moves, {4000 / 16, 3}, kNever);
  ASSERT_EQ(others.candidates.size(), plain.candidates.size());
  for (std::size_t i = 0; i < others.candidates.size(); ++i) {
    EXPECT_EQ(others.candidates[i].move, plain.candidates[i].move);
    EXPECT_EQ(others.candidates[i].score, plain.candidates[i].score - 60);
  }
}

TEST(OwnMoves, AForcedOneIsAlone) { EXPECT_EQ(Asked(kOneMove).own(500).candidates.size(), 1u); }

TEST(ExpectedReplies, AreWhatSuchAPlayerChooses) {
  Asked asked(kSicilian);
  for (const std::uint64_t nodes : {500u, 2000u, 5000u}) {
    const LeafResult result = asked.replies(nodes);
    EXPECT_EQ(result.candidates.size(), static_cast<std::size_t>(kMaxCandidates));
    expect_different_and_sorted(result);
    const std::array chosen{asked.chosen(nodes), asked.chosen(nodes * 80 / 100), asked.chosen(nodes * 120 / 100)};
    const auto times = [&](Move m) { return std::count(chosen.begin(), chosen.end(), m); };
    const int top = result.candidates.front().score;
    for (const Candidate& c : result.candidates) {
      const auto most = times(result.candidates.front().move);
      EXPECT_GE(most, times(c.move));
      if (times(c.move) == most) {
        EXPECT_EQ(c.score, top);
      } else if (times(c.move) > 0) {
        EXPECT_EQ(c.score, top - 10);
      } else {
        EXPECT_LE(c.score, top - 40);
      }
    }
  }
}

TEST(ExpectedReplies, AForcedOneIsAlone) { EXPECT_EQ(Asked(kOneMove).replies(500).candidates.size(), 1u); }

// A position with so many named moves, the first `in_book` of which are in the book.
Workspace named(const std::vector<int>& scores, std::size_t in_book) {
  Workspace workspace({});
  const auto add = [&](std::uint8_t number) {
    PackedPosition position;
    position.bytes[0] = number;
    return workspace.add_node(number + 1u, position, 40);
  };
  const NodeId parent = add(0);
  LeafResult result;
  for (std::size_t i = 0; i < scores.size(); ++i)
    result.candidates.push_back(
        {Move::from_bits(static_cast<std::uint16_t>(i + 1)), static_cast<std::int16_t>(scores[i])});
  workspace.set_result(parent, result);
  for (std::size_t i = 0; i < in_book; ++i)
    workspace.add_edge(parent, result.candidates[i].move, add(static_cast<std::uint8_t>(i + 1)));
  return workspace;
}

int surprise_of(const Workspace& workspace, int promised) {
  return surprise(workspace, 0, {.promised = static_cast<Score>(promised)});
}

TEST(Surprise, CountsHalvings) {
  EXPECT_EQ(surprise_of(named({30}, 0), 30), 0);
  EXPECT_EQ(surprise_of(named({30}, 1), 30), 0);
  EXPECT_EQ(surprise_of(named({30, 30}, 1), 30), 10);
  EXPECT_EQ(surprise_of(named({30, 30, 30, 30}, 2), 30), 20);
  EXPECT_EQ(surprise_of(named({30, 20}, 1), 20), surprise_of(named({30, 20}, 1), 30) + 10);
}

TEST(Surprise, WhatWasNotNamedIsLessLikely) {
  const Workspace workspace = named({30, 20}, 2);
  EXPECT_GT(surprise(workspace, 0, {.score = 20}), surprise_of(workspace, 20) + 30);
  EXPECT_GT(surprise(workspace, 0, {.score = -100}), surprise(workspace, 0, {.score = 20}));
  EXPECT_EQ(surprise(named({}, 0), 0, {.score = 20}), 0) << "the only one there is";
}

RC_GTEST_PROP(Surprise, TheSharesAreAWhole, ()) {
  const auto many = *rc::gen::inRange<std::size_t>(1, kMaxCandidates + 1);
  auto scores = *rc::gen::container<std::vector<int>>(many, rc::gen::inRange(-150, 1));
  std::ranges::sort(scores, std::greater{});
  const Workspace workspace = named(scores, *rc::gen::inRange<std::size_t>(0, many + 1));
  double sum = 0;
  for (const int score : scores) sum += std::exp2(-surprise_of(workspace, score) / 10.0);
  RC_ASSERT(sum > 0.9);
  RC_ASSERT(sum < 1.15);
}

class AgainstAPlayer : public testing::TestWithParam<BookSide> {
 protected:
  BuildJob job(const std::string& name, int threads) const {
    BuildJob made = small_job<fragments>(folder_ / name, 400);
    made.settings.side = GetParam();
    made.settings.leaf_nodes = 1000;
    made.settings.opponent_nodes = 100;
    made.threads = threads;
    return made;
  }

  void build(const BuildJob& job) const {
    const BuildSettings& s = job.settings;
    must_build<fragments>(job, opponent_evaluator<fragments>({s.side, s.leaf_nodes, s.opponent_nodes}, nullptr));
  }

  TemporaryFolder folder_;
};

TEST_P(AgainstAPlayer, TheBookIsSoundAndTheSameForAnyThreads) {
  const BuildJob one = job("one", 1), two = job("two", 2);
  build(one);
  build(two);
  EXPECT_EQ(bytes_of(one.out), bytes_of(two.out));
  EXPECT_EQ(verify_book(must_open<fragments>(one.out)).faults, 0u);
}

TEST_P(AgainstAPlayer, OwnMovesCostNothingAndRepliesTheirSurprise) {
  const BuildJob built = job("one", 1);
  build(built);
  const Result<Workspace> workspace = load_snapshot(built.settings, built.workspace / "snapshot");
  ASSERT_TRUE(workspace);
  const BookValues values = derive_values(*workspace);
  const auto centipawn = built.settings.cost.centipawn;
  int own = 0, replies = 0;
  for (NodeId id = 0; id < workspace->size(); ++id) {
    if (values.cost[id] == kUnreached) continue;
    const NodeId follows = values.nodes[id].best_child;
    if (follows == kNoNode) continue;
    if (is_own_turn(*workspace, id)) {
      EXPECT_LE(values.cost[follows], values.cost[id] + 1);
      ++own;
    } else if (std::abs(values.nodes[id].value) < kTableWin) {
      EXPECT_GE(values.cost[follows], kSurprise * centipawn);
      ++replies;
    }
  }
  EXPECT_GT(own, 15);
  EXPECT_GT(replies, 10);
}

INSTANTIATE_TEST_SUITE_P(Sides, AgainstAPlayer, testing::Values(BookSide::white, BookSide::black),
                         [](const auto& side) { return std::string(side_name(side.param)); });

}  // namespace
}  // namespace bookends
