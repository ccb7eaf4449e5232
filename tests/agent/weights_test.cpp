// The engine with a file of weights in place of those that are built in.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "core/eval/evaluate.h"
#include "core/eval/weights/games.h"
#include "core/io/file.h"
#include "gen/tune/weights_file.h"
#include "tests/agent/engine.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using test::Engine;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class WeightsOfAFile : public testing::Test {
 protected:
  // Pieces and pawns are a burden.
  static Weights upside_down() {
    Weights w = weights<games::fragments>;
    for (Phased& value : w.material) value = value * -1;
    return w;
  }
  std::string write(const std::string& name, const std::string& text) const {
    const auto path = folder_ / name;
    EXPECT_TRUE(write_file(path, as_bytes(text)));
    return path.string();
  }
  std::string upside_down_file() const {
    return write("my weights.inc", format_weights(games::fragments, upside_down()));
  }
  static std::vector<std::string> answer(Engine& engine, const std::string& command) {
    engine.send(command);
    engine.send("isready");
    return engine.read_until("readyok");
  }
  // Of the last iteration.
  static int score_of(const std::vector<std::string>& lines) {
    const std::string key = " score cp ";
    for (auto line = lines.rbegin(); line != lines.rend(); ++line)
      if (const auto at = line->find(key); at != line->npos) return std::stoi(line->substr(at + key.size()));
    ADD_FAILURE() << "no score";
    return 0;
  }
  static std::string by_the_terms(const Weights& w) {
    const auto p = Position<games::fragments>::from_fen(kRookUp).value();
    return "for the side to move, by the terms: " + std::to_string(evaluate(p, w));
  }

  static constexpr const char* kRookUp = "k4/p2p1/5/P2P1/K1R2 w - - 0 1";
  test::TemporaryFolder folder_;
};

TEST_F(WeightsOfAFile, EvaluateAndSearch) {
  Engine engine(BOOKENDS_AGENT);
  engine.send(std::string("position fen ") + kRookUp);
  std::vector<int> scores;
  for (const bool upside : {true, false, true}) {
    engine.send("setoption name EvalFile value " + (upside ? upside_down_file() : "none"));
    EXPECT_THAT(answer(engine, "eval"), Contains(by_the_terms(upside ? upside_down() : weights<games::fragments>)));
    engine.send("go depth 1");
    const auto lines = engine.read_until("bestmove");
    EXPECT_THAT(lines, Not(Contains(HasSubstr("error"))));
    scores.push_back(score_of(lines));
  }
  EXPECT_GT(scores[1], scores[0] + 500);
  EXPECT_EQ(scores[2], scores[0]);
  // A network in their place, and back.
  engine.send("setoption name EvalFile value auto");
  EXPECT_THAT(answer(engine, "eval"), Contains(HasSubstr("by the network")));
  engine.send("setoption name EvalFile value " + upside_down_file());
  EXPECT_THAT(answer(engine, "eval"), Contains(by_the_terms(upside_down())));
  EXPECT_EQ(engine.quit(), 0);
}

TEST_F(WeightsOfAFile, ThatDoNotFitLeaveWhatWasThere) {
  Engine engine(BOOKENDS_AGENT);
  engine.send(std::string("position fen ") + kRookUp);
  engine.send("setoption name EvalFile value " + upside_down_file());
  EXPECT_THAT(answer(engine, "eval"), Contains(by_the_terms(upside_down())));
  Weights heavy = upside_down();
  heavy.material[0].middle = 70000;
  const std::pair<std::string, const char*> wrong[] = {
      {write("chess.inc", format_weights(games::chess, weights<games::chess>)), "weights of chess, not of fragments"},
      {write("short.inc", "// The evaluation of fragments, in part\n1, 2,\n"), "2 weights, expected "},
      {write("heavy.inc", format_weights(games::fragments, heavy)), "it has to be from -5000 to 5000"}};
  for (const auto& [path, what] : wrong) {
    engine.send("setoption name EvalFile value " + path);
    const auto lines = answer(engine, "eval");
    EXPECT_THAT(lines, Contains(HasSubstr("info string error: option EvalFile: " + path))) << what;
    EXPECT_THAT(lines, Contains(HasSubstr(what)));
    EXPECT_THAT(lines, Contains(by_the_terms(upside_down())));
  }
  EXPECT_EQ(engine.quit(), 0);
}

}  // namespace
}  // namespace bookends
