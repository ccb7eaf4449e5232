// Books that grow by games: what the games say of moves, and who plays them.
#include "books/opponent/trial_book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>

#include "books/grow/build.h"
#include "books/opponent/expected_points.h"
#include "books/opponent/trial_player.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;
using testing::ElementsAre;
using testing::IsEmpty;

const std::atomic<bool> kNeverStopped{false};

TEST(ExpectedPoints, IsHalfOfNothingAndAllOfADecidedGame) {
  EXPECT_EQ(expected_points(0), kWholePoint / 2);
  EXPECT_EQ(expected_points(win_in(5)), kWholePoint);
  EXPECT_EQ(expected_points(loss_in(5)), 0);
  EXPECT_NEAR(expected_points(150) / (kWholePoint - expected_points(150)), std::exp(1), 1e-9);
  EXPECT_TRUE(is_open(score_of_points(kWholePoint)));
  EXPECT_TRUE(is_open(score_of_points(0)));
  EXPECT_EQ(score_of_points(0), -score_of_points(kWholePoint));
}

RC_GTEST_PROP(ExpectedPoints, ComesBackAsTheScore, ()) {
  const Score score = *rc::gen::inRange(-900, 901);
  RC_ASSERT(std::abs(score_of_points(expected_points(score)) - score) <= 1);
  RC_ASSERT(std::abs(expected_points(score) + expected_points(-score) - kWholePoint) < 1e-6);
}

BuildSettings settings_of(BookSide side) {
  const test::TemporaryFolder folder;
  BuildSettings settings = test::small_job<fragments>(folder.path(), 1).settings;
  settings.starts.resize(1);
  settings.side = side;
  settings.opponent_nodes = 100;
  return settings;
}

// A book with its starts searched: so much by the search of the first three legal moves, the first being the best.
struct Begun {
  explicit Begun(BookSide side, std::vector<std::int16_t> scores = {20, 10, 0}, const std::vector<Override>& held = {})
      : book(settings_of(side)) {
    EXPECT_TRUE(book.plant(held));
    start = position_of<fragments>(book.workspace(), 0);
    const MoveList legal = start.legal_moves();
    moves.assign(legal.begin(), legal.end());
    for (std::size_t i = 0; i < scores.size(); ++i) result.candidates.push_back({moves[i], scores[i]});
    if (side == BookSide::white) book.set_result(0, result);
  }

  void played(std::vector<Move> line, double points) {
    book.add({number++, 1000}, {std::move(line), static_cast<std::uint16_t>(std::lround(points * kWholePoint))});
  }
  const NodeValue now() const { return book.values().nodes[0]; }

  TrialBook<fragments> book;
  Position<fragments> start = *Position<fragments>::from_fen(fragments.starts[0]);
  std::vector<Move> moves;
  LeafResult result;
  std::uint32_t number = 0;
};

TEST(TrialBook, ASearchCountsAsFourGames) {
  Begun begun(BookSide::white);
  EXPECT_EQ(begun.now().best, begun.moves[0]);
  EXPECT_EQ(begun.now().value, 20);
  for (int i = 0; i < 4; ++i) begun.played({begun.moves[0]}, 0.25);
  const double mean = (expected_points(20) + 0.25 * kWholePoint) / 2;
  EXPECT_EQ(begun.now().best, begun.moves[1]) << "what was played is worse than what was not";
  for (int i = 0; i < 40; ++i) begun.played({begun.moves[1]}, 0.25);
  EXPECT_EQ(begun.now().best, begun.moves[2]);
  for (int i = 0; i < 400; ++i) begun.played({begun.moves[2]}, 0.1);
  ASSERT_EQ(begun.now().best, begun.moves[0]);
  EXPECT_NEAR(begun.now().value, score_of_points(mean), 1);
}

TEST(TrialBook, OfMovesThatAreAlikeTheOneIsBestOfWhichMoreIsKnown) {
  Begun begun(BookSide::white, {20, 20});
  for (int i = 0; i < 9; ++i) begun.played({begun.moves[1]}, expected_points(20) / kWholePoint);
  EXPECT_EQ(begun.now().best, begun.moves[1]);
}

TEST(TrialBook, AReplyIsBestByHowOftenItWasPlayed) {
  Begun begun(BookSide::black);
  for (int i = 0; i < 3; ++i) begun.played({begun.moves[1]}, 0.1);
  for (int i = 0; i < 2; ++i) begun.played({begun.moves[0]}, 0.9);
  EXPECT_EQ(begun.now().best, begun.moves[1]);
  EXPECT_NEAR(begun.now().value, -score_of_points(0.42 * kWholePoint), 1) << "the opponent's, of all games";
}

