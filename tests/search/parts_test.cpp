// Scores, the transposition table, the clock, variations.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <random>
#include <thread>

#include "core/rules/games.h"
#include "core/search/time.h"
#include "core/search/tree/clocks.h"
#include "core/search/tree/pv.h"
#include "core/search/tree/transposition.h"

namespace bookends {
namespace {

using namespace std::chrono_literals;

TEST(Score, IsWrittenAsUciSaysIt) {
  EXPECT_EQ(format_score(35), "cp 35");
  EXPECT_EQ(format_score(-7), "cp -7");
  EXPECT_EQ(format_score(win_in(1)), "mate 1");
  EXPECT_EQ(format_score(win_in(5)), "mate 3");
  EXPECT_EQ(format_score(loss_in(0)), "mate 0");
  EXPECT_EQ(format_score(loss_in(2)), "mate -1");
  EXPECT_EQ(format_score(loss_in(4)), "mate -2");
}

TEST(MoveLimit, EntriesOfOtherClocksAreOthersNearIt) {
  constexpr const Rules& chess = games::chess;
  EXPECT_EQ(clock_key<chess>(0), clock_key<chess>(49)) << "hardly a search sees so far";
  for (int clock = 84; clock < 100; ++clock)
    for (int other = 0; other < clock; ++other) EXPECT_NE(clock_key<chess>(clock), clock_key<chess>(other)) << other;
  EXPECT_NE(clock_key<chess>(56), clock_key<chess>(72));
  EXPECT_EQ(clock_key<games::fragments>(0), clock_key<games::fragments>(99)) << "there is no limit";
}

TEST(MoveLimit, WhatIsDecidedAfterItIsNotBelieved) {
  constexpr const Rules& chess = games::chess;
  EXPECT_TRUE(within_limit<chess>(win_in(1), 99)) << "the last move may mate";
  EXPECT_FALSE(within_limit<chess>(win_in(3), 99));
  EXPECT_FALSE(within_limit<chess>(loss_in(2), 99));
  EXPECT_TRUE(within_limit<chess>(loss_in(2), 98));
  EXPECT_TRUE(within_limit<chess>(win_in(61), 39));
  EXPECT_FALSE(within_limit<chess>(win_in(61), 40));
  EXPECT_TRUE(within_limit<chess>(900, 99)) << "nothing is decided";
  EXPECT_TRUE(within_limit<chess>(kTableWin, 99)) << "tables know of the limit";
  EXPECT_TRUE(within_limit<games::fragments>(win_in(61), 99)) << "there is no limit";
}

TEST(Transposition, GivesBackWhatWasStored) {
  TranspositionTable table(1 << 20);
  table.next_search();
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    const Key key = random();
    const TableEntry entry{Move(3, 17, i % 2 == 0 ? Kind::queen : Kind::pawn), i - 500, 500 - i, i % 200,
                           static_cast<Bound>(1 + i % 3)};
    table.store(key, entry);
    const auto found = table.probe(key);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->move, entry.move);
    EXPECT_EQ(found->score, entry.score);
    EXPECT_EQ(found->evaluation, entry.evaluation);
    EXPECT_EQ(found->depth, entry.depth);
    EXPECT_EQ(found->bound, entry.bound);
    EXPECT_FALSE(table.probe(key ^ 1));
  }
  table.clear();
  std::mt19937_64 again(1);
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(table.probe(again()));
}

TEST(Transposition, KeepsExtremeScoresApart) {
  TranspositionTable table(1 << 16);
  table.next_search();
  for (const Score s : {win_in(1), loss_in(0), kTableWin, -kTableWin, 20000, -20000, 0}) {
    table.store(42, {Move(), s, TableEntry::kNoEvaluation, 7, Bound::exact});
    EXPECT_EQ(table.probe(42)->score, s);
  }
}

TEST(Transposition, MateScoresAreRelativeToTheNode) {
  // Mate at ply 9 of the tree, seen from ply 4, is mate in 5 plies from there; met again at ply 2 it is at ply 7.
  EXPECT_EQ(to_table(win_in(9), 4), win_in(5));
  EXPECT_EQ(from_table(win_in(5), 2), win_in(7));
  EXPECT_EQ(from_table(loss_in(5), 2), loss_in(7));
  for (const Score s : {0, 150, -3000, win_in(30), loss_in(31), kTableWin - 12, -kTableWin + 12})
    EXPECT_EQ(from_table(to_table(s, 11), 11), s);
  EXPECT_EQ(to_table(500, 30), 500);
}

TEST(Transposition, KeepsAMoveThatALaterBoundDoesNotHave) {
  TranspositionTable table(1 << 16);
  table.next_search();
  table.store(7, {Move(1, 2), 10, 0, 3, Bound::lower});
  table.store(7, {Move(), -10, 0, 5, Bound::upper});
  EXPECT_EQ(table.probe(7)->move, Move(1, 2));
  EXPECT_EQ(table.probe(7)->depth, 5);
}

