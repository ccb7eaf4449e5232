// "go" with everything it may be given.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <sstream>
#include <string>
#include <string_view>

#include "core/eval/weights/games.h"
#include "core/notation/move_text.h"
#include "tests/agent/engine.h"
#include "tests/agent/script.h"
#include "tests/support/every_game.h"
#include "tools/agent/protocol/report.h"

namespace bookends {
namespace {

using namespace std::chrono_literals;
using test::contains;
using test::Engine;
using test::Lines;
using test::play_script;

bool legal_at_start(const Rules& rules, const std::string& move) {
  return with_game(rules, [&]<const Rules & R>() { return parse_uci(Position<R>::start(), move).ok(); });
}

std::string choose(const Rules& rules) { return "setoption name UCI_Variant value " + std::string(rules.name) + "\n"; }

TEST(Go, MateIsFoundAndEndsTheSearch) {
  for (const char* script :
       {"setoption name UCI_Variant value chess\nposition fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo mate 1\n",
        "setoption name UCI_Variant value chess\nposition fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\ngo mate 2\n",
        "setoption name UCI_Variant value makruk\nposition fen 4k3/8/4K3/8/8/8/8/R7 w - - 0 1\ngo mate 1\n",
        "position fen 4k/5/5/R4/K4 w\ngo mate 3\n"}) {
    const Lines lines = play_script(script);
    EXPECT_EQ(test::best_moves(lines), 1) << script;
    EXPECT_GE(test::count_with(lines, " score mate "), 1) << script;
  }
}

// The mate is found by a search of its own, shallower than what the deepening has come to.
TEST(Go, TheDepthDoesNotFallWhereAMateIsFound) {
  const Lines lines = play_script(
      "setoption name UCI_Variant value chess\nposition fen r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1\ngo mate 3\n");
  int depth = 0;
  for (const std::string& line : lines)
    if (contains(line, "info depth ")) {
      EXPECT_GE(std::stoi(line.substr(11)), depth) << line;
      depth = std::stoi(line.substr(11));
    }
  EXPECT_EQ(test::count_with(lines, " score mate 3 "), 1);
}

TEST(Go, MateThatIsNotThereEndsTheSearchToo) {
  for (const Rules* rules : all_games())
    for (const std::string moves : {"1", "2", "3"}) {
      Engine engine(BOOKENDS_AGENT);
      engine.send_raw(choose(*rules) + "position startpos\ngo mate " + moves + "\n");
      const Lines lines = engine.read_until("bestmove");
      EXPECT_EQ(test::count_with(lines, "info string search: no mate in " + moves + " was found"), 1) << rules->name;
      EXPECT_EQ(test::count_with(lines, " score mate "), 0) << rules->name;
      EXPECT_TRUE(legal_at_start(*rules, test::last_move(lines))) << rules->name;
    }
}

// A mate in two: not one in one, and found where more moves are allowed.
TEST(Go, MateInTooFewMovesIsNotFound) {
  const std::string position =
      "setoption name UCI_Variant value chess\nposition fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\n";
  EXPECT_EQ(test::count_with(play_script(position + "go mate 1\n"), "no mate in 1 was found"), 1);
  const Lines lines = play_script(position + "go mate 4\n");
  EXPECT_EQ(test::count_with(lines, "was found"), 0);
  EXPECT_EQ(test::last_move(lines), "a1a6");
}

// No evaluation is as high as a win in the longest of them, and the search comes to where it can say that there is
// none.
TEST(Go, AMateIsInAsManyMovesAsASearchIsDeep) {
  for (const char* go : {"go mate 9999999", "go mate 99999999999999999999"}) {
    const agent::GoRequest request = agent::parse_go(split_words(go));
    EXPECT_GE(request.mate, 100);
    EXPECT_LE(2 * request.mate - 1, kMaxDepth);
    EXPECT_GE(win_in(2 * request.mate), kMateBound);
  }
  const Lines lines = play_script(
      "setoption name UCI_Variant value chess\nposition fen k7/8/8/8/8/8/8/KQR5 w - - 0 1\ngo mate 9999999\n");
  EXPECT_GE(test::count_with(lines, " score mate "), 1);
}

TEST(Go, NoMateIsSoughtWithoutAnEnd) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("go infinite mate 1");
  engine.send("stop");
  const Lines lines = engine.read_until("bestmove");
  EXPECT_EQ(test::count_with(lines, "go: mate is skipped beside infinite"), 1);
  EXPECT_EQ(test::count_with(lines, "no mate in"), 0);
}

// Nobody is left to stop what seeks in vain for hours.
TEST(Go, MateIsNotSoughtForEverAfterTheInput) {
  std::istringstream in("setoption name UCI_Variant value chess\nposition startpos\ngo mate 90\n");
  std::ostringstream out;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(agent::Uci(in, out, "test", {}, 100ms).run());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
  EXPECT_TRUE(contains(out.str(), "\nbestmove "));
}

// Who misspells a limit gets a complaint and a move, not a search without an end.
TEST(Go, NumbersThatAreNoneStillGiveAMove) {
  Engine engine(BOOKENDS_AGENT);
  for (const char* go :
       {"go depth abc", "go depth", "go nodes", "go nodes 1e6", "go movetime x", "go movetime 1.5", "go mate two",
        "go wtime x btime y", "go wtime", "go perft x", "go dpeth 5", "go depth abc searchmoves a2a3", "go depth -",
        "go movestogo 5 wtime", "go movestogo 20", "go winc 1000 binc 1000"}) {
    engine.send("position startpos");
    engine.send(go);
    const Lines lines = engine.read_until("bestmove");
    EXPECT_TRUE(legal_at_start(games::fragments, test::last_move(lines))) << go;
    EXPECT_GE(test::count_with(lines, "info string go: "), 2) << go;
  }
  // What is left of the limits counts.
  engine.send("go depth 3 nodes x");
  const Lines lines = engine.read_until("bestmove");
  EXPECT_EQ(test::count_with(lines, "info string go: "), 1);
  EXPECT_EQ(test::count_with(lines, "info depth 4 "), 0);
}

// How long an answer takes, in milliseconds.
double time_of_answer(Engine& engine, const std::string& position, const std::string& go) {
  engine.send("setoption name Clear Hash");
  engine.send(position);
  engine.send("isready");
  engine.read_until("readyok");
  const auto begin = std::chrono::steady_clock::now();
  engine.send(go);
  engine.best_move();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

// The own clock, and not the other one, with what it is for: a machine that is busy only makes an answer late, so that
// one that is soon needs to be so once.
TEST(Go, TheOwnClockCounts) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name UCI_Variant value chess");
  const std::string white = "position startpos", black = "position startpos moves e2e4";
  const std::string little_for_white = " wtime 100 btime 40000", little_for_black = " wtime 40000 btime 100";
  EXPECT_GT(time_of_answer(engine, white, "go" + little_for_black), 400);
  EXPECT_GT(time_of_answer(engine, black, "go" + little_for_white), 400);
  EXPECT_GT(time_of_answer(engine, white, "go wtime 1600 btime 1600 movestogo 1"), 400);
  const auto soonest = [&](const std::string& position, const std::string& go) {
    double least = 1e9;
    for (int i = 0; i < 5 && least > 200; ++i) least = std::min(least, time_of_answer(engine, position, go));
    return least;
  };
  EXPECT_LT(soonest(white, "go" + little_for_white), 200);
  EXPECT_LT(soonest(black, "go" + little_for_black), 200);
  EXPECT_LT(soonest(white, "go wtime 1600 btime 1600"), 200);
}

TEST(Go, MoveOverheadIsTakenOff) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name UCI_Variant value chess");
  engine.send("setoption name Move Overhead value 0");
  EXPECT_GE(time_of_answer(engine, "position startpos", "go movetime 600"), 500);
  engine.send("setoption name Move Overhead value 300");
  double least = 1e9;
  for (int i = 0; i < 5 && least > 450; ++i)
    least = std::min(least, time_of_answer(engine, "position startpos", "go movetime 600"));
  EXPECT_LT(least, 450);
  EXPECT_GE(least, 250);
}

