// Self-play: the same file for any number of threads, and in it only what is asked for.
#include "gen/selfplay/selfplay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "core/eval/evaluate.h"
#include "core/eval/lone_king.h"
#include "core/eval/weights/games.h"
#include "core/io/file.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

template <const Rules& R>
SelfplayJob job_for(const std::filesystem::path& out, int threads = 1, std::size_t positions = 200) {
  SelfplayJob job{.settings = {}, .positions = positions, .threads = threads, .out = out, .header = "nodes=100"};
  for (const std::string_view fen : R.starts)
    if (!fen.empty()) job.settings.starts.emplace_back(fen);
  job.settings.nodes = 100;
  job.settings.max_plies = 120;
  return job;
}

template <const Rules& R>
std::vector<Sample> samples_of(const std::filesystem::path& path) {
  std::vector<Sample> samples;
  auto reader = SampleReader::open(path, R);
  EXPECT_TRUE(reader.ok());
  Sample sample;
  while (reader->next(sample).value()) samples.push_back(sample);
  return samples;
}

TEST(Selfplay, DoesNotDependOnTheThreads) {
  for (const Rules* rules : all_games())
    with_game(*rules, []<const Rules & R>() {
      const TemporaryFolder folder;
      Progress silent;
      for (const int threads : {1, 3})
        ASSERT_TRUE(run_selfplay<R>(job_for<R>(folder / std::to_string(threads), threads), nullptr, silent).ok());
      EXPECT_FALSE(text_of(folder / "1").empty());
      EXPECT_EQ(text_of(folder / "1"), text_of(folder / "3")) << R.name;
    });
}

TEST(Selfplay, IsAnotherForAnotherSeed) {
  constexpr const Rules& R = games::fragments;
  const TemporaryFolder folder;
  Progress silent;
  SelfplayJob job = job_for<R>(folder / "a");
  ASSERT_TRUE(run_selfplay<R>(job, nullptr, silent).ok());
  job.settings.seed = 2;
  job.out = folder / "b";
  ASSERT_TRUE(run_selfplay<R>(job, nullptr, silent).ok());
  EXPECT_NE(text_of(folder / "a"), text_of(folder / "b"));
}

template <const Rules& R>
void check_samples() {
  const TemporaryFolder folder;
  Progress silent;
  const auto summary = run_selfplay<R>(job_for<R>(folder / "s"), nullptr, silent);
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->positions, 200u);
  const std::vector<Sample> samples = samples_of<R>(folder / "s");
  ASSERT_EQ(samples.size(), 200u);
  std::set<std::string> different;
  for (const Sample& sample : samples) {
    const auto position = Position<R>::from_fen(sample.fen);
    ASSERT_TRUE(position.ok()) << sample.fen;
    EXPECT_FALSE(position->in_check()) << sample.fen;
    EXPECT_FALSE(lone_king<R>(*position, weights<R>)) << sample.fen;
    EXPECT_FALSE(verdict(*position).over()) << sample.fen;
    EXPECT_LT(std::abs(sample.score), kTableWin - kMaxPly) << sample.fen;
    different.insert(sample.fen);
  }
  EXPECT_GT(different.size(), 150u);
}

TEST(Selfplay, KeepsQuietPositionsOfOpenGames) {
  for (const Rules* rules : all_games())
    with_game(*rules, []<const Rules & R>() {
      SCOPED_TRACE(std::string(R.name));
      check_samples<R>();
    });
}

// The openings are random moves from all setups in turn, and none of them is kept.
TEST(Selfplay, OpensAtRandom) {
  constexpr const Rules& R = games::fragments;
  const TemporaryFolder folder;
  Progress silent;
  SelfplayJob job = job_for<R>(folder / "s", 1, 400);
  job.settings.random_plies = 6;
  ASSERT_TRUE(run_selfplay<R>(job, nullptr, silent).ok());
  for (const Sample& sample : samples_of<R>(folder / "s")) {
    const auto p = Position<R>::from_fen(sample.fen).value();
    EXPECT_GE(2 * (p.fullmove() - 1) + (p.turn() == Color::black ? 1 : 0), 3) << sample.fen;
  }
}

// A table that calls everything with few men a win of White.
class WhiteWins : public Oracle<games::fragments> {
 public:
  std::string_view name() const override { return "white"; }
  int max_men() const override { return 16; }
  std::optional<OracleValue> value(const Position<games::fragments>& p) const override {
    return OracleValue{p.turn() == Color::white ? OracleValue::Wdl::win : OracleValue::Wdl::loss, -1};
  }
};

