// What a book knows of moves, and how they share.
#include "books/probe/known_moves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "tests/books/probe/hand_book.h"

namespace bookends {
namespace {

using games::fragments;
using test::after;
using test::HandBook;
using testing::DoubleEq;
using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;
using Pos = Position<fragments>;

// The start: d3 with a score and games, c3 20 centipawns worse with more games, a3 with a score alone, e3 with games
// alone.
HandBook four_moves(Proof proof = Proof::none) {
  const Pos start = Pos::start();
  return HandBook()
      .say(start, "d2d3", 50, 12, proof)
      .played("d2d3", {.games = 40, .wins = 20, .draws = 10, .losses = 10})
      .played("c2c3", {.games = 60, .wins = 30, .losses = 20, .rated = 50, .rating = 2410, .year = 2024})
      .played("e2e3", {.games = 20, .wins = 10, .losses = 10})
      .say(after(start, "d2d3"), "b4b3", -40, 11)
      .say(after(start, "c2c3"), "b4b3", -30, 7)
      .say(after(start, "a2a3"), "b4b3", -40, 9);
}

std::vector<KnownMove> of_start(const HandBook& book) { return known_moves(book.open(), Pos::start()); }

std::vector<std::string> names_of(const std::vector<KnownMove>& moves) {
  std::vector<std::string> names;
  for (const KnownMove& move : moves) names.push_back(format_uci(fragments, move.move));
  return names;
}

std::vector<double> shares_of_start(const HandBook& book, ChooseBy by) {
  return shares(book.open().probe(Pos::start())->entry, of_start(book), by);
}

TEST(KnownMoves, AreTheOwnOneFirstThenByScoreThenByGames) {
  HandBook book = four_moves();
  EXPECT_THAT(names_of(of_start(book)), ElementsAre("d2d3", "a2a3", "c2c3", "e2e3"));
  EXPECT_TRUE(known_moves(book.open(), after(Pos::start(), "b1c3")).empty());
}

TEST(KnownMoves, HaveScoreDepthAndGames) {
  const std::vector<KnownMove> moves = of_start(four_moves());
  EXPECT_TRUE(moves[0].own);
  EXPECT_EQ(moves[0].score, 50) << "its own, not that of the position after it";
  EXPECT_EQ(moves[0].depth, 12);
  EXPECT_FALSE(moves[1].own);
  EXPECT_EQ(moves[1].score, 40);
  EXPECT_EQ(moves[1].depth, 10);
  EXPECT_FALSE(moves[1].played);
  EXPECT_EQ(moves[2].played->rating, 2410);
  EXPECT_FALSE(moves[3].score);
  EXPECT_EQ(moves[3].played->games, 20u);
}

TEST(KnownMoves, AnOwnMoveWithoutAScoreHasThatOfThePositionAfterIt) {
  const Pos start = Pos::start();
  const auto moves = of_start(HandBook().say(start, "d2d3", 0, 0).say(after(start, "d2d3"), "b4b3", -40, 11));
  ASSERT_EQ(moves.size(), 1u);
  EXPECT_EQ(moves[0].score, 40);
}

TEST(KnownMoves, KnowTheRulesOfAGameThatIsOver) {
  const Pos position = *Pos::from_fen("k4/2K2/5/5/1Q3 w - - 0 1");
  const auto moves = known_moves(HandBook().say(position, "b1b2", 300, 5).open(), position);
  const auto mate = std::ranges::find(moves, *parse_uci(position, "b1b4"), &KnownMove::move);
  ASSERT_NE(mate, moves.end());
  EXPECT_EQ(mate->score, win_in(1));
  EXPECT_EQ(mate->proof, Proof::win);
  EXPECT_TRUE(mate->settled);
}

// d3 has 50 points of 80, c3 70 of 120, e3 20 of 40; a3 has none.
TEST(Shares, ByGamesGoByPointsAndGames) {
  EXPECT_THAT(shares_of_start(four_moves(), ChooseBy::games),
              ElementsAre(DoubleEq(50.0 / 140), 0, DoubleEq(70.0 / 140), DoubleEq(20.0 / 140)));
}

TEST(Shares, OfAMixtureHalveWithEveryTwentyCentipawns) {
  EXPECT_THAT(shares_of_start(four_moves(), ChooseBy::mixed),
              ElementsAre(DoubleNear(50.0 / 105, 1e-9), 0, DoubleNear(35.0 / 105, 1e-9), DoubleNear(20.0 / 105, 1e-9)));
}

TEST(Shares, ByScoreHalveWithEveryTenCentipawns) {
  EXPECT_THAT(shares_of_start(four_moves(), ChooseBy::score),
              ElementsAre(DoubleEq(4.0 / 7), DoubleEq(2.0 / 7), DoubleEq(1.0 / 7), 0));
}

TEST(Shares, AreNoneWhereThereIsNothingToChooseBy) {
  const Pos start = Pos::start();
  HandBook scored, unscored, lost;
  scored.say(start, "d2d3", 50, 12).say(after(start, "c2c3"), "b4b3", -30, 7);
  EXPECT_THAT(shares_of_start(scored, ChooseBy::games), Each(0));
  EXPECT_THAT(shares_of_start(scored, ChooseBy::mixed), Each(0));
  unscored.say(start, "d2d3", 0, 0).played("d2d3", {.games = 1, .wins = 1}).played("c2c3", {.games = 1, .draws = 1});
  EXPECT_THAT(shares_of_start(unscored, ChooseBy::score), Each(0));
  EXPECT_THAT(shares_of_start(unscored, ChooseBy::mixed), ElementsAre(DoubleEq(2.0 / 3), DoubleEq(1.0 / 3)));
  lost.say(start, "d2d3", 0, 0).played("d2d3", {.games = 3, .losses = 3});
  EXPECT_THAT(shares_of_start(lost, ChooseBy::games), Each(0));
}

// However popular another move is.
TEST(Shares, NothingIsLetGoOfThatIsProvedOrSetByAPerson) {
  const auto own_alone = ElementsAre(1, 0, 0, 0);
  EXPECT_THAT(shares_of_start(four_moves(Proof::win), ChooseBy::games), own_alone);
  EXPECT_THAT(shares_of_start(four_moves(Proof::draw), ChooseBy::mixed), own_alone);
  HandBook set;
  const Pos start = Pos::start();
  set.say(start, "d2d3", -50, 0).by_hand().played("d2d3", {.games = 1, .wins = 1}).played("c2c3", {.games = 9});
  EXPECT_THAT(shares_of_start(set, ChooseBy::games), ElementsAre(1, 0));
  EXPECT_THAT(shares_of_start(set, ChooseBy::score), ElementsAre(1, 0));
}

TEST(Shares, AProvedLossIsNotChosenForItsGames) {
  HandBook book;
  const Pos start = Pos::start();
  book.say(start, "d2d3", 50, 12).played("d2d3", {.games = 1, .wins = 1}).played("c2c3", {.games = 9, .wins = 9});
  book.say(after(start, "c2c3"), "b4b3", kTableWin, 0, Proof::win);
  EXPECT_THAT(shares_of_start(book, ChooseBy::games), ElementsAre(1, 0));
}

TEST(Shares, OfMovesNeverPlayedGoByThePolyglotWeight) {
  HandBook book;
  book.say(Pos::start(), "d2d3", 0, 0).played("d2d3", {.weight = 30}).played("c2c3", {.weight = 10});
  EXPECT_THAT(shares_of_start(book, ChooseBy::games), ElementsAre(DoubleEq(0.75), DoubleEq(0.25)));
}

}  // namespace
}  // namespace bookends