TEST(Go, SearchMovesThatAreIllegalAreSkippedAloud) {
  const Lines some = play_script("position startpos\ngo depth 3 searchmoves zz9 e2e3 a1a5 c1c9q\n");
  EXPECT_EQ(test::last_move(some), "e2e3");
  EXPECT_EQ(test::count_with(some, "info string searchmoves: "), 3);
  const Lines none = play_script("position startpos\ngo depth 3 searchmoves zz9 a1a5\n");
  EXPECT_TRUE(legal_at_start(games::fragments, test::last_move(none)));
  EXPECT_EQ(test::count_with(none, "info string searchmoves: "), 3);
  EXPECT_EQ(test::count_with(none, "info string searchmoves: none is left, all moves are searched"), 1);
  const Lines twice = play_script("position startpos\ngo searchmoves d2d3 d2d3 depth 3\n");
  EXPECT_EQ(test::last_move(twice), "d2d3");
}

TEST(Go, SeveralLinesKeepToTheSearchMoves) {
  const Lines lines =
      play_script("setoption name MultiPV value 4\nposition startpos\ngo depth 3 searchmoves a2a3 e2e3\n");
  EXPECT_EQ(test::count_with(lines, "multipv 2"), 3);
  EXPECT_EQ(test::count_with(lines, "multipv 3"), 0);
}