TEST(TrialBook, DrawsWhatIsBetterMoreOftenAndTheOthersToo) {
  Begun begun(BookSide::white, {30, 15, 0});
  std::map<std::uint16_t, int> drawn;
  for (std::uint64_t luck = 0; luck < 3000; ++luck) ++drawn[begun.book.draw(0, luck).bits()];
  EXPECT_GT(drawn[begun.moves[0].bits()], drawn[begun.moves[1].bits()] * 3 / 2);
  EXPECT_GT(drawn[begun.moves[1].bits()], drawn[begun.moves[2].bits()] * 3 / 2);
  EXPECT_GT(drawn[begun.moves[2].bits()], 30);
  for (int i = 0; i < 200; ++i) begun.played({begun.moves[2]}, 0.8);
  drawn.clear();
  for (std::uint64_t luck = 0; luck < 3000; ++luck) ++drawn[begun.book.draw(0, luck).bits()];
  EXPECT_GT(drawn[begun.moves[2].bits()], 2990);
}

TEST(TrialBook, DrawsAmongLostMovesAsWell) {
  Begun begun(BookSide::white, {-900, -860, -900});
  std::map<std::uint16_t, int> drawn;
  for (std::uint64_t luck = 0; luck < 3000; ++luck) ++drawn[begun.book.draw(0, luck).bits()];
  for (std::size_t i = 0; i < 3; ++i) EXPECT_GT(drawn[begun.moves[i].bits()], 800) << i;
}

TEST(TrialBook, SearchesTheStartsAndWhereTwoGamesHaveCome) {
  Begun white(BookSide::white), black(BookSide::black);
  EXPECT_THAT(white.book.due(), IsEmpty());
  EXPECT_THAT(black.book.due(), IsEmpty()) << "the opponent is to move";
  const Position<fragments> next = white.start.after(white.moves[0]);
  const Move reply = next.legal_moves()[0], other = next.legal_moves()[1];
  white.played({white.moves[0], reply}, 0.5);
  white.played({white.moves[0], other}, 0.5);
  EXPECT_THAT(white.book.due(), IsEmpty());
  white.played({white.moves[0], other}, 0.5);
  ASSERT_EQ(white.book.due().size(), 1u);
  EXPECT_EQ(white.book.due()[0].task.position, packed(next.after(other)));
  TrialBook<fragments> fresh(settings_of(BookSide::white));
  ASSERT_TRUE(fresh.plant({}));
  EXPECT_EQ(fresh.due().size(), 1u);
}

TEST(TrialBook, PlaysWhatAPersonHasSet) {
  const Position<fragments> start = Begun(BookSide::white).start;
  const Override held{start.key(), packed(start), start.legal_moves()[2], 7, "so be it"};
  Begun begun(BookSide::white, {90, 0, 0}, {held});
  for (std::uint64_t luck = 0; luck < 50; ++luck) EXPECT_EQ(begun.book.draw(0, luck), held.move);
  EXPECT_EQ(begun.now().best, held.move);
  EXPECT_EQ(begun.now().value, 7);
}

TEST(TrialBook, HeedsWhatAPersonHasSetForTheOpponent) {
  const Position<fragments> start = Begun(BookSide::black).start;
  const Override held{start.key(), packed(start), start.legal_moves()[2], 7, "so be it"};
  Begun begun(BookSide::black, {}, {held});
  for (int i = 0; i < 9; ++i) begun.played({begun.moves[0]}, 0.5);
  EXPECT_EQ(begun.now().best, held.move);
  EXPECT_EQ(begun.now().value, 7);
}

TEST(TrialBook, AWinThatTheSearchHasSeenIsOne) {
  Begun begun(BookSide::white, {win_in(7)});
  for (int i = 0; i < 9; ++i) begun.played({begun.moves[0]}, 0.9);
  EXPECT_EQ(begun.now().value, win_in(7));
}

TEST(TrialBook, WhatATableSaysIsProvedOnBothSides) {
  BuildSettings settings = settings_of(BookSide::white);
  settings.starts = {"4k/5/3Q1/5/4K w - - 0 1"};
  settings.table_men = 3;
  TrialBook<fragments> book(settings);
  ASSERT_TRUE(book.plant({}));
  const Position<fragments> start = position_of<fragments>(book.workspace(), 0);
  const Move move = start.legal_moves()[0];
  LeafResult result{NodeState::table, 0, win_in(5), {{move, win_in(5)}}};
  book.set_result(0, result);
  book.add({0, 1000}, {{move}, 40000});
  ASSERT_EQ(book.due().size(), 1u) << "the opponent's position, at once";
  result = {NodeState::table, 0, loss_in(4), {{start.after(move).legal_moves()[0], loss_in(4)}}};
  book.set_result(book.due()[0].node, result);
  const BookValues values = book.values();
  EXPECT_EQ(values.proof(0), Proof::win);
  EXPECT_EQ(values.proof(1), Proof::loss);
  EXPECT_EQ(values.nodes[1].value, loss_in(4));
}

TEST(TrialBook, OwesAnAnswerWhereNoGameHasShownOne) {
  Begun begun(BookSide::black);
  EXPECT_TRUE(begun.book.cover(begun.book.values()));
  EXPECT_EQ(begun.book.due().size(), 1 + begun.moves.size())
      << "for the opponent at the start, and after all his moves";
}