TEST(Transposition, SettlingForgetsNothing) {
  TranspositionTable table(1 << 20);
  table.settle();
  EXPECT_FALSE(table.probe(1234));
  table.next_search();
  table.store(1234, {Move(1, 2), 30, 20, 5, Bound::lower});
  table.settle();
  ASSERT_TRUE(table.probe(1234));
  EXPECT_EQ(table.probe(1234)->score, 30);
  table.clear();
  table.settle();
  EXPECT_FALSE(table.probe(1234));
}

// Of this process, in bytes: what it has been given.
std::int64_t resident() {
  std::ifstream in("/proc/self/statm");
  std::int64_t pages = 0;
  in >> pages >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

TEST(Transposition, SettlingTakesTheMemoryUnlessItIsTooMuch) {
  constexpr std::int64_t kMegabyte = 1 << 20;
  const auto taken = [&](std::int64_t megabytes, std::size_t most) {
    TranspositionTable table(static_cast<std::size_t>(megabytes * kMegabyte));
    const std::int64_t before = resident();
    table.settle(most);
    return (resident() - before) / kMegabyte;
  };
  EXPECT_GE(taken(64, 64 * kMegabyte), 60);
  EXPECT_LE(taken(64, 63 * kMegabyte), 8);
}

TEST(Transposition, PrefersToKeepDeepEntries) {
  TranspositionTable table(64);  // one bucket
  table.next_search();
  table.store(1, {Move(1, 2), 10, 0, 30, Bound::exact});
  for (Key key = 2; key < 100; ++key) table.store(key, {Move(1, 2), 10, 0, 1, Bound::exact});
  EXPECT_TRUE(table.probe(1));
}

TEST(Transposition, AnswersForAnySize) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{100}, std::size_t{3} << 20}) {
    TranspositionTable table(bytes);
    table.next_search();
    table.store(~Key{0}, {Move(1, 2), 10, 0, 3, Bound::exact});
    EXPECT_TRUE(table.probe(~Key{0}));
    EXPECT_GE(table.hashfull(), 0);
  }
}

// Two threads hammer the same bucket: whatever is read must be one of the things that were written under its key.
TEST(Transposition, NeverMixesEntriesOfTwoThreads) {
  TranspositionTable table(64);
  table.next_search();
  std::atomic<int> wrong{0};
  const auto hammer = [&](unsigned seed) {
    std::mt19937 random(seed);
    for (int i = 0; i < 200000; ++i) {
      const Key key = random() % 16;
      const int depth = static_cast<int>(random() % 100);
      if (const auto e = table.probe(key); e && e->score != static_cast<Score>(key) * 100 + e->depth) ++wrong;
      table.store(key, {Move(1, 2), static_cast<Score>(key) * 100 + depth, 0, depth, Bound::exact});
    }
  };
  std::thread other(hammer, 1);
  hammer(2);
  other.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Time, UsesAShareOfTheClock) {
  const TimeBudget b = budget_of({.remaining = 60s, .increment = 0ms, .moves_to_go = 0, .overhead = 20ms});
  EXPECT_GT(b.soft, 500ms);
  EXPECT_LT(b.soft, 3s);
  EXPECT_GE(b.hard, b.soft);
  EXPECT_LT(b.hard, 15s);
}

TEST(Time, NeverPromisesMoreThanTheClockHas) {
  for (const auto remaining : {-5ms, 0ms, 1ms, 10ms, 50ms, 200ms, 1000ms, 100000ms})
    for (const auto increment : {0ms, 100ms, 5000ms})
      for (const int moves : {0, 1, 2, 40}) {
        const TimeBudget b = budget_of({remaining, increment, moves, 20ms});
        EXPECT_GE(b.soft, 1ms);
        EXPECT_LE(b.soft, b.hard);
        EXPECT_LE(b.hard, std::max(Milliseconds(1), remaining - 20ms));
      }
}

TEST(Time, OfAFixedMoveIsKept) {
  const TimeBudget b = budget_of_move(1000ms, 20ms);
  EXPECT_EQ(b.hard, 980ms);
  EXPECT_LE(b.soft, b.hard);
  EXPECT_EQ(budget_of_move(0ms, 20ms).hard, 1ms);
  EXPECT_EQ(budget_of_move(20ms, 20ms).hard, 10ms);
}

TEST(Variation, PutsTheMoveBeforeTheLineOfTheChild) {
  auto table = std::make_unique<PvTable>();
  table->clear(2);
  table->extend(1, Move(5, 6));
  table->extend(0, Move(1, 2));
  ASSERT_EQ(table->line(0).size(), 2u);
  EXPECT_EQ(table->line(0)[0], Move(1, 2));
  EXPECT_EQ(table->line(0)[1], Move(5, 6));
}

}  // namespace
}  // namespace bookends
