#include "gen/uci/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "tests/match/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends::uci {
namespace {

using testing::HasSubstr;

Thought after(const std::vector<std::string>& lines) {
  Thought thought;
  for (const std::string& line : lines) read_info(line, thought);
  return thought;
}

TEST(InfoLines, TellScoreDepthAndNodes) {
  const Thought thought = after({"info depth 12 seldepth 20 multipv 1 score cp -35 nodes 12345 nps 99 pv a2a3 b4b3"});
  EXPECT_EQ(thought.score, -35);
  EXPECT_EQ(thought.depth, 12);
  EXPECT_EQ(thought.nodes, 12345u);
}

// What our agent shows of a move of its book has not been searched, and no game is adjudicated by it. What it says of a
// move that it does not follow is followed by a search.
TEST(InfoLines, OfABookAreNotKept) {
  const std::string score = "info depth 9 seldepth 9 multipv 1 score cp 20 nodes 2000 pv e2e4";
  for (const std::string told : {"e2e4 cp 20 depth 9", "e2e4 without a score, 3 games 100 %", "e2e4"}) {
    const Thought thought = after({"info depth 3 score cp 5 nodes 7", "info string book: " + told, score});
    EXPECT_TRUE(thought.by_book) << told;
    EXPECT_FALSE(thought.score) << told;
    EXPECT_EQ(thought.depth, 0) << told;
    EXPECT_EQ(thought.nodes, 0u) << told;
  }
  const Thought left = after({"info string book: e2e4 left, the tables refute it", score});
  EXPECT_FALSE(left.by_book);
  EXPECT_EQ(left.score, 20);
}

TEST(InfoLines, MayHaveWhiteSpaceOfAnyKind) {
  for (const std::string line : {"info\tdepth\t5\tscore\tcp\t20\tnodes\t77\tpv\ta2a3",
                                 "  info  depth  5   score  cp 20 nodes 77 pv\ta2a3 depth 9\t\r"}) {
    const Thought thought = after({line});
    EXPECT_EQ(thought.score, 20) << line;
    EXPECT_EQ(thought.depth, 5) << line;
    EXPECT_EQ(thought.nodes, 77u) << line;
  }
}

TEST(OptionLines, MayHaveWhiteSpaceOfAnyKind) {
  const auto spin = parse_offer("\toption\tname  Two \tWords\ttype\tspin default 1 min\t1  max 2\t\r");
  ASSERT_TRUE(spin);
  EXPECT_EQ(spin->name, "Two Words");
  EXPECT_EQ(spin->type, "spin");
  EXPECT_EQ(spin->least, 1);
  EXPECT_EQ(spin->most, 2);
  const auto combo = parse_offer("option name Style type combo default Very Solid var Very\tSolid var  Risky ");
  ASSERT_TRUE(combo);
  EXPECT_THAT(combo->values, testing::ElementsAre("Very Solid", "Risky"));
  EXPECT_EQ(parse_offer("option name max var default type check")->name, "max var default");
  for (const std::string none : {"", "option", "options name X type check", "optionname X", "id name X"})
    EXPECT_FALSE(parse_offer(none)) << none;
}

TEST(InfoLines, CountMatesInPlies) {
  EXPECT_EQ(after({"info depth 5 score mate 1 pv a1a2"}).score, win_in(1));
  EXPECT_EQ(after({"info depth 5 score mate 3"}).score, win_in(5));
  EXPECT_EQ(after({"info depth 5 score mate -2"}).score, loss_in(4));
  EXPECT_EQ(after({"info depth 5 score mate 0"}).score, loss_in(0));
  EXPECT_GE(*after({"info depth 5 score mate 99999"}).score, kMateBound);
  EXPECT_TRUE(is_decided(*after({"info depth 5 score mate -2147483648"}).score));
  EXPECT_TRUE(is_open(*after({"info depth 5 score cp 999999"}).score));
  EXPECT_TRUE(is_open(*after({"info depth 5 score cp -99999999999"}).score));
}

TEST(InfoLines, OfOtherVariationsAndBoundsLeaveTheScore) {
  const std::string exact = "info depth 8 multipv 1 score cp 20 nodes 100";
  EXPECT_EQ(after({exact, "info depth 8 multipv 2 score cp -90 nodes 150"}).score, 20);
  const Thought bound = after({exact, "info depth 9 score cp 70 lowerbound nodes 200"});
  EXPECT_EQ(bound.score, 20);
  EXPECT_EQ(bound.depth, 9);
  EXPECT_EQ(bound.nodes, 200u);
  // Better than nothing.
  EXPECT_EQ(after({"info depth 9 score cp 70 upperbound"}).score, 70);
}

TEST(InfoLines, ThatSayNothingChangeNothing) {
  const std::string exact = "info depth 8 score cp 20 nodes 100";
  for (const std::string line :
       {"info", "info string score cp 900 depth 99", "info depth", "info score", "info score cp",
        "info depth x nodes -5 score cp high", "info currmove a2a3 currmovenumber 5",
        "info depth 9 currmove a2a3 currmovenumber 1"}) {
    const Thought thought = after({exact, line});
    EXPECT_EQ(thought.score, 20) << line;
    EXPECT_EQ(thought.depth, 8) << line;
    EXPECT_EQ(thought.nodes, 100u) << line;
  }
}

TEST(Processes, EndWithTheirChildren) {
  const test::TemporaryFolder folder;
  const std::string mark = folder / "mark";
  const std::atomic<bool> stop{false};
  {
    auto process = Process::start({{"sh", "-c", "(sleep 2; echo alive > '" + mark + "') & echo ready; wait"}, "", ""});
    ASSERT_TRUE(process);
    std::string line;
    ASSERT_EQ(process->read_line(line, Time::now() + std::chrono::seconds(20), stop), Process::Event::line);
    EXPECT_EQ(line, "ready");
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  EXPECT_FALSE(std::filesystem::exists(mark));
}

TEST(Processes, EndWithChildrenThatOutliveThem) {
  const test::TemporaryFolder folder;
  const std::string mark = folder / "mark";
  const std::atomic<bool> stop{false};
  auto process = Process::start({{"sh", "-c", "(sleep 2; echo alive > '" + mark + "') & echo ready"}, "", ""});
  ASSERT_TRUE(process);
  std::string line;
  ASSERT_EQ(process->read_line(line, Time::now() + std::chrono::seconds(20), stop), Process::Event::line);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const auto begin = Time::now();
  process->end(std::chrono::seconds(20));
  EXPECT_LT(Time::now() - begin, std::chrono::seconds(10)) << "it has ended, and is not waited for";
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  EXPECT_FALSE(std::filesystem::exists(mark));
}

TEST(Processes, ThatDoNotReadHoldNobodyUp) {
  ignore_broken_pipes();
  auto deaf = Process::start({{"sleep", "20"}, "", ""});
  ASSERT_TRUE(deaf);
  EXPECT_FALSE(deaf->write_line(std::string(1 << 20, 'x')));
  auto gone = Process::start({{"true"}, "", ""});
  ASSERT_TRUE(gone);
  std::string line;
  const std::atomic<bool> stop{false};
  EXPECT_EQ(gone->read_line(line, Time::now() + std::chrono::seconds(20), stop), Process::Event::closed);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(gone->write_line("uci"));
}

// The end of a line that is too long is no line, whatever it says.
TEST(Processes, SayNothingInLinesThatAreTooLong) {
  const std::atomic<bool> stop{false};
  auto process = Process::start(
      {{"sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x; echo ' bestmove a1a2'; echo after"}, "", ""});
  ASSERT_TRUE(process);
  std::string line;
  ASSERT_EQ(process->read_line(line, Time::now() + std::chrono::seconds(20), stop), Process::Event::line);
  EXPECT_EQ(line.substr(0, 100), "after");
}

TEST(Processes, WriteToALogThatCanBeMade) {
  const auto process = Process::start({{"true"}, "", "/no/such/folder/log"});
  ASSERT_FALSE(process);
  EXPECT_THAT(process.error().message, HasSubstr("/no/such/folder/log"));
  EXPECT_EQ(process.error().code, ErrorCode::io);
}

}  // namespace
}  // namespace bookends::uci