RC_GTEST_PROP(TrialBook, HasWhatItsOwnMovesLeadToAndNothingElse, ()) {
  const BookSide side = *rc::gen::element(BookSide::white, BookSide::black);
  Begun begun(side);
  const auto games = *rc::gen::inRange<std::uint32_t>(0, 60);
  for (std::uint32_t i = 0; i < games; ++i) {
    Position<fragments> position = begun.start;
    std::vector<Move> line;
    const auto plies = *rc::gen::inRange<std::size_t>(0, 6);
    while (line.size() < plies && !verdict(position).over()) {
      const MoveList legal = position.legal_moves();
      line.push_back(legal[*rc::gen::inRange(0, std::min(3, static_cast<int>(legal.size())))]);
      position.play(line.back());
    }
    begun.played(std::move(line), *rc::gen::inRange(0, 101) / 100.0);
    for (const LeafJob& job : begun.book.due()) {
      LeafResult result;
      const MoveList legal = position_of<fragments>(begun.book.workspace(), job.node).legal_moves();
      for (const Move move : std::span(legal.begin(), legal.end()).first(std::min<std::size_t>(3, legal.size())))
        result.candidates.push_back({move, 0});
      begun.book.set_result(job.node, result);
    }
  }
  const Workspace& workspace = begun.book.workspace();
  const BookValues values = begun.book.values();
  std::set<NodeId> reached(workspace.starts().begin(), workspace.starts().end());
  std::vector<NodeId> queue(reached.begin(), reached.end());
  for (std::size_t at = 0; at < queue.size(); ++at)
    for (EdgeId e = workspace.node(queue[at]).first_edge; e != kNoEdge; e = workspace.edges()[e].next) {
      const Edge& edge = workspace.edges()[e];
      if (is_own_turn(workspace, queue[at]) && edge.move != values.nodes[queue[at]].best) continue;
      if (reached.insert(edge.child).second) queue.push_back(edge.child);
    }
  for (NodeId id = 0; id < workspace.size(); ++id) {
    const bool has_move = static_cast<bool>(values.nodes[id].best);
    RC_ASSERT(!has_move || reached.contains(id));
    const bool searched = workspace.node(id).state == NodeState::searched;
    if (reached.contains(id) && searched) RC_ASSERT(has_move);
    RC_ASSERT(values.nodes[id].best_child == kNoNode || reached.contains(values.nodes[id].best_child));
  }
}

struct Playing {
  explicit Playing(BookSide side) : begun(side), player(100, nullptr, nullptr) {}

  TrialResult play(std::uint32_t number) { return *player.play(begun.book, {number, 1000}, kNeverStopped); }

  Begun begun;
  TrialPlayer<fragments> player;
};

TEST(TrialPlayer, AGameIsTheSameWhateverWasPlayedBefore) {
  Playing one(BookSide::white), other(BookSide::white);
  std::vector<TrialResult> results;
  for (std::uint32_t i = 0; i < 12; ++i) results.push_back(one.play(i));
  for (std::uint32_t i = 12; i-- > 0;) EXPECT_EQ(other.play(i), results[i]) << i;
  std::set<std::uint16_t> first;
  for (const TrialResult& result : results) first.insert(result.moves.front().bits());
  EXPECT_GT(first.size(), 1u) << "luck differs";
}

TEST(TrialPlayer, PlaysFromTheBookAndThenTheOpponentsSearch) {
  Playing playing(BookSide::white);
  for (std::uint32_t i = 0; i < 8; ++i) {
    const TrialResult result = playing.play(i);
    ASSERT_EQ(result.moves.size(), 2u) << "a move of the book, and the reply";
    EXPECT_EQ(result.moves[0], playing.begun.book.draw(0, std::uint64_t{i} << 16));
  }
  EXPECT_THAT(Playing(BookSide::black).play(0).moves, testing::SizeIs(1)) << "nothing is known after his first move";
}

TEST(TrialPlayer, SaysWhatTheOwnSideMayExpect) {
  for (const auto& [side, points] : {std::pair(BookSide::white, kWholePoint), std::pair(BookSide::black, 0.0)}) {
    BuildSettings settings = settings_of(side);
    settings.starts = {"4k/5/3Q1/5/R3K w - - 0 1"};
    TrialBook<fragments> book(settings);
    ASSERT_TRUE(book.plant({}));
    TrialPlayer<fragments> player(2000, nullptr, nullptr);
    EXPECT_EQ(player.play(book, {0, 1000}, kNeverStopped)->points, points);
  }
}

TEST(TrialPlayer, NeedsNoMoreThanTheLimitOfPlies) {
  Playing playing(BookSide::white);
  EXPECT_THAT(playing.player.play(playing.begun.book, {0, 1}, kNeverStopped)->moves, testing::SizeIs(1));
}

}  // namespace
}  // namespace bookends
