// Which of a book's moves are played, and when it is left.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/books/probe/hand_book.h"
#include "tests/books/support.h"
#include "tools/agent/player/book_choice.h"

namespace bookends {
namespace {

using games::fragments;
using test::after;
using test::game_of;
using test::HandBook;
using Pos = Position<fragments>;

std::vector<std::string> notations_of(const BookChoices& choices) {
  std::vector<std::string> names;
  for (const BookChoice& choice : choices.moves) names.push_back(format_uci(fragments, choice.move));
  return names;
}

// The start with its best move and two others whose positions the book knows: 0, 20 and 60 centipawns worse.
Book<fragments> three_moves() {
  const Pos start = Pos::start();
  return HandBook()
      .say(start, "d2d3", 50, 12)
      .say(after(start, "d2d3"), "b4b3", -50, 11)
      .say(after(start, "c2c3"), "b4b3", -30, 7)
      .say(after(start, "a2a3"), "b4b3", 10, 9)
      .open();
}

TEST(BookChoice, WithoutVarietyTheBestMoveAlone) {
  const BookChoices choices = book_choices(three_moves(), game_of("", ""), {});
  EXPECT_EQ(notations_of(choices), std::vector<std::string>{"d2d3"});
  EXPECT_EQ(choices.moves[0].score, 50);
  EXPECT_EQ(choices.moves[0].depth, 12);
  EXPECT_EQ(choices.exit, BookExit::none);
}

TEST(BookChoice, AnUnknownPositionIsNoChoice) {
  const BookChoices choices = book_choices(three_moves(), game_of("", "b1c3"), {});
  EXPECT_TRUE(choices.moves.empty());
  EXPECT_EQ(choices.exit, BookExit::unknown);
}

TEST(BookChoice, VarietyIsBoundedByTheLoss) {
  const auto with = [](int variety) {
    return notations_of(book_choices(three_moves(), game_of("", ""), {variety, 0, 0}));
  };
  EXPECT_EQ(with(19), (std::vector<std::string>{"d2d3"}));
  EXPECT_EQ(with(20), (std::vector<std::string>{"d2d3", "c2c3"}));
  EXPECT_EQ(with(59), (std::vector<std::string>{"d2d3", "c2c3"}));
  EXPECT_EQ(with(60), (std::vector<std::string>{"d2d3", "c2c3", "a2a3"}));
}

TEST(BookChoice, TenCentipawnsHalveTheShare) {
  const BookChoices choices = book_choices(three_moves(), game_of("", ""), {100, 0, 0});
  ASSERT_EQ(choices.moves.size(), 3u);
  EXPECT_DOUBLE_EQ(choices.moves[0].share, 4 * choices.moves[1].share);
  EXPECT_DOUBLE_EQ(choices.moves[1].share, 16 * choices.moves[2].share);
  EXPECT_DOUBLE_EQ(choices.moves[0].share + choices.moves[1].share + choices.moves[2].share, 1);
}

TEST(BookChoice, ShallowScoresAreNotPlayed) {
  EXPECT_EQ(book_choices(three_moves(), game_of("", ""), {0, 13, 0}).exit, BookExit::shallow);
  EXPECT_EQ(notations_of(book_choices(three_moves(), game_of("", ""), {100, 12, 0})), std::vector<std::string>{"d2d3"});
  EXPECT_EQ(notations_of(book_choices(three_moves(), game_of("", ""), {100, 9, 0})),
            (std::vector<std::string>{"d2d3", "a2a3"}));
}

// Nobody knows what a move into a position without a score gives away; where none has one, all are as good.
TEST(BookChoice, WithoutScoresAllMovesOrNone) {
  const Pos start = Pos::start();
  HandBook known, unknown;
  known.say(start, "d2d3", -50, 12).say(after(start, "c2c3"), "b4b3", 0, 0).say(after(start, "a2a3"), "b4b3", 60, 9);
  unknown.say(start, "d2d3", 0, 0).say(after(start, "c2c3"), "b4b3", 0, 0).say(after(start, "a2a3"), "b4b3", 0, 0);
  EXPECT_EQ(notations_of(book_choices(known.open(), game_of("", ""), {100, 0, 0})),
            (std::vector<std::string>{"d2d3", "a2a3"}));
  const BookChoices all = book_choices(unknown.open(), game_of("", ""), {100, 0, 0});
  ASSERT_EQ(all.moves.size(), 3u);
  for (const BookChoice& choice : all.moves) {
    EXPECT_FALSE(choice.known);
    EXPECT_EQ(choice.depth, 0);
    EXPECT_DOUBLE_EQ(choice.share, 1.0 / 3);
  }
  EXPECT_EQ(book_choices(unknown.open(), game_of("", ""), {100, 1, 0}).exit, BookExit::shallow);
  HandBook some;  // that a move is good or bad says nothing of one that is not known
  some.say(start, "d2d3", 0, 0).say(after(start, "c2c3"), "b4b3", -90, 9).say(after(start, "a2a3"), "b4b3", 0, 0);
  const BookChoices alike = book_choices(some.open(), game_of("", ""), {100, 0, 0});
  EXPECT_EQ(notations_of(alike), (std::vector<std::string>{"d2d3", "a2a3"}));
}

// Nor is a move played that its games do not know, though the book knows the position behind it.
TEST(BookChoice, WithoutScoresGamesDecideWhereThereAreAny) {
  const Pos start = Pos::start();
  HandBook book;
  book.say(start, "d2d3", 0, 0).played("d2d3", {.games = 3, .wins = 3}).played("c2c3", {.games = 1, .wins = 1});
  book.say(after(start, "c2c3"), "b4b3", 0, 0).say(after(start, "a2a3"), "b4b3", 0, 0);
  const BookChoices choices = book_choices(book.open(), game_of("", ""), {100, 0, 0});
  EXPECT_EQ(notations_of(choices), (std::vector<std::string>{"d2d3", "c2c3"}));
  EXPECT_EQ(choices.by, ChooseBy::games);
}

TEST(BookChoice, AShortLineIsLeftBeforeItEnds) {
  EXPECT_EQ(book_choices(three_moves(), game_of("", ""), {0, 0, 2}).exit, BookExit::none);
  EXPECT_EQ(book_choices(three_moves(), game_of("", ""), {0, 0, 3}).exit, BookExit::short_line);
  EXPECT_EQ(book_choices(three_moves(), game_of("", "d2d3"), {0, 0, 2}).exit, BookExit::short_line);
}

// Lines of four moves, beginning with d3, and of two, with c3.
HandBook lines_of_many_lengths() {
  const Pos start = Pos::start();
  HandBook book;
  book.say(start, "d2d3", 50, 12)
      .say(after(start, "d2d3"), "b4b3", -50, 11)
      .say(after(start, "d2d3 b4b3"), "a2a3", 50, 10)
      .say(after(start, "d2d3 b4b3 a2a3"), "c4c3", -50, 9)
      .say(after(start, "c2c3"), "d4d3", -30, 7);
  return book;
}

TEST(BookChoice, AMoveOfVarietyHasALineOfItsOwn) {
  const auto book = lines_of_many_lengths().open();
  const auto with = [&](int min_plies) {
    return notations_of(book_choices(book, game_of("", ""), {100, 0, min_plies}));
  };
  const std::vector<std::string> both{"d2d3", "c2c3"}, best{"d2d3"};
  EXPECT_EQ(with(1), both);
  EXPECT_EQ(with(2), both);
  EXPECT_EQ(with(3), best);
  EXPECT_EQ(with(4), best);
  EXPECT_TRUE(with(5).empty());
}

TEST(BookChoice, WhatIsCertainAfterAMoveOfVarietyIsLongEnough) {
  HandBook book = lines_of_many_lengths();
  book.say(after(Pos::start(), "a2a3"), "b4b3", 10, 0).by_hand();
  EXPECT_EQ(notations_of(book_choices(book.open(), game_of("", ""), {100, 0, 4})),
            (std::vector<std::string>{"d2d3", "a2a3"}));
  // Also where only a later position of its line is.
  book.say(after(Pos::start(), "c2c3 d4d3"), "a2a3", 30, 0, Proof::draw);
  EXPECT_EQ(notations_of(book_choices(book.open(), game_of("", ""), {100, 0, 4})),
            (std::vector<std::string>{"d2d3", "c2c3", "a2a3"}));
}

TEST(BookChoice, WhatIsProvedIsPlayedHoweverShortOrShallow) {
  const Pos start = Pos::start();
  const auto book = HandBook().say(start, "d2d3", 50, 0, Proof::draw).open();
  EXPECT_EQ(book_choices(book, game_of("", ""), {0, 20, 20}).exit, BookExit::none);
}

TEST(BookChoice, AProvedWinHasProvedAlternativesOnly) {
  const Pos start = Pos::start();
  const auto book = HandBook()
                        .say(start, "d2d3", kTableWin, 0, Proof::win)
                        .say(after(start, "c2c3"), "b4b3", -kTableWin, 0, Proof::loss)
                        .say(after(start, "a2a3"), "b4b3", -kTableWin, 9)
                        .open();
  EXPECT_EQ(notations_of(book_choices(book, game_of("", ""), {1000, 0, 0})),
            (std::vector<std::string>{"d2d3", "c2c3"}));
}

TEST(BookChoice, WhatAPersonHasSetIsPlayedAloneHoweverShallow) {
  const Pos start = Pos::start();
  const auto book = HandBook()
                        .say(start, "d2d3", -100, 0)
                        .by_hand()
                        .say(after(start, "c2c3"), "b4b3", -300, 20)
                        .say(after(start, "d2d3"), "b4b3", 100, 20)
                        .open();
  EXPECT_EQ(notations_of(book_choices(book, game_of("", ""), {1000, 60, 60})), std::vector<std::string>{"d2d3"});
}

// White's king has gone and come back: its next step back repeats.
constexpr const char* kKings = "4k/5/5/P4/K4 w - - 0 1";
constexpr const char* kThere = "a1b1 e5d5 b1a1 d5e5";  // the start position stands again

TEST(BookChoice, AnEvenOrBetterGameIsNotRepeated) {
  const Game<fragments> game = game_of(kKings, "a1b1 e5d5 b1a1 d5e5");
  for (const Score score : {0, 200}) {
    const auto book = HandBook().say(*Pos::from_fen(kKings), "a1b1", score, 10).open();
    EXPECT_EQ(notations_of(book_choices(book, game_of(kKings, ""), {})), std::vector<std::string>{"a1b1"});
    const BookChoices choices = book_choices(book, game, {});
    EXPECT_EQ(choices.exit, BookExit::repetition) << score;
    EXPECT_EQ(format_uci(fragments, choices.best), "a1b1");
  }
}

TEST(BookChoice, ALostGameMayBeRepeated) {
  const auto book = HandBook().say(*Pos::from_fen(kKings), "a1b1", -200, 10).open();
  EXPECT_EQ(notations_of(book_choices(book, game_of(kKings, kThere), {})), std::vector<std::string>{"a1b1"});
}

TEST(BookChoice, AProvedWinIsFollowedUntilTheRepetitionWouldDraw) {
  const auto book = HandBook().say(*Pos::from_fen(kKings), "a1b1", kTableWin, 0, Proof::win).open();
  std::string moves;
  int followed = 0;
  for (int round = 0; round < fragments.repetition; ++round) {
    const BookChoices choices = book_choices(book, game_of(kKings, moves), {});
    if (choices.moves.empty()) {
      EXPECT_EQ(choices.exit, BookExit::repetition);
      break;
    }
    ++followed;
    moves += std::string(kThere) + ' ';
  }
  EXPECT_GE(followed, fragments.repetition - 2);
  EXPECT_LT(followed, fragments.repetition);
}

// d3 by score, Nc3 by games.
HandBook book_of_games() {
  const Pos start = Pos::start();
  return HandBook()
      .say(start, "d2d3", 50, 12)
      .played("d2d3", {.games = 10, .wins = 5, .losses = 5})
      .played("c2c3", {.games = 20, .wins = 10, .losses = 10})
      .played("b1c3", {.games = 30, .wins = 15, .losses = 15})
      .say(after(start, "d2d3"), "b4b3", -50, 11)
      .say(after(start, "c2c3"), "b4b3", -45, 7);
}

std::vector<std::string> by_games(const BookUse& use, ChooseBy by = ChooseBy::games) {
  BookUse chosen = use;
  chosen.by = by;
  return notations_of(book_choices(book_of_games().open(), game_of("", ""), chosen));
}

TEST(BookChoice, ByGamesEveryMoveWithGamesTheLikeliestFirst) {
  const std::vector<std::string> all{"b1c3", "c2c3", "d2d3"};
  EXPECT_EQ(by_games({}), all);
  EXPECT_EQ(by_games({1000, 0, 0}), all);
  const BookChoices choices = book_choices(book_of_games().open(), game_of("", ""), {0, 0, 0, ChooseBy::mixed});
  EXPECT_EQ(notations_of(choices), all);
  EXPECT_EQ(choices.by, ChooseBy::mixed);
  EXPECT_FALSE(choices.moves[0].known);
  EXPECT_EQ(choices.moves[1].score, 45);
  EXPECT_EQ(choices.moves[1].played->games, 20u);
  EXPECT_DOUBLE_EQ(choices.moves[0].share, 3 * choices.moves[2].share);
}

TEST(BookChoice, ByGamesDepthAndLengthOfTheLineCountToo) {
  EXPECT_EQ(by_games({0, 8, 0}), (std::vector<std::string>{"c2c3", "d2d3"}));
  EXPECT_EQ(by_games({0, 9, 0}), (std::vector<std::string>{"d2d3"}));
  EXPECT_EQ(by_games({0, 13, 0}), std::vector<std::string>());
  EXPECT_EQ(by_games({0, 0, 2}), (std::vector<std::string>{"c2c3", "d2d3"}));
  EXPECT_EQ(by_games({0, 0, 3}), std::vector<std::string>());
}

TEST(BookChoice, ByGamesWhereThereAreNoneIsByScore) {
  const BookChoices choices = book_choices(three_moves(), game_of("", ""), {20, 0, 0, ChooseBy::games});
  EXPECT_EQ(notations_of(choices), (std::vector<std::string>{"d2d3", "c2c3"}));
  EXPECT_EQ(choices.by, ChooseBy::score);
}

TEST(BookChoice, ByGamesNothingIsRepeatedThatIsEven) {
  HandBook book;
  book.say(*Pos::from_fen(kKings), "a1b2", 0, 10).played("a1b1", {.games = 9, .wins = 9});
  book.played("a1b2", {.games = 1, .wins = 1});
  const BookUse use{0, 0, 0, ChooseBy::games};
  EXPECT_EQ(notations_of(book_choices(book.open(), game_of(kKings, ""), use)).front(), "a1b1");
  EXPECT_EQ(notations_of(book_choices(book.open(), game_of(kKings, kThere), use)), std::vector<std::string>{"a1b2"});
}

RC_GTEST_PROP(BookChoice, EveryNumberFallsOnAChoiceInProportion, (const std::vector<unsigned char>& weights)) {
  BookChoices choices;
  double sum = 0;
  for (const unsigned char weight : weights) {
    choices.moves.push_back({Move(), 0, 0, weight + 1.0});
    sum += weight + 1.0;
  }
  RC_PRE(!choices.moves.empty());
  double before = 0;
  for (std::size_t i = 0; i < choices.moves.size(); ++i) {
    RC_ASSERT(&pick(choices, (before + choices.moves[i].share / 2) / sum) == &choices.moves[i]);
    before += choices.moves[i].share;
  }
  RC_ASSERT(&pick(choices, 0) == &choices.moves.front());
}

}  // namespace
}  // namespace bookends
