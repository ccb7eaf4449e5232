// Leaves searched by UCI engines: the agent of this project, and one that fails as it is told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "books/grow/build.h"
#include "core/base/progress.h"
#include "core/io/file.h"
#include "core/rules/games.h"
#include "gen/uci/engine_option.h"
#include "gen/uci/evaluator.h"
#include "gen/uci/info.h"
#include "gen/uci/process.h"
#include "gen/uci/score.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;
using testing::HasSubstr;

TEST(UciInfo, IsReadLineByLine) {
  const auto info = uci::parse_info("info depth 12 seldepth 20 multipv 2 score cp -31 nodes 5 pv b2b4 c3c2");
  ASSERT_TRUE(info);
  EXPECT_EQ(info->multipv, 2);
  EXPECT_EQ(info->depth, 12);
  EXPECT_EQ(info->score, -31);
  EXPECT_EQ(info->move, "b2b4");
  EXPECT_EQ(uci::parse_info("info depth 9 score mate 3 pv a1a2")->multipv, 1);
  for (const char* line : {"info depth 3 nodes 5", "info depth 3 score cp 5", "info string score cp 5 pv a1a2",
                           "info depth 3 score cp 5 lowerbound pv a1a2", "info score cp many pv a1a2",
                           "info multipv 0 score cp 5 pv a1a2", "info score wdl 5 pv a1a2", "info depth 3 score cp"})
    EXPECT_FALSE(uci::parse_info(line)) << line;
}

TEST(UciInfo, MayHaveWhiteSpaceOfAnyKind) {
  const auto info = uci::parse_info(" \tinfo\tdepth\t12  multipv\t2 score\tcp -31\tpv\tb2b4\tc3c2\t\r");
  ASSERT_TRUE(info);
  EXPECT_EQ(info->multipv, 2);
  EXPECT_EQ(info->depth, 12);
  EXPECT_EQ(info->score, -31);
  EXPECT_EQ(info->move, "b2b4");
}

TEST(UciInfo, ScoresAreOurs) {
  EXPECT_EQ(uci::parse_score("cp", "35"), 35);
  EXPECT_EQ(uci::parse_score("cp", "-0"), 0);
  EXPECT_EQ(uci::parse_score("mate", "3"), win_in(5));
  EXPECT_EQ(uci::parse_score("mate", "-2"), loss_in(4));
  EXPECT_EQ(uci::parse_score("mate", "0"), loss_in(0));
  for (const char* none : {"", "-", "+3", "3.5", "0x10", "many", "3 "})
    EXPECT_FALSE(uci::parse_score("cp", none)) << none;
  EXPECT_FALSE(uci::parse_score("wdl", "5"));
}

TEST(UciInfo, ScoresOfEverySizeAreOfTheirKind) {
  for (const std::string number : {"31278", "31279", "31519", "31520", "32000", "100000", "2147483647", "2147483648",
                                   "9223372036854775808", "99999999999999999999999"}) {
    EXPECT_TRUE(is_open(*uci::parse_score("cp", number))) << number;
    EXPECT_TRUE(is_open(*uci::parse_score("cp", "-" + number))) << number;
    EXPECT_GT(*uci::parse_score("cp", number), 31000) << number;
    EXPECT_LT(*uci::parse_score("cp", "-" + number), -31000) << number;
    EXPECT_GE(*uci::parse_score("mate", number), kMateBound) << number;
    EXPECT_LE(*uci::parse_score("mate", "-" + number), -kMateBound) << number;
  }
}

Result<UciEvaluatorOptions> try_words(const std::string& words) {
  uci::ignore_broken_pipes();
  const auto spec = uci::parse_engine_spec(words);
  EXPECT_TRUE(spec) << spec.error().message;
  return try_engine<fragments>(*spec, 3, 500);
}

UciEvaluatorOptions agent() {
  auto options = try_words("cmd=" BOOKENDS_AGENT " option.Hash=2 option.OwnBook=false");
  EXPECT_TRUE(options) << options.error().message;
  return *options;
}

TEST(UciEvaluator, SaysWhatItIs) {
  const std::string said = agent().description;
  EXPECT_THAT(said, testing::StartsWith("uci "));
  EXPECT_THAT(said, HasSubstr("nodes 500"));
  EXPECT_THAT(said, HasSubstr("Hash=2"));
}

TEST(UciEvaluator, SearchesWithOneThread) {
  const auto threads_of = [](const UciEvaluatorOptions& options) {
    std::vector<std::string> values;
    for (const auto& [name, value] : options.spec.options)
      if (uci::equal_ignoring_case(name, "Threads")) values.push_back(value);
    return values;
  };
  EXPECT_THAT(threads_of(agent()), testing::ElementsAre("1"));
  const auto said = try_words("cmd=" BOOKENDS_AGENT " option.threads=1");
  ASSERT_TRUE(said) << said.error().message;
  EXPECT_THAT(threads_of(*said), testing::ElementsAre("1"));
}