TEST(Go, OddNumbersStillGiveAMoveInTime) {
  for (const Rules* rules : all_games())
    for (const char* go :
         {"go movetime 0", "go movetime -5", "go movetime 1", "go wtime 0 btime 0", "go wtime -1000 btime -1000",
          "go wtime 1 btime 1 winc 0 binc 0 movestogo 1", "go wtime 10 btime 10 movestogo 99999999999999999999",
          "go wtime 10 btime 10 winc -50 binc -50 movestogo -3", "go nodes 0", "go nodes -7", "go depth 0",
          "go depth -3", "go depth 2 nodes 99999999999999999999", "go nodes 10 wtime 99999999999999999999",
          "go nodes 10 movetime 99999999999999999999", "go depth 1 mate 99999999999999999999", "go btime 10",
          "go wtime 10", "go depth 1 depth 2 depth 1"}) {
      const auto begin = std::chrono::steady_clock::now();
      const Lines lines = play_script(choose(*rules) + "position startpos\n" + go + "\n");
      EXPECT_TRUE(legal_at_start(*rules, test::last_move(lines))) << go;
      EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s) << go;
      EXPECT_EQ(test::count_with(lines, "info string go:"), 0) << go;
    }
}

// A number that is larger than any is a long time and not none: these searches go on until they are stopped.
TEST(Go, HugeClocksAreLongOnes) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("position startpos");
  for (const char* go : {"go wtime 99999999999999999999 btime 99999999999999999999", "go movetime 9223372036854775807",
                         "go depth 2147483648", "go nodes 18446744073709551616"}) {
    engine.send(go);
    engine.read_until("info depth 5");
    engine.send("isready");
    EXPECT_EQ(test::best_moves(engine.read_until("readyok")), 0) << go;
    engine.send("stop");
    EXPECT_FALSE(engine.best_move().empty());
  }
}

TEST(Go, PerftStops) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name UCI_Variant value chess");
  engine.send("position startpos");
  engine.send("go perft 99999");
  engine.send("isready");
  engine.read_until("readyok");
  engine.send("stop");
  engine.read_until("info string perft: stopped");
  EXPECT_EQ(engine.quit(), 0);
}

// ---- Pondering ----

TEST(Ponder, TheBestMoveNamesAMoveToPonderOnWhenAsked) {
  for (const Rules* rules : all_games()) {
    const Lines on = play_script(choose(*rules) + "setoption name Ponder value true\nposition startpos\ngo depth 5\n");
    const auto words = split_words(on.back());
    ASSERT_EQ(words.size(), 4u) << on.back();
    EXPECT_EQ(words[2], "ponder");
    with_game(*rules, [&]<const Rules & R>() {
      Position<R> p = Position<R>::start();
      p.play(*parse_uci(p, words[1]));
      EXPECT_TRUE(parse_uci(p, words[3]).ok()) << on.back();
    });
    const Lines off = play_script(choose(*rules) + "position startpos\ngo depth 5\n");
    EXPECT_EQ(split_words(off.back()).size(), 2u) << off.back();
  }
}

