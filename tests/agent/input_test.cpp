// What comes in may be anything: long lines, binary bytes, commands at the wrong time.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>

#include "core/rules/games.h"
#include "tests/agent/script.h"
#include "tests/support/program.h"

namespace bookends {
namespace {

using test::contains;
using test::Lines;
using test::play_script;

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

// Nothing that could upset a GUI or a terminal goes out, and nothing long that only repeats what came in.
void expect_clean(const Lines& lines) {
  for (const std::string& line : lines) {
    EXPECT_LT(line.size(), 4000u) << line.substr(0, 100);
    EXPECT_TRUE(std::none_of(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }))
        << line.substr(0, 100);
  }
}

TEST(Input, LongLinesAreAnsweredShortly) {
  const std::string word(kMegabyte - 20, 'x');
  std::string words;
  while (words.size() < kMegabyte - 100) words += "zz ";
  for (const std::string& line :
       {word, words, "position fen " + word.substr(30), "position startpos moves " + words, "go " + words,
        "go depth " + word.substr(30), "setoption name " + word.substr(30), "go nodes 1 searchmoves " + words,
        "setoption name Hash value " + word.substr(50), "position start " + word.substr(30)}) {
    ASSERT_LE(line.size(), kMegabyte);
    const Lines lines = play_script(line + "\nstop\nisready\n");
    expect_clean(lines);
    EXPECT_GE(test::count_with(lines, "info string"), 1) << line.substr(0, 40);
    EXPECT_EQ(test::count_with(lines, "readyok"), 1) << line.substr(0, 40);
  }
}

TEST(Input, WhatIsNoCommandIsShownAsItIs) {
  EXPECT_EQ(test::count_with(play_script("foo  bar\n"), "unknown command 'foo  bar'"), 1);
  EXPECT_EQ(test::count_with(play_script("xyzzy\n \n\n"), "unknown command"), 1);
}

TEST(Input, TooLongALineIsIgnoredAsAWhole) {
  const std::string line = "quit " + std::string(kMegabyte, ' ') + " quit quit";
  const Lines lines = play_script(line + "\nisready\n");
  EXPECT_EQ(test::count_with(lines, "was ignored"), 1);
  EXPECT_EQ(lines.back(), "readyok");
  expect_clean(lines);
}

// The longest games there are: a position command of many thousand moves is no long line.
TEST(Input, LongGamesAreTaken) {
  std::string moves;
  for (int i = 0; i < 1000; ++i) moves += " c1d3 d5b3 d3c1 b3d5";
  const Lines lines = play_script(
      "setoption name UCI_Variant value makruk\nposition startpos\n"
      "position startpos moves" +
      moves + "\ngo nodes 5\n");
  EXPECT_EQ(test::best_moves(lines), 1);
}

TEST(Input, LastLinesWithoutAnEndCount) {
  EXPECT_EQ(play_script("isready"), Lines{"readyok"});
  EXPECT_EQ(play_script("isready\r\n\r\n\n   \n\t\nisready\r"), (Lines{"readyok", "readyok"}));
  EXPECT_EQ(play_script(""), Lines{});
}

TEST(Input, OfAWrongPositionNothingIsSaidButWhy) {
  const std::string good = "position startpos moves c2c3\n";
  for (const char* bad : {"position",
                          "position fen",
                          "position startpos moves c2c4",
                          "position startpos moves c2c3 c2c3",
                          "position startpos moves",
                          "position moves c2c3",
                          "position fen rqknb/ppppp/5/PPPPP",
                          "position fen rqknb/ppppp/5/PPPPP/BNKQR x",
                          "position fen rqknb/ppppp/5/PPPPP/BNKQRR w",
                          "position fen k w",
                          "position fen rqknb/ppppp/5/PPPPP/BN1QR w",
                          "position fen rqknb/ppppp/9/PPPPP/BNKQR w",
                          "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "position startpos c2c3",
                          "position start",
                          "position start start7",
                          "position fen 4k/4R/5/5/K4 w",
                          "position startpos moves 0000",
                          "position fen rqknb/ppppp/5/PPPPP/BNKQR w - - 99999999999 -5",
                          "position startpos moves \xff\xfe"}) {
    const Lines lines = play_script(good + bad + "\nd\neval\ngo perft 2\ngo depth 2\n");
    expect_clean(lines);
    if (std::string_view(bad) == "position startpos moves") {  // no moves are no mistake
      EXPECT_EQ(test::count_with(lines, "no position"), 0);
      EXPECT_NE(test::last_move(lines), "0000");
      continue;
    }
    EXPECT_EQ(lines.size(), 6u) << bad;
    EXPECT_EQ(test::count_with(lines, "info string "), 5) << bad;
    EXPECT_EQ(test::count_with(lines, "info string no position, the last one was refused: "), 4) << bad;
    EXPECT_EQ(lines.back(), "bestmove 0000") << bad;
  }
}

// Until a position is taken, or something else sets the start.
TEST(Input, AfterAWrongPositionThereIsNoneUntilOneIsSet) {
  const std::string bad = "position startpos moves c2c3\nposition startpos moves c2c4\n";
  const std::string too_long = "position startpos moves" + std::string(kMegabyte, ' ') + "c2c3\n";
  const auto fen = [](const std::string& script) { return test::after(play_script(script + "d\n"), "Fen: "); };
  const std::string start = fen("");
  ASSERT_NE(start, "");
  EXPECT_EQ(fen(bad), "");
  EXPECT_EQ(fen("position startpos moves c2c3\n" + too_long), "");
  EXPECT_EQ(test::last_move(play_script(too_long + "go depth 2\n")), "0000");
  for (const std::string none : {"isready\n", "stop\n", "go depth 1\n", "setoption name Start Position value start0\n",
                                 "setoption name UCI_Variant value fragments\n", "setoption name Hash value 2\n"})
    EXPECT_EQ(fen(bad + none), "") << none;
  EXPECT_EQ(fen(bad + "position startpos\n"), start);
  EXPECT_EQ(fen(bad + "ucinewgame\n"), start);
  EXPECT_EQ(fen(bad + "setoption name UCI_Variant value chess\n"), *start_fen(games::chess, ""));
  EXPECT_EQ(fen("setoption name UCI_Variant value chess\nposition startpos moves c2c5\n"), "")
      << "first the game, then the position";
}

// A GUI that plays chess960 may send it so, and loses its game if it is not taken.
TEST(Input, CastlingMayBeTheKingsMoveOntoItsRook) {
  const std::string chess = "setoption name UCI_Variant value chess\n";
  const Lines lines =
      play_script(chess + "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1h1\nd\ngo depth 3\n");
  EXPECT_EQ(test::after(lines, "Fen: "), "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
  EXPECT_NE(test::last_move(lines), "0000");
  for (const auto& [turn, given, played] : {std::array{"w", "e1h1", "e1g1"}, std::array{"b", "e8a8", "e8c8"}}) {
    const std::string fen = "r3k2r/8/8/8/8/8/8/R3K2R " + std::string(turn) + " KQkq - 0 1";
    EXPECT_EQ(test::last_move(play_script(chess + "position fen " + fen + "\ngo depth 2 searchmoves " + given + "\n")),
              played);
  }
}

TEST(Input, CommandsAtTheWrongTimeDoNoHarm) {
  const Lines lines = play_script(
      "stop\nponderhit\nstop\nstop\ngo\ngo\ngo infinite\nponderhit\nucinewgame\ngo ponder\ngo depth "
      "1\nstop\nponderhit\n"
      "debug\ndebug on off\ndebug off\nuci\nisready\nd\neval\n");
  EXPECT_EQ(test::best_moves(lines), 5);
  EXPECT_EQ(test::count_with(lines, "readyok"), 1);
  expect_clean(lines);
}

TEST(Input, EveryKindOfSearchEndsWithTheInput) {
  for (const char* go : {"go", "go infinite", "go ponder wtime 1000 btime 1000", "go depth 3", "go ponder depth 2"}) {
    EXPECT_EQ(test::best_moves(play_script("position startpos\n" + std::string(go))), 1) << go;
    EXPECT_LE(test::best_moves(play_script("position startpos\n" + std::string(go) + "\nquit")), 1) << go;
  }
}

// A word of the protocol, a number, or nonsense.
constexpr auto kWords = std::to_array<const char*>({"go",
                                                    "stop",
                                                    "position",
                                                    "startpos",
                                                    "start",
                                                    "moves",
                                                    "fen",
                                                    "setoption",
                                                    "name",
                                                    "value",
                                                    "depth",
                                                    "nodes",
                                                    "movetime",
                                                    "wtime",
                                                    "btime",
                                                    "winc",
                                                    "movestogo",
                                                    "mate",
                                                    "infinite",
                                                    "ponder",
                                                    "ponderhit",
                                                    "searchmoves",
                                                    "perft",
                                                    "debug",
                                                    "on",
                                                    "isready",
                                                    "ucinewgame",
                                                    "d",
                                                    "eval",
                                                    "uci",
                                                    "MultiPV",
                                                    "Threads",
                                                    "OwnBook",
                                                    "true",
                                                    "BookFile",
                                                    "/dev/null",
                                                    "chess",
                                                    "makruk",
                                                    "gardner",
                                                    "UCI_Variant",
                                                    "start0",
                                                    "Start Position",
                                                    "Clear Hash",
                                                    "TablebasePath",
                                                    "/",
                                                    "c2c3",
                                                    "e2e4",
                                                    "a2a1q",
                                                    "0000",
                                                    "w",
                                                    "-",
                                                    "KQkq",
                                                    "0",
                                                    "1",
                                                    "-1",
                                                    "3",
                                                    "7",
                                                    "99999999999999999999",
                                                    "rqknb/ppppp/5/PPPPP/BNKQR",
                                                    "4k/P4/5/5/K4",
                                                    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                                                    "8/8/8/8/8/8/8/8"});

std::string garbage_word() {
  if (*rc::gen::inRange(0, 8) == 0) return *rc::gen::arbitrary<std::string>();
  return kWords[*rc::gen::inRange<std::size_t>(0, kWords.size())];
}

RC_GTEST_PROP(Input, GarbageIsAnsweredAndSurvived, ()) {
  std::string script;
  const int size = *rc::gen::inRange(1, 150);
  for (int i = 0; i < size; ++i) script += garbage_word() + (*rc::gen::inRange(0, 4) == 0 ? '\n' : ' ');
  // A "quit" cannot come from the words above but by an accident that shrinking would find.
  RC_PRE(script.find("quit") == std::string::npos);
  const Lines lines = play_script(
      script + "\nstop\nucinewgame\nsetoption name UCI_Variant value gardner\nposition startpos\ngo nodes 9\n");
  RC_ASSERT(test::last_move(lines).size() >= 4u);
  for (const std::string& line : lines)
    RC_ASSERT(std::none_of(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }));
}

TEST(Input, ThatCannotBeReadIsSaid) {
  const auto run = test::run_program("/bin/sh", {"-c", "exec '" BOOKENDS_AGENT "' < /"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_EQ(run.err, "bookends-agent: standard input cannot be read\n");
}

}  // namespace
}  // namespace bookends
