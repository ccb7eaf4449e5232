// The engine with a network in place of the hand-made terms.
#include "core/eval/net/net.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/io/file.h"
#include "tests/agent/engine.h"
#include "tests/net/random_net.h"
#include "tests/support/bare_program.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using test::Engine;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class EvalFile : public testing::Test {
 protected:
  std::string fragments_net() const {
    const auto path = folder_ / "a fragments.net";
    EXPECT_TRUE(write_file(path, encode_net(games::fragments, test::random_net(games::fragments, {}, 1))));
    return path.string();
  }
  static std::vector<std::string> evaluation(Engine& engine) {
    engine.send("eval");
    engine.send("isready");
    return engine.read_until("readyok");
  }

  test::TemporaryFolder folder_;
};

TEST_F(EvalFile, IsUsedWhereItFits) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name EvalFile value " + fragments_net());
  engine.send("setoption name UCI_Variant value fragments");
  const auto value = evaluate_net(Position<games::fragments>::start(),
                                  **Net<games::fragments>::make(test::random_net(games::fragments, {}, 1)));
  EXPECT_THAT(evaluation(engine), Contains("for the side to move, by the network: " + std::to_string(value)));
  engine.send("go nodes 500");
  const auto lines = engine.read_until("bestmove");
  EXPECT_THAT(lines, Not(Contains(HasSubstr("EvalFile"))));
}

TEST_F(EvalFile, IsTheOneThatCameWithTheProgramAtFirst) {
  const std::filesystem::path nets = std::filesystem::path(BOOKENDS_SOURCE_DIR) / "core/eval/nets";
  for (const Rules* rules : all_games())
    with_game(*rules, [&]<const Rules & R>() {
      const auto own = Net<R>::open(nets / (std::string(R.name) + ".net"));
      Engine engine(BOOKENDS_AGENT);
      engine.send("setoption name UCI_Variant value " + std::string(R.name));
      const auto lines = evaluation(engine);
      if (own)
        EXPECT_THAT(lines, Contains("for the side to move, by the network: " +
                                    std::to_string(evaluate_net(Position<R>::start(), **own))));
      else
        EXPECT_THAT(lines, Not(Contains(HasSubstr("network")))) << R.name;
    });
}

TEST_F(EvalFile, EmptyOrNoneMeansTheHandMadeTerms) {
  for (const std::string terms : {"<empty>", "none", "None"}) {
    Engine engine(BOOKENDS_AGENT);
    engine.send("setoption name EvalFile value " + fragments_net());
    engine.send("setoption name EvalFile value " + terms);
    const auto lines = evaluation(engine);
    EXPECT_THAT(lines, Not(Contains(HasSubstr("by the network")))) << terms;
    EXPECT_THAT(lines, Not(Contains(HasSubstr("error")))) << terms;
  }
}

TEST_F(EvalFile, ThatDoesNotFitLeavesWhatWasThere) {
  const auto best_move = [](Engine& engine) {
    engine.send("setoption name Clear Hash");
    engine.send("position startpos");
    engine.send("go depth 4");
    const auto lines = engine.read_until("bestmove");
    EXPECT_FALSE(lines.empty());
    const std::string line = lines.size() < 2 ? "" : lines[lines.size() - 2];
    return line.substr(0, line.find(" nps "));  // what comes then is of the clock
  };
  const auto bad_text = folder_ / "bad.net";
  std::ofstream(bad_text) << "no network";
  for (const std::string& bad : {fragments_net(), bad_text.string(), (folder_ / "none.net").string()}) {
    Engine engine(BOOKENDS_AGENT);
    engine.send("setoption name UCI_Variant value chess");
    engine.send("setoption name EvalFile value <empty>");
    const std::string plain = best_move(engine);
    engine.send("setoption name EvalFile value " + bad);
    engine.send("isready");
    EXPECT_THAT(engine.read_until("readyok"), Contains(HasSubstr("info string error: option EvalFile: "))) << bad;
    EXPECT_EQ(best_move(engine), plain);
    EXPECT_EQ(engine.quit(), 0);
  }
}