TEST(Ponder, AFinishedSearchIsHeldBackUntilTheHit) {
  for (const char* go :
       {"go ponder depth 2", "go ponder nodes 50", "go ponder movetime 1", "go ponder mate 1 depth 2"}) {
    Engine engine(BOOKENDS_AGENT);
    engine.send("position startpos moves a2a3");
    engine.send(go);
    std::this_thread::sleep_for(40ms);
    engine.send("isready");
    EXPECT_EQ(test::best_moves(engine.read_until("readyok")), 0) << go;
    engine.send("ponderhit");
    EXPECT_FALSE(engine.best_move().empty()) << go;
  }
}

TEST(Ponder, TimeCountsFromTheHitOn) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name Move Overhead value 0");
  engine.send("position startpos moves a2a3");
  engine.send("go ponder movetime 300");
  engine.read_until("info depth 1");
  std::this_thread::sleep_for(350ms);
  const auto hit = std::chrono::steady_clock::now();
  engine.send("ponderhit");
  EXPECT_FALSE(engine.best_move().empty());
  const auto taken = std::chrono::steady_clock::now() - hit;
  EXPECT_GT(taken, 150ms);
  EXPECT_LT(taken, 2s);
}

TEST(Ponder, AMissIsAStopAndAnotherPosition) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("position startpos moves a2a3");
  engine.send("go ponder wtime 1000 btime 1000");
  engine.read_until("info depth 1");
  engine.send("stop");
  EXPECT_FALSE(engine.best_move().empty());
  engine.send("position startpos moves b2b3");
  engine.send("go wtime 100 btime 100");
  EXPECT_FALSE(engine.best_move().empty());
}

// ---- The order of commands ----

TEST(Order, EveryGoIsAnsweredOnce) {
  EXPECT_EQ(test::best_moves(play_script("go depth 2\ngo depth 2\nposition startpos\ngo infinite\ngo nodes 5\n")), 4);
}

// Two searches of an hour; the second one waits for the first.
TEST(Order, StopAndQuitOvertakeWhatWaits) {
  for (const char* end : {"stop\n", "quit\n", "position startpos\nstop\nquit\n"}) {
    const auto begin = std::chrono::steady_clock::now();
    const Lines lines =
        play_script("go movetime 3600000\nposition startpos moves a2a3\ngo movetime 3600000\n" + std::string(end));
    EXPECT_EQ(test::best_moves(lines), 2) << end;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s) << end;
  }
}

TEST(Order, OptionsDoNotKeepStopWaiting) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("go movetime 3600000");
  engine.send("setoption name BookFile value /nowhere/at.all");
  engine.send("setoption name UCI_Variant value chess");
  engine.send("stop");
  const Lines first = engine.read_until("bestmove");
  EXPECT_EQ(test::count_with(first, "/nowhere/at.all"), 0);
  engine.send("isready");
  EXPECT_EQ(test::count_with(engine.read_until("readyok"), "/nowhere/at.all"), 1)
      << "files are opened after the search";
  engine.send("d");
  EXPECT_TRUE(contains(engine.read_until("Fen:").back(), "rnbqkbnr"));
}

// ---- What is said ----

TEST(Said, ChancesAddUp) {
  for (const Rules* rules : all_games()) {
    const Lines lines =
        play_script(choose(*rules) + "setoption name UCI_ShowWDL value true\nposition startpos\ngo depth 4\n");
    long shown = 0;
    for (const std::string& line : lines) {
      const auto at = line.find(" wdl ");
      if (at == std::string::npos) continue;
      const auto words = split_words(std::string_view(line).substr(at));
      int sum = 0;
      for (std::size_t i = 1; i <= 3; ++i) sum += std::stoi(std::string(words[i]));
      EXPECT_EQ(sum, 1000) << line;
      ++shown;
    }
    EXPECT_EQ(shown, 4);
  }
}