TEST(UciEvaluator, FindsTheBestMovesAndAgainTheSame) {
  const std::atomic<bool> stop = false;
  const auto evaluator = uci_evaluator<fragments>(agent(), nullptr)();
  const auto start = Position<fragments>::start();
  const auto first = evaluator->evaluate(start, {}, stop);
  ASSERT_TRUE(first) << first.error().message;
  ASSERT_EQ(first->candidates.size(), 3u);
  EXPECT_GE(first->candidates[0].score, first->candidates[2].score);
  EXPECT_GT(first->depth, 0);
  const std::vector<Move> only{start.legal_moves()[1]};
  const auto second = evaluator->evaluate(start, only, stop);
  ASSERT_TRUE(second) << second.error().message;
  ASSERT_EQ(second->candidates.size(), 1u);
  EXPECT_EQ(second->candidates[0].move, only[0]);
  EXPECT_EQ(*evaluator->evaluate(start, {}, stop), *first);
}

TEST(UciEvaluator, ABuildIsTheSameForEveryNumberOfThreads) {
  const test::TemporaryFolder folder;
  const UciEvaluatorOptions options = agent();
  std::vector<std::byte> first;
  for (const int threads : {1, 2}) {
    BuildJob job;
    job.settings.game = fragments.name;
    job.settings.rules_fingerprint = fingerprint(fragments);
    job.settings.starts = {Position<fragments>::start().fen()};
    job.settings.evaluator = options.description;
    job.limits.positions = 1;
    job.threads = threads;
    job.workspace = folder / ("work" + std::to_string(threads));
    job.out = folder / ("book" + std::to_string(threads));
    Progress silent;
    const auto summary = build_book<fragments>(job, uci_evaluator<fragments>(options, nullptr), silent);
    ASSERT_TRUE(summary) << summary.error().message;
    const auto bytes = read_file(job.out);
    ASSERT_TRUE(bytes);
    if (threads == 1) first = *bytes;
    EXPECT_EQ(*bytes, first);
  }
}

TEST(UciEvaluator, WordsMayBePartedByAnyWhiteSpace) {
  const auto options = try_words("cmd='" BOOKENDS_SCRIPTED_ENGINE " tabs=1 score=12 variants=fragments name=Loose'");
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_THAT(options->description, testing::StartsWith("uci Loose"));
  const std::atomic<bool> stop = false;
  const auto result = uci_evaluator<fragments>(*options, nullptr)()->evaluate(Position<fragments>::start(), {}, stop);
  ASSERT_TRUE(result) << result.error().message;
  ASSERT_EQ(result->candidates.size(), 1u);
  EXPECT_EQ(result->candidates[0].score, 12);
}

TEST(UciEvaluator, ACrashIsAnErrorThatNamesTheEngineAndThePosition) {
  const auto options = try_words("cmd='" BOOKENDS_SCRIPTED_ENGINE " crash=1 variants=fragments name=Weak'");
  ASSERT_TRUE(options) << options.error().message;
  const std::atomic<bool> stop = false;
  const auto result = uci_evaluator<fragments>(*options, nullptr)()->evaluate(Position<fragments>::start(), {}, stop);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::io);
  EXPECT_THAT(result.error().message, HasSubstr("engine Weak ended while it searched"));
  EXPECT_THAT(result.error().message, HasSubstr(Position<fragments>::start().fen()));
}

// It would answer if it was told to stop: but that would be a search of another length.
TEST(UciEvaluator, SilenceIsAnError) {
  auto options = try_words("cmd='" BOOKENDS_SCRIPTED_ENGINE " late=1 variants=fragments name=Mute'");
  ASSERT_TRUE(options) << options.error().message;
  options->longest_silence = std::chrono::seconds(2);
  const std::atomic<bool> stop = false;
  const auto result = uci_evaluator<fragments>(*options, nullptr)()->evaluate(Position<fragments>::start(), {}, stop);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::io);
  EXPECT_THAT(result.error().message, HasSubstr("engine Mute said nothing for 2 s while it searched"));
}

TEST(UciEvaluator, RefusesEnginesThatDoNotServe) {
  for (const auto& [words, what] : std::vector<std::pair<std::string, std::string>>{
           {"nodes=5", "cmd="},
           {"cmd=" BOOKENDS_AGENT " movetime=5", "nodes or depth"},
           {"cmd=" BOOKENDS_AGENT " option.Threads=4", "option.Threads=4: "},
           {"cmd=" BOOKENDS_AGENT " option.tHREADS=2 option.Threads=1", "option.tHREADS=2: "},
           {"cmd=" BOOKENDS_SCRIPTED_ENGINE, "UCI_Variant"},
           {"cmd='" BOOKENDS_SCRIPTED_ENGINE " variants=chess'", "fragments"},
           {"cmd=/nonexistent/engine", "nonexistent"},
           {"cmd=" BOOKENDS_AGENT " option.NoSuchThing=1", "NoSuchThing"}}) {
    const auto refused = try_words(words);
    ASSERT_FALSE(refused) << words;
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument) << words;
    EXPECT_THAT(refused.error().message, HasSubstr(what));
  }
}

}  // namespace
}  // namespace bookends