TEST_F(EvalFile, ComesBackAndFollowsTheVariantOnItsOwn) {
  Engine engine(BOOKENDS_AGENT);
  const auto own = evaluation(engine);
  EXPECT_THAT(own, Contains(HasSubstr("by the network")));
  engine.send("setoption name EvalFile value " + fragments_net());
  EXPECT_NE(evaluation(engine), own);
  for (const std::string automatic : {"auto", "AUTO"}) {
    engine.send("setoption name EvalFile value " + automatic);
    EXPECT_EQ(evaluation(engine), own);
  }
  engine.send("setoption name UCI_Variant value chess");
  EXPECT_THAT(evaluation(engine), Contains(HasSubstr("by the network")));
}

TEST_F(EvalFile, CountsForNothingAgainstALoneKing) {
  Engine engine(BOOKENDS_AGENT);
  EXPECT_THAT(evaluation(engine), Contains(HasSubstr("by the terms, not used: ")));
  engine.send("position fen 4k/5/2K2/5/R4 w - - 0 1");
  EXPECT_THAT(evaluation(engine), Contains(HasSubstr("by the network, not used: ")));
}

TEST_F(EvalFile, ThatIsBadLeavesTheNetworkBefore) {
  for (const std::string between : {"isready", "uci"}) {
    Engine engine(BOOKENDS_AGENT);
    engine.send("setoption name EvalFile value " + fragments_net());
    const auto own = evaluation(engine);
    engine.send("setoption name EvalFile value <empty>");
    engine.send("setoption name EvalFile value " + fragments_net());
    engine.send(between);
    engine.send("setoption name EvalFile value " + (folder_ / "none.net").string());
    engine.read_until(between == "uci" ? "uciok" : "readyok");
    engine.send("isready");
    EXPECT_THAT(engine.read_until("readyok"), Contains(HasSubstr("none.net")));
    const auto after = evaluation(engine);
    EXPECT_THAT(after, testing::IsSupersetOf({own[own.size() - 2]}));
    EXPECT_THAT(own[own.size() - 2], HasSubstr("by the network"));
  }
}

// Copied alone, the program plays by the terms, and says so once.
TEST_F(EvalFile, ThatDidNotComeAlongIsSaid) {
  Engine engine(test::bare_program(folder_, BOOKENDS_AGENT));
  const auto said = [](const std::vector<std::string>& lines) {
    return std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
      return line.starts_with("info string option EvalFile: there is no ");
    });
  };
  EXPECT_EQ(said(evaluation(engine)), 1);
  engine.send("setoption name UCI_Variant value chess");
  const auto lines = evaluation(engine);
  EXPECT_EQ(said(lines), 0);
  EXPECT_THAT(lines, Not(Contains(HasSubstr("by the network"))));
}

// A network is of one game: another one goes on with its own, or without, and coming back finds it again.
TEST_F(EvalFile, FollowsTheVariant) {
  for (const std::string& program : {std::string(BOOKENDS_AGENT), test::bare_program(folder_, BOOKENDS_AGENT)}) {
    Engine engine(program);
    engine.send("setoption name EvalFile value " + fragments_net());
    const auto own = evaluation(engine);
    EXPECT_THAT(own, Contains(HasSubstr("by the network")));
    engine.send("setoption name UCI_Variant value gardner");
    const auto other = evaluation(engine);
    EXPECT_THAT(other, Contains(HasSubstr("a network of fragments under other rules than those of gardner")));
    if (program == BOOKENDS_AGENT)
      EXPECT_THAT(other, Contains(HasSubstr("by the network")));
    else
      EXPECT_THAT(other, Not(Contains(HasSubstr("by the network"))));
    engine.send("setoption name UCI_Variant value fragments");
    EXPECT_EQ(evaluation(engine), own);
  }
}

}  // namespace
}  // namespace bookends