TEST(Selfplay, BelievesTheTables) {
  constexpr const Rules& R = games::fragments;
  const TemporaryFolder folder;
  Progress silent;
  const WhiteWins tables;
  const auto summary = run_selfplay<R>(job_for<R>(folder / "s"), &tables, silent);
  ASSERT_TRUE(summary.ok());
  EXPECT_GT(summary->results[2], summary->games * 3 / 4) << "nearly every game gets down to sixteen men";
  for (const Sample& sample : samples_of<R>(folder / "s"))
    EXPECT_GT(count(Position<R>::from_fen(sample.fen).value().occupied()), 16) << sample.fen;
}

// The same, with a move for every position.
class WhiteWinsByAnyMove final : public WhiteWins {
 public:
  std::optional<OracleMove> choose(const Position<games::fragments>& p) const override {
    return OracleMove{p.legal_moves()[0], value(p), std::nullopt, 0};
  }
};

TEST(Selfplay, FollowsTheTables) {
  constexpr const Rules& R = games::fragments;
  const WhiteWinsByAnyMove tables;
  SelfplaySettings settings = job_for<R>("").settings;
  settings.table_plies = 6;
  SelfPlayer<R> player(settings, &tables);
  const std::atomic<bool> stop{false};
  int all = 0;
  for (std::uint64_t game = 0; game < 60; ++game) {
    int covered = 0;
    const auto samples = player.play(game, stop);
    ASSERT_TRUE(samples);
    for (const Sample& sample : *samples) {
      const auto p = Position<R>::from_fen(sample.fen).value();
      if (count(p.occupied()) > tables.max_men()) continue;
      ++covered;
      EXPECT_EQ(sample.score, p.turn() == Color::white ? kMaxEvaluation : -kMaxEvaluation) << sample.fen;
      EXPECT_EQ(sample.result, GameResult::white_wins) << sample.fen;
      EXPECT_FALSE(p.in_check()) << sample.fen;
    }
    EXPECT_LE(covered, 6);
    all += covered;
  }
  EXPECT_GT(all, 60);
}

TEST(Selfplay, ThinsOut) {
  constexpr const Rules& R = games::makruk;
  const TemporaryFolder folder;
  Progress silent;
  SelfplayJob job = job_for<R>(folder / "all");
  const auto all = run_selfplay<R>(job, nullptr, silent);
  job.out = folder / "some";
  job.settings.every = 4;
  const auto some = run_selfplay<R>(job, nullptr, silent);
  ASSERT_TRUE(all.ok() && some.ok());
  EXPECT_GT(some->games, all->games);
}

class StopAfter final : public Progress {
 public:
  explicit StopAfter(int asks) : left_(asks) {}
  bool stop_requested() const override { return left_-- <= 0; }

 private:
  mutable int left_;
};

// A search ends with an iteration: what it was asked for is what searches come to on average.
TEST(Selfplay, SearchesHaveAsManyNodesAsWereAskedForOnAverageSlow) {
  for (const Rules* rules : all_games())
    with_game(*rules, []<const Rules & R>() {
      const TemporaryFolder folder;
      Progress silent;
      SelfplayJob job = job_for<R>(folder / "a", 2, 400);
      job.settings.nodes = 1000;
      const auto summary = run_selfplay<R>(job, nullptr, silent);
      ASSERT_TRUE(summary.ok());
      EXPECT_GT(summary->nodes_per_search, 800) << R.name;
      EXPECT_LT(summary->nodes_per_search, 1250) << R.name;
    });
}

TEST(Selfplay, InterruptedKeepsTheBeginning) {
  constexpr const Rules& R = games::fragments;
  const TemporaryFolder folder;
  Progress silent;
  ASSERT_TRUE(run_selfplay<R>(job_for<R>(folder / "whole", 1, 1000), nullptr, silent).ok());
  StopAfter soon(20);
  const auto stopped = run_selfplay<R>(job_for<R>(folder / "part", 1, 1000), nullptr, soon);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, ErrorCode::interrupted);
  const std::string part = text_of(folder / "part"), whole = text_of(folder / "whole");
  EXPECT_GT(std::ranges::count(part, '\n'), 20);
  EXPECT_LT(part.size(), whole.size());
  EXPECT_TRUE(whole.starts_with(part));
}

TEST(Selfplay, RefusesAStartThatIsNoPosition) {
  constexpr const Rules& R = games::fragments;
  const TemporaryFolder folder;
  Progress silent;
  SelfplayJob job = job_for<R>(folder / "s");
  job.settings.starts = {"5/5/5/5/5 w - - 0 1"};
  const auto run = run_selfplay<R>(job, nullptr, silent);
  ASSERT_FALSE(run.ok());
  EXPECT_EQ(run.error().code, ErrorCode::invalid_argument);
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace bookends::test
