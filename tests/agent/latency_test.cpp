// How long a GUI waits: for the best move after "stop", and never beyond its clock.
#include <gtest/gtest.h>

#include <cstdio>
#include <random>
#include <thread>

#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "tests/agent/engine.h"
#include "tests/agent/script.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using test::Engine;

double milliseconds(Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

struct Waits {
  double median = 0;
  double most = 0;  // 19 of 20 are no longer
  double longest = 0;
};

Waits summary(std::vector<double> waits) {
  std::sort(waits.begin(), waits.end());
  return {waits[waits.size() / 2], waits[(19 * waits.size() + 19) / 20 - 1], waits.back()};
}

double wait_for(Engine& engine, const std::string& command, const std::string& answer) {
  const auto asked = Clock::now();
  engine.send(command);
  engine.read_until(answer);
  return milliseconds(Clock::now() - asked);
}

// From "stop" to the best move, many times, after searches of different length. Beside it what "isready" takes during
// the same searches, which needs nothing but two threads to be given their turn: so much is the machine's.
struct Answers {
  std::vector<double> stops, readies;  // milliseconds
};
Answers measure_stops(Engine& engine, const std::vector<std::string>& positions, int times) {
  Answers answers;
  std::mt19937 dice(1);
  for (int i = 0; i < times; ++i) {
    engine.send("position " + positions[static_cast<std::size_t>(i) % positions.size()]);
    engine.send("go infinite");
    engine.read_until("info depth 1");
    std::this_thread::sleep_for(std::chrono::milliseconds(dice() % 40));
    answers.readies.push_back(wait_for(engine, "isready", "readyok"));
    std::this_thread::sleep_for(1ms);
    answers.stops.push_back(wait_for(engine, "stop", "bestmove"));
  }
  return answers;
}

class SlowStop : public testing::TestWithParam<const Rules*> {};

// 20 stops a game, number of threads and table folder: 200 in all without tables, as many with them.
TEST_P(SlowStop, IsAnsweredWithinTenMilliseconds) {
  const Rules& rules = *GetParam();
  const std::string name(rules.name);
  const test::TemporaryFolder folder;
  const auto built = test::run_program(
      BOOKENDS_PROGRAM, {"tables", "build", name, "--men", "3", "--out", (folder / "tables").string(), "--quiet"});
  ASSERT_EQ(built.exit_code, 0) << built.err;
  // A start, and an ending a few captures away from the tables.
  const std::string ending =
      rules.files == 5 ? "fen 4k/p4/5/2P2/K1N2 w - - 0 1" : "fen 4k3/8/3p4/8/8/4P3/8/4K1N1 w - - 0 1";
  Answers all;
  for (const bool tables : {false, true})
    for (const int threads : {1, 2}) {
      Engine engine(BOOKENDS_AGENT);
      engine.send("setoption name UCI_Variant value " + name);
      engine.send("setoption name Threads value " + std::to_string(threads));
      if (tables) engine.send("setoption name TablebasePath value " + (folder / "tables").string());
      const Answers answers = measure_stops(engine, {"startpos", ending}, 20);
      const Waits stop = summary(answers.stops), ready = summary(answers.readies);
      std::printf("%-13s threads %d tables %-3s ms to the best move: median %.2f longest %.2f; isready: %.2f, %.2f\n",
                  name.c_str(), threads, tables ? "yes" : "no", stop.median, stop.longest, ready.median, ready.longest);
      // On a quiet machine the longest is below 10 ms; on a busy one the waits are those of its scheduler too.
      EXPECT_LT(stop.median, 10.0);
      EXPECT_LT(stop.longest, 1000.0);
      all.stops.insert(all.stops.end(), answers.stops.begin(), answers.stops.end());
      all.readies.insert(all.readies.end(), answers.readies.begin(), answers.readies.end());
      EXPECT_EQ(engine.quit(), 0);
    }
  const Waits stop = summary(all.stops), ready = summary(all.readies);
  std::printf("%-13s of 80, 19 of 20 are within %.2f, longest %.2f; isready: %.2f, %.2f\n", name.c_str(), stop.most,
              stop.longest, ready.most, ready.longest);
  EXPECT_LT(stop.most, 10.0 + ready.longest);
}

INSTANTIATE_TEST_SUITE_P(EveryGame, SlowStop, testing::ValuesIn(all_games().begin(), all_games().end()),
                         [](const auto& game) {
                           std::string name(game.param->name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// A game of the engine against itself on one clock a side, refereed as a match runner does.
struct TimedGame {
  int moves = 0;
  std::chrono::nanoseconds least = std::chrono::hours(1);  // that was ever left
};

TimedGame play_on_clocks(const Rules& rules, std::chrono::milliseconds time, std::chrono::milliseconds increment,
                         int plies) {
  return with_game(rules, [&]<const Rules & R>() {
    Engine engine(BOOKENDS_AGENT);
    engine.send("setoption name UCI_Variant value " + std::string(R.name));
    engine.send("ucinewgame");
    engine.send("isready");
    engine.read_until("readyok");
    TimedGame played;
    Game<R> game(Position<R>::start());
    std::array<std::chrono::nanoseconds, 2> left{time, time};
    const auto shown = [&](int side) { return std::to_string(std::max<long long>(0, left[side] / 1ms)); };
    const std::string increments = std::to_string(increment.count());
    std::string moves;
    while (played.moves < plies && !game.verdict().over()) {
      const int side = game.position().turn() == Color::white ? 0 : 1;
      engine.send("position startpos" + (moves.empty() ? "" : " moves" + moves));
      const auto begin = Clock::now();
      engine.send("go wtime " + shown(0) + " btime " + shown(1) + " winc " + increments + " binc " + increments);
      const std::string text = engine.best_move();
      left[side] -= Clock::now() - begin;
      played.least = std::min(played.least, left[side]);
      left[side] += increment;
      const auto move = parse_uci(game.position(), text);
      if (!move) {
        ADD_FAILURE() << text << " in " << game.position().fen();
        break;
      }
      game.play(*move);
      moves += " " + text;
      ++played.moves;
    }
    return played;
  });
}

// 1 s and 10 ms a move, with the usual overhead of 20 ms, for 40 moves a side. A machine that is busy with something
// else may take a clock away from any engine, but hardly three times running.
TEST(SlowClock, IsNeverOverstepped) {
  for (const Rules* rules : all_games()) {
    TimedGame game;
    for (int attempt = 0; attempt < 3; ++attempt) {
      game = play_on_clocks(*rules, 1000ms, 10ms, 80);
      std::printf("%-13s %2d plies, least time left %.1f ms\n", std::string(rules->name).c_str(), game.moves,
                  milliseconds(game.least));
      if (game.least > 0ms) break;
    }
    EXPECT_GT(game.least, 0ms) << rules->name;
  }
}

// Sudden death far too short for the number of moves: the engine plays on almost nothing.
TEST(SlowClock, OfAlmostNothingIsNotOverstepped) {
  for (const Rules* rules : {&games::fragments, &games::chess}) {
    TimedGame game;
    for (int attempt = 0; attempt < 3; ++attempt) {
      game = play_on_clocks(*rules, 300ms, 5ms, 80);
      std::printf("%-13s %2d plies, least time left %.1f ms\n", std::string(rules->name).c_str(), game.moves,
                  milliseconds(game.least));
      if (game.least > 0ms) break;
    }
    EXPECT_GT(game.least, 0ms) << rules->name;
  }
}

}  // namespace
}  // namespace bookends
