// Files of samples: what is written is read again, and what is wrong is said with its line.
#include "gen/selfplay/samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/file.h"
#include "core/rules/games.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

constexpr const Rules& kRules = games::fragments;
constexpr const char* kFen = "rqk1b/p1pp1/1p2p/PPPPP/BNKQR w - - 0 3";

class Samples : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& text) {
    const auto path = folder_ / "samples.tsv";
    EXPECT_TRUE(write_file(path, as_bytes(text)).ok());
    return path;
  }
  // The error of the first sample of a file with this text after a good line.
  Error error_of(const std::string& text) {
    auto reader = SampleReader::open(write(text), kRules);
    EXPECT_TRUE(reader.ok());
    Sample sample;
    while (true) {
      const Result<bool> more = reader->next(sample);
      if (!more) return more.error();
      if (!*more) return {ErrorCode::not_found, "no error"};
    }
  }

  TemporaryFolder folder_;
};

TEST_F(Samples, ComeBackAsTheyWereWritten) {
  const std::vector<Sample> written{{kFen, 35, GameResult::draw},
                                    {"4k/5/2K2/5/R4 b - - 7 40", -kMate, GameResult::white_wins},
                                    {"4k/5/2K2/5/R4 w - - 0 1", 0, GameResult::black_wins}};
  std::string text = format_sample_header(kRules, "nodes=10");
  for (const Sample& sample : written) text += format_sample(sample) + "\n# a comment\n";
  auto reader = SampleReader::open(write(text), kRules);
  ASSERT_TRUE(reader.ok());
  for (const Sample& expected : written) {
    Sample sample;
    ASSERT_TRUE(reader->next(sample).value());
    EXPECT_EQ(sample.fen, expected.fen);
    EXPECT_EQ(sample.score, expected.score);
    EXPECT_EQ(sample.result, expected.result);
  }
  Sample none;
  EXPECT_FALSE(reader->next(none).value());
}

TEST_F(Samples, CanBeReadAsSetups) {
  auto reader = SampleReader::open(write(format_sample({kFen, -12, GameResult::white_wins})), kRules);
  ASSERT_TRUE(reader.ok());
  bookends::Setup setup;  // the fixture has a member of that name
  Score score = 0;
  GameResult result{};
  ASSERT_TRUE(reader->next(setup, score, result).value());
  EXPECT_EQ(format_fen(kRules, setup), kFen);
  EXPECT_EQ(score, -12);
  EXPECT_EQ(points_of_white(result), 1.0);
  EXPECT_EQ(reader->line(), 1u);
}

TEST_F(Samples, TakeOtherLineEndsAndNoLastNewline) {
  auto reader = SampleReader::open(write(std::string("\r\n") + kFen + "\t5\t0.5\r\n" + kFen + "\t6\t1"), kRules);
  ASSERT_TRUE(reader.ok());
  Sample sample;
  ASSERT_TRUE(reader->next(sample).value());
  EXPECT_EQ(sample.score, 5);
  ASSERT_TRUE(reader->next(sample).value());
  EXPECT_EQ(sample.score, 6);
  EXPECT_EQ(sample.result, GameResult::white_wins);
  EXPECT_FALSE(reader->next(sample).value());
}

TEST_F(Samples, AreRefusedWithTheLineThatIsWrong) {
  const std::string good = format_sample({kFen, 35, GameResult::draw}), fen = kFen;
  const std::pair<std::string, const char*> cases[] = {
      {fen, "three fields"},
      {fen + "\t5", "three fields"},
      {fen + "\t5\t1\t", "three fields"},
      {fen + " 5 1", "three fields"},
      {fen + "\tx\t1", "score \"x\""},
      {fen + "\t\t1", "score \"\""},
      {fen + "\t5.5\t1", "score \"5.5\""},
      {fen + "\t32001\t1", "score \"32001\""},
      {fen + "\t99999999999\t1", "score \"99999999999\""},
      {fen + "\t5\t2", "result \"2\""},
      {fen + "\t5\t1.0", "result \"1.0\""},
      {"4k/5/2K2/5/R5 w - - 0 1\t5\t1", "placement"},
      {"\t5\t1", "FEN"},
  };
  for (const auto& [line, what] : cases) {
    const Error error = error_of(good + "#\n" + line + "\n");
    EXPECT_EQ(error.code, ErrorCode::invalid_argument) << line;
    EXPECT_THAT(error.message, HasSubstr("samples.tsv:3: ")) << line;
    EXPECT_THAT(error.message, HasSubstr(what)) << line;
  }
}

TEST_F(Samples, OfOtherRulesAreRefused) {
  const Error error = error_of(format_sample_header(games::gardner, "nodes=10 seed=1"));
  EXPECT_EQ(error.code, ErrorCode::unsupported);
  EXPECT_THAT(error.message, HasSubstr(":1: samples of \"game=gardner"));
  EXPECT_THAT(error.message, HasSubstr("game=fragments"));
}

TEST_F(Samples, ThatAreNotThereAreNotFound) {
  const auto reader = SampleReader::open(folder_ / "none.tsv", kRules);
  ASSERT_FALSE(reader.ok());
  EXPECT_EQ(reader.error().code, ErrorCode::not_found);
  const auto folder = SampleReader::open(folder_.path(), kRules);
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().code, ErrorCode::io);
}

}  // namespace
}  // namespace bookends::test
