// Books against a player who is known: what is searched, and where they grow.
#include "books/opponent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>

#include "books/expand.h"
#include "books/propagate.h"
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
  LeafResult replies(std::uint64_t nodes, bool again = false) {
    return expected_replies(search, position, moves, {nodes, again}, kNever);
  }

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

TEST(ExpectedReplies, WhatIsLeftIsAsUnlikelyAsWhatWasNotChosen) {
  Asked asked(kSicilian);
  for (const Candidate& named : asked.replies(5000).candidates) std::erase(asked.moves, named.move);
  const LeafResult others = asked.replies(5000, true);
  const LeafResult plain = asked.search.run(asked.position, asked.moves, {5000, kMaxCandidates}, kNever);
  ASSERT_EQ(others.candidates.size(), plain.candidates.size());
  for (std::size_t i = 0; i < others.candidates.size(); ++i)
    EXPECT_EQ(others.candidates[i].score, plain.candidates[i].score - 40);
}

// White mates in two moves, which some searches of so few nodes see and others do not.
TEST(ExpectedReplies, OnlyWhatWasSeenToWinIsWon) {
  Asked asked("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
  int mixed = 0;
  for (std::uint64_t nodes = 5; nodes < 1500; nodes += 10) {
    std::map<std::uint16_t, bool> won;  // the moves that were chosen, and whether a search saw a win
    for (const std::uint64_t n : {nodes, nodes * 80 / 100, nodes * 120 / 100}) {
      const Candidate chosen = asked.search.run(asked.position, {}, {n, 1}, kNever).candidates.front();
      won[chosen.move.bits()] |= !is_open(chosen.score);
    }
    mixed += std::ranges::any_of(won, [](auto& m) { return m.second; }) &&
             std::ranges::any_of(won, [](auto& m) { return !m.second; });
    const LeafResult result = asked.replies(nodes);
    expect_different_and_sorted(result);
    for (const Candidate& c : result.candidates)
      if (const auto chosen = won.find(c.move.bits()); chosen != won.end() && !chosen->second) {
        EXPECT_TRUE(is_open(c.score)) << nodes;
      }
  }
  EXPECT_GT(mixed, 0);
}

TEST(ExpectedReplies, AForcedOneIsAlone) { EXPECT_EQ(Asked(kOneMove).replies(500).candidates.size(), 1u); }

Move move_number(std::size_t i) { return Move::from_bits(static_cast<std::uint16_t>(i + 1)); }

// A position with so many named moves, the first `in_book` of which are in the book.
Workspace named(const std::vector<int>& scores, std::size_t in_book) {
  BuildSettings settings;
  settings.side = BookSide::white;
  settings.opponent_nodes = 500;
  Workspace workspace(settings);
  const auto add = [&](std::uint8_t number) {
    PackedPosition position;
    position.bytes[0] = number;
    return workspace.add_node(number + 1u, position, 40);
  };
  const NodeId parent = add(0);
  LeafResult result;
  for (std::size_t i = 0; i < scores.size(); ++i)
    result.candidates.push_back({move_number(i), static_cast<std::int16_t>(scores[i])});
  workspace.set_result(parent, result);
  for (std::size_t i = 0; i < in_book; ++i)
    workspace.add_edge(parent, result.candidates[i].move, add(static_cast<std::uint8_t>(i + 1)));
  return workspace;
}

// Of the i-th named move.
int surprise_of(const Workspace& workspace, std::size_t i) { return surprise(workspace, 0, {.move = move_number(i)}); }

int surprise_unnamed(const Workspace& workspace, Score score) {
  return surprise(workspace, 0, {.score = score, .move = move_number(30)});
}

TEST(Surprise, CountsHalvings) {
  EXPECT_EQ(surprise_of(named({30}, 0), 0), 0);
  EXPECT_EQ(surprise_of(named({30}, 1), 0), 0);
  EXPECT_EQ(surprise_of(named({30, 30}, 1), 0), 10);
  EXPECT_EQ(surprise_of(named({30, 30, 30, 30}, 2), 3), 20);
  EXPECT_EQ(surprise_of(named({30, 20}, 1), 1), surprise_of(named({30, 20}, 1), 0) + 10);
}

TEST(Surprise, WhatWasNotNamedIsLessLikely) {
  const Workspace workspace = named({30, 20}, 2);
  EXPECT_GT(surprise_unnamed(workspace, 20), surprise_of(workspace, 1) + 30);
  EXPECT_GT(surprise_unnamed(workspace, -100), surprise_unnamed(workspace, 20));
  EXPECT_EQ(surprise_unnamed(named({}, 0), 20), 0) << "the only one there is";
  EXPECT_EQ(surprise_unnamed(workspace, 500), 0) << "more than all others";
}

// By a seed or another way to the same position.
TEST(Surprise, AMoveThatWasInTheBookBeforeItsSearchIsNamedAllTheSame) {
  Workspace early = named({}, 0), late = named({}, 0);
  PackedPosition position;
  position.bytes[0] = 1;
  LeafResult first, second;
  first.candidates = {{move_number(0), 30}, {move_number(1), 20}};
  second.candidates = {{move_number(2), -10}};
  for (Workspace* workspace : {&early, &late}) {
    const NodeId child = workspace->add_node(2, position, 40);
    if (workspace == &early) workspace->add_edge(0, move_number(0), child);
    workspace->set_result(0, first);
    if (workspace == &late) workspace->add_edge(0, move_number(0), child);
    workspace->add_edge(0, move_number(1), child);
    workspace->set_result(0, second);
  }
  for (const std::size_t i : {0u, 1u, 2u}) EXPECT_EQ(surprise_of(early, i), surprise_of(late, i));
  EXPECT_EQ(surprise_of(early, 1), surprise_of(early, 0) + 10);
}

TEST(Surprise, WhatAPersonHasSetIsNone) {
  Workspace workspace = named({20, 10}, 1);
  workspace.set_overrides({{workspace.node(0).key, workspace.node(0).position, move_number(7), 300, ""}});
  EXPECT_EQ(surprise(workspace, 0, {.score = 300, .move = move_number(7)}), 0);
  EXPECT_GT(surprise_of(workspace, 1), 0);
}

RC_GTEST_PROP(Surprise, TheSharesAreAWholeAndWorseIsLess, ()) {
  const auto many = *rc::gen::inRange<std::size_t>(1, kMaxCandidates + 1);
  auto scores = *rc::gen::container<std::vector<int>>(many, rc::gen::inRange(-400, 1));
  std::ranges::sort(scores, std::greater{});
  const Workspace workspace = named(scores, *rc::gen::inRange<std::size_t>(0, many + 1));
  double sum = 0;
  for (std::size_t i = 0; i < many; ++i) {
    sum += std::exp2(-surprise_of(workspace, i) / 10.0);
    RC_ASSERT(i == 0 || surprise_of(workspace, i) >= surprise_of(workspace, i - 1));
  }
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

// What a step along an edge costs by what opponent.h and README.md say; nothing where nobody goes.
std::optional<std::uint32_t> cost_of(const Workspace& workspace, const BookValues& values, NodeId id,
                                     const Edge& edge) {
  const NodeValue& node = values.nodes[id];
  const Score score = through_move(values.nodes[edge.child].value);
  if (is_own_turn(workspace, id)) return edge.child == node.best_child ? std::optional(1u) : std::nullopt;
  if (is_senseless(workspace, id, node, score)) return std::nullopt;
  const CostModel& cost = workspace.settings().cost;
  const int surprised = surprise(workspace, id, {.score = score, .promised = edge.promised, .move = edge.move});
  const auto reply = cost.centipawn * static_cast<std::uint32_t>(std::min(surprised, cost.worst_loss) + 2);
  return reply + (std::abs(node.value) >= kTableWin ? cost.decided : 0);
}

TEST_P(AgainstAPlayer, OwnMovesCostNothingAndRepliesTheirSurprise) {
  const BuildJob built = job("one", 1);
  build(built);
  const Result<Workspace> workspace = load_snapshot(built.settings, built.workspace / "snapshot");
  ASSERT_TRUE(workspace);
  const BookValues values = derive_values(*workspace);
  std::vector<std::uint32_t> least(workspace->size(), kUnreached);  // over all ways that lead there
  for (const NodeId start : workspace->starts()) least[start] = 0;
  int own = 0, replies = 0;
  for (NodeId id = 0; id < workspace->size(); ++id) {
    if (values.cost[id] == kUnreached) continue;
    for (EdgeId e = workspace->node(id).first_edge; e != kNoEdge; e = workspace->edges()[e].next) {
      const Edge& edge = workspace->edges()[e];
      const auto cost = cost_of(*workspace, values, id, edge);
      if (!cost) continue;
      least[edge.child] = std::min(least[edge.child], values.cost[id] + *cost);
      ++(is_own_turn(*workspace, id) ? own : replies);
    }
  }
  EXPECT_EQ(least, values.cost);
  EXPECT_GT(own, 15);
  EXPECT_GT(replies, 15);
}

// The opponent's move that a person has set, and worth more than all that searches expect of him.
TEST_P(AgainstAPlayer, WhatAPersonHasSetIsGrown) {
  BuildJob set = job("set", 1);
  const auto start = Position<fragments>::start();
  const auto at = set.settings.side == BookSide::black ? start : start.after(moves_of(start)[0]);
  const Move reply = moves_of(at)[1];
  set.overrides = {{at.key(), packed(at), reply, 350, ""}, {start.key(), packed(start), moves_of(start)[0], 20, ""}};
  if (set.settings.side == BookSide::black) set.overrides.pop_back();
  set.settings.overrides = digest(set.overrides);
  build(set);
  EXPECT_TRUE(must_open<fragments>(set.out).probe(at.after(reply)));
}

INSTANTIATE_TEST_SUITE_P(Sides, AgainstAPlayer, testing::Values(BookSide::white, BookSide::black),
                         [](const auto& side) { return std::string(side_name(side.param)); });

}  // namespace
}  // namespace bookends
