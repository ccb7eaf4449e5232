// The engine through its protocol, as a match runner drives it.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "core/search/signature.h"
#include "tests/agent/engine.h"
#include "tests/support/program.h"

namespace bookends {
namespace {

using namespace std::chrono_literals;
using test::any_contains;
using test::Engine;

class Protocol : public testing::Test {
 protected:
  // Everything that was said before the engine is ready again.
  std::vector<std::string> ready() {
    engine.send("isready");
    return engine.read_until("readyok");
  }
  void choose_game(const Rules& rules) {
    engine.send("setoption name UCI_Variant value " + std::string(rules.name));
    EXPECT_FALSE(any_contains(ready(), "info string"));
  }

  Engine engine{BOOKENDS_AGENT};
};

TEST_F(Protocol, ShakesHands) {
  engine.send("uci");
  const auto lines = engine.read_until("uciok");
  EXPECT_TRUE(any_contains(lines, "id name Bookends"));
  EXPECT_TRUE(any_contains(lines, " (search " + std::to_string(kSearchSignature) + ")"));
  EXPECT_TRUE(any_contains(lines, "id author"));
  for (const Rules* rules : all_games()) EXPECT_TRUE(any_contains(lines, "var " + std::string(rules->name)));
  for (const char* option :
       {"Hash type spin", "Clear Hash type button", "Threads type spin", "MultiPV type spin", "Ponder type check",
        "Move Overhead type spin", "OwnBook type check", "BookFile type string", "TablebasePath type string",
        "UCI_ShowWDL type check", "UCI_Variant type combo"})
    EXPECT_TRUE(any_contains(lines, option)) << option;
  ready();
  EXPECT_EQ(engine.quit(), 0);
}

TEST_F(Protocol, PlaysALegalMoveInEveryGameHoweverItIsAsked) {
  for (const Rules* rules : all_games()) {
    SCOPED_TRACE(std::string(rules->name));
    choose_game(*rules);
    for (const char* go : {"go depth 3", "go nodes 500", "go nodes 1", "go movetime 20", "go wtime 300 btime 300",
                           "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 5", "go mate 1 depth 3",
                           "go wtime -5 btime 0", "go depth 2 infinite"}) {
      engine.send("position startpos");
      engine.send(go);
      if (std::string_view(go).find("infinite") != std::string_view::npos) engine.send("stop");
      const std::string move = engine.best_move();
      with_game(*rules, [&]<const Rules & R>() { EXPECT_TRUE(parse_uci(Position<R>::start(), move).ok()) << go; });
    }
  }
  EXPECT_EQ(engine.quit(), 0);
}

TEST_F(Protocol, InfoLinesHaveTheExpectedOrder) {
  engine.send("setoption name UCI_ShowWDL value true");
  engine.send("position start start0");
  engine.send("go depth 4");
  const auto lines = engine.read_until("bestmove");
  const auto info =
      std::find_if(lines.begin(), lines.end(), [](const auto& l) { return l.rfind("info depth 4", 0) == 0; });
  ASSERT_NE(info, lines.end());
  std::size_t at = 0;
  for (const char* word : {"depth ", " seldepth ", " multipv 1", " score cp ", " wdl ", " nodes ", " nps ",
                           " hashfull ", " tbhits ", " time ", " pv "}) {
    const auto found = info->find(word, at);
    ASSERT_NE(found, std::string::npos) << word << " in " << *info;
    at = found;
  }
  EXPECT_TRUE(any_contains(lines, "info string search:"));
}

TEST_F(Protocol, SearchMovesAreKeptTo) {
  for (const std::string move : {"a2a3", "b2b3", "c2c3"}) {
    engine.send("position startpos");
    engine.send("go depth 4 searchmoves " + move + " zz9");
    EXPECT_EQ(engine.best_move(), move);
  }
}

TEST_F(Protocol, SeveralLinesAreNumbered) {
  engine.send("setoption name MultiPV value 3");
  engine.send("position startpos");
  engine.send("go depth 3");
  const auto lines = engine.read_until("bestmove");
  for (const char* rank : {"multipv 1", "multipv 2", "multipv 3"}) EXPECT_TRUE(any_contains(lines, rank));
}

TEST_F(Protocol, StopIsAnsweredQuickly) {
  engine.send("setoption name Threads value 2");
  engine.send("position startpos");
  ready();
  engine.send("go infinite");
  engine.send("isready");
  const auto lines = engine.read_until("readyok");
  if (!any_contains(lines, "info depth 5 ")) engine.read_until("info depth 5 ");  // which of them is first is open
  const auto asked = std::chrono::steady_clock::now();
  engine.send("stop");
  EXPECT_FALSE(engine.best_move().empty());
  EXPECT_LT(std::chrono::steady_clock::now() - asked, 500ms);  // a few ms on a quiet machine
}

// Mate is found at once, but an infinite search says its move only when it is told to stop.
TEST_F(Protocol, AnInfiniteSearchWaitsForStop) {
  engine.send("position fen 4k/5/5/R4/K4 w");
  engine.send("go infinite");
  engine.read_until("info depth 2");
  engine.send("isready");
  EXPECT_FALSE(any_contains(engine.read_until("readyok"), "bestmove"));
  engine.send("stop");
  EXPECT_FALSE(engine.best_move().empty());
}

TEST_F(Protocol, DebugNeitherEndsNorWaitsForASearch) {
  engine.send("position startpos");
  engine.send("go infinite");
  engine.read_until("info depth 2");
  engine.send("debug on");
  EXPECT_FALSE(any_contains(ready(), "bestmove"));
  engine.send("stop");
  const auto with = engine.read_until("bestmove");
  EXPECT_TRUE(any_contains(with, "info string in all:"));
  EXPECT_TRUE(any_contains(with, "oracle hits"));
  engine.send("go infinite");
  engine.send("debug off");
  EXPECT_FALSE(any_contains(ready(), "bestmove"));
  engine.send("stop");
  EXPECT_FALSE(any_contains(engine.read_until("bestmove"), "info string in all:"));
}

TEST_F(Protocol, PonderingEndsAfterThePonderHit) {
  engine.send("setoption name Ponder value true");
  engine.send("position startpos moves a2a3");
  engine.send("go ponder wtime 500 btime 500");
  engine.read_until("info depth 4");
  engine.send("isready");
  EXPECT_FALSE(any_contains(engine.read_until("readyok"), "bestmove"));
  engine.send("ponderhit");
  EXPECT_FALSE(engine.best_move().empty());
  engine.send("go ponder wtime 500 btime 500");
  engine.send("stop");
  EXPECT_FALSE(engine.best_move().empty());
}

TEST_F(Protocol, BadFilesAreReportedAndPlayGoesOn) {
  engine.send("setoption name BookFile value /nowhere/at all.bkb");
  engine.send("setoption name TablebasePath value /nowhere/tables");
  const auto lines = ready();
  EXPECT_TRUE(any_contains(lines, "info string error: option BookFile: no such file: /nowhere/at all.bkb"));
  EXPECT_TRUE(any_contains(lines, "/nowhere/tables"));
  engine.send("position startpos");
  engine.send("go depth 2");
  EXPECT_FALSE(engine.best_move().empty());
}

TEST_F(Protocol, AFinishedGameHasNoMove) {
  engine.send("setoption name UCI_Variant value chess");
  engine.send("position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
  engine.send("go depth 3");
  const auto lines = engine.read_until("bestmove");
  EXPECT_TRUE(any_contains(lines, "checkmate"));
  EXPECT_EQ(lines.back(), "bestmove 0000");
}

// Whatever comes in, what goes out is an info string; all else stays as it was.
TEST_F(Protocol, GarbageIsAnsweredByInfoStrings) {
  for (const char* garbage :
       {"position", "position fen", "position fen x", "position fen 5/5/5/5/5 w", "position startpos moves a1a9",
        "position startpos moves a2a3 a2a3", "position start nowhere", "position startpos b2b3", "setoption",
        "setoption name", "setoption name Nothing value 3", "setoption name Hash value lots",
        "setoption name Hash value -1", "setoption name Hash value 99999999999999999999",
        "setoption name Threads value 0", "setoption name UCI_Variant value draughts",
        "setoption name OwnBook value perhaps", "xyzzy", "\x01\x02\xff"}) {
    engine.send(garbage);
    EXPECT_TRUE(any_contains(ready(), "info string")) << garbage;
  }
  engine.send("position startpos moves a2a3");
  engine.send("setoption name Hash value lots");
  engine.send("go depth x nodes");
  engine.send("stop");
  EXPECT_TRUE(any_contains(engine.read_until("bestmove"), "info string go: a number is missing"));
  engine.send("d");
  EXPECT_TRUE(any_contains(engine.read_until("Key:"), "rqknb/ppppp/P4/1PPPP/BNKQR b")) << "the position was lost";
}

// A move for the position before it would be one in another game.
TEST_F(Protocol, ARefusedPositionIsNotAnsweredForAnotherOne) {
  choose_game(games::chess);
  engine.send("position startpos");
  engine.send("position startpos moves d2d4 a1f8");
  EXPECT_TRUE(any_contains(ready(), "info string 'a1f8' is not legal in "));
  engine.send("go depth 3");
  auto lines = engine.read_until("bestmove");
  EXPECT_EQ(lines.back(), "bestmove 0000");
  EXPECT_TRUE(any_contains(lines, "info string no position, the last one was refused: 'a1f8' is not legal in "));
  EXPECT_FALSE(any_contains(lines, " pv "));
  // Each of them is answered once, and not before it is time.
  for (const std::string end : {"stop", "ponderhit"}) {
    engine.send(end == "stop" ? "go infinite" : "go ponder wtime 9000 btime 9000");
    lines = ready();
    EXPECT_TRUE(any_contains(lines, "info string no position")) << end;
    EXPECT_FALSE(any_contains(lines, "bestmove")) << end;
    engine.send(end);
    EXPECT_EQ(engine.best_move(), "0000") << end;
    EXPECT_FALSE(any_contains(ready(), "bestmove")) << end;
  }
  engine.send("position startpos moves d2d4");
  engine.send("go depth 3");
  EXPECT_NE(engine.best_move(), "0000");
}

TEST_F(Protocol, RandomBytesDoNoHarm) {
  std::mt19937 dice(3);
  const char* words[] = {"go",        "stop",  "position", "startpos",    "moves", "fen", "setoption",
                         "name",      "value", "Hash",     "UCI_Variant", "depth", "1",   "-1",
                         "ponderhit", "debug", "isready",  "ucinewgame",  "nodes", "b2b3"};
  std::string bytes;
  for (int i = 0; i < 600; ++i) {
    if (dice() % 4 == 0) bytes += static_cast<char>(dice() % 256);
    bytes += words[dice() % std::size(words)];
    bytes += dice() % 5 == 0 ? '\n' : ' ';
  }
  engine.send_raw(bytes + "\nstop\n");
  engine.send("ucinewgame");
  engine.send("isready");
  engine.send("position startpos");
  engine.send("go depth 1");
  engine.read_until("bestmove");
  EXPECT_EQ(engine.quit(), 0);
}

TEST_F(Protocol, QuitEndsARunningSearch) {
  engine.send("go infinite");
  EXPECT_EQ(engine.quit(), 0);
}

test::RunResult run_script(const std::string& input) {
  test::RunOptions options;
  options.input = input;
  return test::run_program(BOOKENDS_AGENT, {}, options);
}

// Else the first search waits for it while its clock runs.
TEST(Ready, MeansThatTheMemoryOfTheTableIsThere) {
  Engine engine(BOOKENDS_AGENT);
  const auto resident_when_ready = [&](const std::string& megabytes) {
    engine.send("setoption name Hash value " + megabytes);
    engine.send("ucinewgame");
    engine.send("isready");
    engine.read_until("readyok");
    return engine.resident() >> 20;
  };
  const auto little = resident_when_ready("1");
  EXPECT_GE(resident_when_ready("128"), little + 120);
}

TEST(Script, APipedScriptIsCarriedOutToItsEnd) {
  const auto result = run_script("uci\nposition startpos\ngo depth 5\nposition startpos moves b2b3\ngo depth 4\n");
  EXPECT_EQ(result.exit_code, 0);
  const auto first = result.out.find("bestmove");
  EXPECT_NE(first, std::string::npos);
  EXPECT_NE(result.out.find("bestmove", first + 1), std::string::npos);
}

TEST(Script, PerftCountsLeaves) {
  const auto result = run_script("setoption name UCI_Variant value CHESS\nposition startpos\ngo perft 4\n");
  EXPECT_NE(result.out.find("Nodes searched: 197281"), std::string::npos);
}

// A whole game of the engine against itself, from both setups, as a match runner referees it.
class SelfPlay : public testing::TestWithParam<std::string> {};

TEST_P(SelfPlay, ReachesTheEndByLegalMoves) {
  constexpr const Rules& R = games::fragments;
  Engine engine(BOOKENDS_AGENT);
  engine.send("ucinewgame");
  Game<R> game(Position<R>::from_fen(start_fen(R, GetParam()).value()).value());
  std::string moves;
  int plies = 0;
  while (!game.verdict().over() && plies < 400) {
    engine.send("position start " + GetParam() + (moves.empty() ? "" : " moves" + moves));
    engine.send("go nodes 3000");
    const std::string text = engine.best_move();
    const auto move = parse_uci(game.position(), text);
    ASSERT_TRUE(move.ok()) << text << " in " << game.position().fen();
    game.play(*move);
    moves += " " + text;
    ++plies;
  }
  EXPECT_TRUE(game.verdict().over()) << "no end after " << plies << " plies";
  engine.send("position start " + GetParam() + " moves" + moves);
  engine.send("go nodes 100");
  engine.read_until("bestmove");
  EXPECT_EQ(engine.quit(), 0);
}

INSTANTIATE_TEST_SUITE_P(BothSetups, SelfPlay, testing::Values("start1", "start0"));

}  // namespace
}  // namespace bookends