TEST(Said, ChancesAreThoseOfTheGame) {
  for_every_game([]<const Rules & R>() {
    const Weights& w = weights<R>;
    int last = -1;
    for (Score score = -3000; score <= 3000; score += 7) {
      std::istringstream words(agent::format_wdl(score, w));
      int win = 0, draw = 0, loss = 0;
      words >> win >> draw >> loss;
      EXPECT_EQ(win + draw + loss, 1000) << score;
      EXPECT_GE(std::min({win, draw, loss}), 0) << score;
      EXPECT_GE(win, last) << "the better the score";
      last = win;
      EXPECT_NEAR(win, 1000 / (1 + std::exp(static_cast<double>(w.win_even - score) / w.win_width)), 0.6);
    }
    EXPECT_EQ(agent::format_wdl(w.win_even, w).substr(0, 4), "500 ");
    EXPECT_EQ(agent::format_wdl(win_in(3), w), "1000 0 0");
    EXPECT_EQ(agent::format_wdl(loss_in(4), w), "0 0 1000");
  });
  Weights without_draws;
  without_draws.win_even = 0;
  for (Score score = -500; score <= 500; ++score)
    EXPECT_EQ(agent::format_wdl(score, without_draws).find('-'), std::string::npos) << score;
}

// Even when the last iteration was cut off after it had found another move.
TEST(Said, TheLastLineBeginsWithTheBestMove) {
  for (const Rules* rules : all_games())
    for (int nodes = 1; nodes < 40000; nodes = nodes * 5 / 4 + 1) {
      const Lines lines = play_script(choose(*rules) + "position startpos\ngo nodes " + std::to_string(nodes) + "\n");
      std::string line;
      for (const std::string& said : lines)
        if (contains(said, " pv ")) line = said;
      const auto pv = line.find(" pv ");
      ASSERT_NE(pv, std::string::npos) << nodes << " nodes in " << rules->name;
      EXPECT_EQ(split_words(std::string_view(line).substr(pv))[1], test::last_move(lines))
          << nodes << " nodes in " << rules->name;
    }
}

// The number after these words, one after the other.
double number_after(std::string_view line, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    const auto at = line.find(word);
    if (at == std::string_view::npos) return -1;
    line.remove_prefix(at + word.size());
  }
  return std::strtod(std::string(line).c_str(), nullptr);
}

TEST(Said, StatisticsAreSharesOfTheNodesBesideThem) {
  for (const char* threads : {"1", "2"}) {
    const Lines lines = play_script("setoption name Threads value " + std::string(threads) +
                                    "\ndebug on\nposition startpos\ngo depth 11\n");
    int seen = 0;
    for (const std::string& line : lines) {
      if (!contains(line, "time to depth")) continue;
      ++seen;
      const double nodes = number_after(line, {" nodes "}), quiescence = number_after(line, {"quiescence nodes "});
      const double cutoffs = number_after(line, {" cutoffs "});
      EXPECT_NEAR(100 * quiescence / nodes, number_after(line, {"quiescence nodes ", "("}), 0.06) << line;
      const double inner = number_after(line, {" inner nodes "});
      EXPECT_NEAR(inner > 0 ? 100 * cutoffs / inner : 0, number_after(line, {" cutoffs ", "("}), 0.06) << line;
    }
    EXPECT_EQ(seen, 12) << threads << " threads";
  }
}

TEST(Said, DebugNamesTheStatisticsOfEveryIteration) {
  for (const char* threads : {"1", "2"}) {
    const Lines lines = play_script("setoption name Threads value " + std::string(threads) +
                                    "\ndebug on\nposition startpos\ngo depth 5\n");
    Lines statistics;
    for (const std::string& line : lines)
      if (contains(line, "time to depth")) statistics.push_back(line);
    ASSERT_EQ(statistics.size(), 6u) << "five iterations and the whole";
    for (const std::string& line : statistics)
      for (const char* word :
           {"info string ", "depth ", "seldepth ", "time to depth ", " nodes ", " nps ", "quiescence nodes ",
            "table probes ", " hits ", " cutoffs ", "first move cutoffs ", "oracle hits "})
        EXPECT_TRUE(contains(line, word)) << word << " in " << line;
    EXPECT_TRUE(contains(statistics[0], "depth 1 "));
    EXPECT_TRUE(contains(statistics[4], "depth 5 "));
    EXPECT_TRUE(contains(statistics[5], "in all: depth 5 "));
  }
  EXPECT_EQ(test::count_with(play_script("position startpos\ngo depth 3\n"), "time to depth"), 0);
}

}  // namespace
}  // namespace bookends
