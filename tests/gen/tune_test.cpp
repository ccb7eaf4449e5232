// The tuner: it finds weights again that made the data, and always the same.
#include "gen/tune/tune.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "core/base/random.h"
#include "core/eval/chances.h"
#include "core/eval/evaluate.h"
#include "core/eval/logistic.h"
#include "core/eval/weights/games.h"
#include "core/position/outcome.h"
#include "gen/tune/chances.h"
#include "gen/tune/weights_file.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const Rules& kGame = games::gardner;

// A game ends where the plies do not go up, men come back, or the result is another one; and with its file.
TEST(TuningData, KnowsWhereAGameEnds) {
  const TemporaryFolder folder;
  const std::string full = "rnbqk/ppppp/5/PPPPP/RNBQK ", fewer = "rnbqk/1pppp/5/PPPPP/RNBQK ";
  const auto write = [&](const char* name, const std::vector<std::string>& lines) {
    std::ofstream file(folder / name);
    for (const std::string& line : lines) file << line << '\n';
  };
  write("a.tsv", {full + "w - - 0 3\t10\t1", full + "b - - 0 3\t-10\t1", fewer + "w - - 0 9\t10\t1",
                  fewer + "w - - 0 12\t0\t0",                            // another result
                  full + "w - - 0 15\t0\t0",                             // a man more
                  full + "w - - 0 4\t0\t0", full + "w - - 0 4\t0\t0"});  // earlier, and no later
  write("b.tsv", {full + "w - - 0 40\t0\t0"});
  Progress silent;
  const auto data = read_tuning_data<kGame>({folder / "a.tsv", folder / "b.tsv"}, silent);
  ASSERT_TRUE(data.ok()) << data.error().message;
  std::vector<int> games;
  for (const auto& sample : *data) games.push_back(static_cast<int>(sample.game));
  EXPECT_THAT(games, ElementsAre(0, 0, 0, 1, 2, 3, 4, 5));
}

// What Weights say of it decides the game by chance: White wins with probability logistic(scale * value).
TuningData<kGame> data_made_by(const Weights& truth, double scale, int positions) {
  TuningData<kGame> data;
  Random random(17);
  std::uint32_t game = 0;
  while (static_cast<int>(data.size()) < positions) {
    Position<kGame> p = Position<kGame>::start();
    const int plies = 4 + random.below(40);
    for (int i = 0; i < plies && p.has_legal_move(); ++i) {
      const MoveList moves = p.legal_moves();
      p.play(moves[random.below(moves.size())]);
    }
    if (verdict(p).over()) continue;
    const Score own = evaluate(p, truth), white = p.turn() == Color::white ? own : -own;
    const bool wins = random.below(1'000'000) < 1e6 * logistic(scale * white);
    data.push_back({p, own, wins ? GameResult::white_wins : GameResult::black_wins, game++});
  }
  return data;
}

Weights disturbed(Weights w) {
  w.material[slot(Kind::knight)] += Phased{-90, -80};
  w.material[slot(Kind::rook)] += Phased{110, 120};
  w.mobility[slot(Kind::queen)] += Phased{9, 8};
  w.hanging += Phased{40, 40};
  w.tempo += 60;
  return w;
}

// The sum of the differences, each as far as it acts on a score.
double distance(const Weights& a, const Weights& b) {
  double sum = 0;
  for (const Kind k : {Kind::pawn, Kind::knight, Kind::bishop, Kind::rook, Kind::queen})
    sum += std::abs(a.material[slot(k)].middle - b.material[slot(k)].middle);
  sum += 8 * std::abs(a.mobility[slot(Kind::queen)].middle - b.mobility[slot(Kind::queen)].middle);
  return sum + std::abs(a.hanging.middle - b.hanging.middle) + std::abs(a.tempo - b.tempo);
}

// Results are drawn by lot: with half of the positions some weights of gardner's are not found as well (0.39 of the
// distance is left).
TEST(Tune, FindsTheWeightsThatMadeTheDataSlow) {
  const Weights& truth = weights<kGame>;
  const Weights start = disturbed(truth);
  const auto data = data_made_by(truth, 0.004, 32000);
  Progress silent;
  TuneSettings settings;
  settings.prior = 20;
  settings.decided = kMate;
  const auto report = tune<kGame>(data, start, settings, silent);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_LT(report->after.train, report->before.train);
  EXPECT_LT(report->after.validation, report->before.validation);
  EXPECT_LT(distance(report->weights, truth), 0.35 * distance(start, truth));
  EXPECT_EQ(report->positions, 32000u);
  EXPECT_EQ(report->held_out, 3200u);
  EXPECT_EQ(report->weights.lazy_margin, start.lazy_margin) << "settings are not fitted";
  EXPECT_EQ(report->weights.mating_lead, start.mating_lead);
}

TEST(Tune, IsTheSameForAnyNumberOfThreads) {
  const auto data = data_made_by(weights<kGame>, 0.004, 9000);
  Progress silent;
  std::string first;
  for (const int threads : {1, 2, 5}) {
    TuneSettings settings;
    settings.threads = threads;
    settings.epochs = 30;
    const auto report = tune<kGame>(data, disturbed(weights<kGame>), settings, silent);
    ASSERT_TRUE(report.ok());
    const std::string text = format_weights(kGame, report->weights);
    if (first.empty()) first = text;
    EXPECT_EQ(text, first) << threads;
  }
}

// In rooks, as how many centipawns are won games is found anew. The scores say that a knight is worth 200 more than the
// results do.
TEST(Tune, LearnsFromResultsAndFromScoresByTheirSharesSlow) {
  const Weights& truth = weights<kGame>;
  Weights said = truth;
  said.material[slot(Kind::knight)] += Phased{200, 200};
  auto data = data_made_by(truth, 0.004, 12000);
  for (auto& sample : data) sample.score = evaluate(sample.position, said);
  const auto in_rooks = [](const Weights& w) {
    return static_cast<double>(w.material[slot(Kind::knight)].middle) / w.material[slot(Kind::rook)].middle;
  };
  const auto knight = [&](double lambda) {
    Progress silent;
    TuneSettings settings;
    settings.lambda = lambda;
    settings.prior = 1;
    settings.decided = kMate;
    const auto report = tune<kGame>(data, truth, settings, silent);
    EXPECT_TRUE(report.ok());
    return in_rooks(report->weights);
  };
  const double by_scores = knight(0), by_both = knight(0.5), by_results = knight(1);
  const double third = (in_rooks(said) - in_rooks(truth)) / 3;
  EXPECT_GT(by_scores, in_rooks(said) - 1.5 * third);
  EXPECT_LT(by_results, in_rooks(truth) + third);
  EXPECT_LT(by_results, by_both);
  EXPECT_LT(by_both, by_scores);
}

TEST(Tune, HardlyLeavesAStartThatCountsForMore) {
  const auto data = data_made_by(weights<kGame>, 0.004, 500);
  Progress silent;
  TuneSettings settings;
  settings.prior = 1e9;
  const auto report = tune<kGame>(data, weights<kGame>, settings, silent);
  ASSERT_TRUE(report.ok());
  for (const WeightChange& c : report->changes) EXPECT_LE(std::abs(c.after - c.before), 3) << c.name;
}

TEST(Tune, KeepsWhatTheDataSayNothingAbout) {
  auto data = data_made_by(weights<kGame>, 0.004, 6000);
  std::erase_if(data, [](const auto& sample) { return sample.position.pieces(Kind::queen) != 0; });
  ASSERT_GT(data.size(), 300u);
  Progress silent;
  const auto report = tune<kGame>(data, disturbed(weights<kGame>), {}, silent);
  ASSERT_TRUE(report.ok());
  EXPECT_GT(report->changes.size(), 10u);
  for (const WeightChange& c : report->changes) EXPECT_THAT(c.name + " ", testing::Not(HasSubstr(" Q ")));
}

class CountsSteps final : public Progress {
 public:
  void update(const ProgressUpdate& update) override {
    if (update.unit == "epochs") steps.push_back({update.done, update.total});
  }
  std::vector<std::pair<double, double>> steps;
};

// However they are shared out to rounds: as many as were asked for, one after the other.
TEST(Tune, MakesEveryStepOnce) {
  const auto data = data_made_by(weights<kGame>, 0.004, 200);
  for (const auto& [epochs, rounds] : {std::pair(7, 3), std::pair(2, 3), std::pair(1, 3), std::pair(4, 100)}) {
    TuneSettings settings;
    settings.epochs = epochs;
    settings.rounds = rounds;
    CountsSteps progress;
    ASSERT_TRUE(tune<kGame>(data, weights<kGame>, settings, progress).ok());
    std::vector<std::pair<double, double>> all;
    for (int step = 0; step < epochs; ++step) all.emplace_back(step, epochs);
    EXPECT_EQ(progress.steps, all) << epochs << " steps in " << rounds << " rounds";
  }
}

TEST(Tune, StepsGetSmallerHoweverManyRounds) {
  const auto data = data_made_by(weights<kGame>, 0.004, 600);
  TuneSettings settings;
  settings.rounds = settings.epochs = 70;
  settings.rate = 16;
  settings.prior = 0;
  Progress silent;
  const auto report = tune<kGame>(data, disturbed(weights<kGame>), settings, silent);
  ASSERT_TRUE(report.ok());
  EXPECT_GT(report->changes.size(), 10u);
  // 16 + 8 + 4 + ..., and what rounding adds.
  for (const WeightChange& c : report->changes) EXPECT_LE(std::abs(c.after - c.before), 33) << c.name;
}

TEST(Tune, ListsTheLargestEffectsFirst) {
  const auto data = data_made_by(weights<kGame>, 0.004, 3000);
  Progress silent;
  const auto report = tune<kGame>(data, disturbed(weights<kGame>), {}, silent);
  ASSERT_TRUE(report.ok());
  ASSERT_GT(report->changes.size(), 10u);
  EXPECT_TRUE(std::ranges::is_sorted(report->changes, std::ranges::greater{}, &WeightChange::effect));
  for (const WeightChange& c : report->changes) EXPECT_NE(c.before, c.after);
}

TEST(Tune, LeavesDecidedPositionsOut) {
  TuningData<kGame> data = data_made_by(weights<kGame>, 0.004, 1000);
  TuneSettings settings;
  settings.epochs = 3;
  settings.decided = 300;
  Progress silent;
  const auto some = tune<kGame>(data, weights<kGame>, settings, silent);
  ASSERT_TRUE(some.ok());
  const auto within = std::ranges::count_if(data, [](const auto& s) { return std::abs(s.score) <= 300; });
  EXPECT_EQ(some->positions, static_cast<std::size_t>(within));
  EXPECT_LT(within, 1000);
}

TEST(Tune, RefusesDataThatSayNothing) {
  TuningData<kGame> data = data_made_by(weights<kGame>, 0.004, 200);
  Progress silent;
  for (auto& sample : data) sample.result = GameResult::draw;
  EXPECT_THAT(tune<kGame>(data, weights<kGame>, {}, silent).error().message, HasSubstr("same result"));
  for (auto& sample : data) sample.game = 0;
  data.back().result = GameResult::white_wins;
  EXPECT_THAT(tune<kGame>(data, weights<kGame>, {}, silent).error().message, HasSubstr("too few games"));
}

// Weights of 0 would look like a result, and be no evaluation at all.
TEST(Tune, GivesNoWeightsThatAreNoNumbers) {
  TuneSettings settings;
  settings.epochs = settings.rounds = 4;
  settings.rate = std::nan("");
  Progress silent;
  const auto report = tune<kGame>(data_made_by(weights<kGame>, 0.004, 200), weights<kGame>, settings, silent);
  ASSERT_FALSE(report.ok());
  EXPECT_THAT(report.error().message, HasSubstr("no numbers"));
}

Outcomes outcomes_of(double even, double width, double games) {
  Outcomes outcomes;
  for (Score score = -1000; score <= 1000; score += 10) {
    const Chances chances = chances_at(score, even, width);
    outcomes[score] = {static_cast<std::uint64_t>(games * chances.loss),
                       static_cast<std::uint64_t>(games * chances.draw()),
                       static_cast<std::uint64_t>(games * chances.win)};
  }
  return outcomes;
}

TEST(Chances, AreFoundAgain) {
  for (const auto& [even, width] : {std::pair(0, 120), {110, 90}, {250, 180}, {800, 300}}) {
    const ChanceCurve found = fit_chances(outcomes_of(even, width, 1e6));
    EXPECT_NEAR(found.even, even, 1);
    EXPECT_NEAR(found.width, width, 1);
  }
}

TEST(Chances, AreFittedToTheGamesOfTheSideToMove) {
  TuningData<kGame> data = data_made_by(weights<kGame>, 0.005, 20000);
  Progress silent;
  const auto report = tune<kGame>(data, weights<kGame>, {.epochs = 1}, silent);
  ASSERT_TRUE(report.ok());
  EXPECT_LE(report->weights.win_even, 8) << "none was drawn";
  EXPECT_NEAR(report->weights.win_width, 200, 15) << "the scale is 1 / 200";
  for (const WeightChange& c : report->changes) EXPECT_FALSE(c.name.starts_with("win_")) << "of the evaluation only";
}

class StopAtOnce final : public Progress {
 public:
  bool stop_requested() const override { return true; }
};

TEST(Tune, CanBeInterrupted) {
  StopAtOnce stop;
  const auto report = tune<kGame>(data_made_by(weights<kGame>, 0.004, 200), weights<kGame>, {}, stop);
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().code, ErrorCode::interrupted);
}

TEST(Fit, FindsTheScale) {
  std::vector<float> scores, targets;
  for (int i = -300; i <= 300; ++i) {
    scores.push_back(static_cast<float>(3 * i));
    targets.push_back(static_cast<float>(logistic(0.0061 * 3 * i)));
  }
  EXPECT_NEAR(fit_scale(scores, targets, 2), 0.0061, 0.0001);
  EXPECT_NEAR(mean_squared_error(scores, targets, 0.0061, 2), 0, 1e-9);
}

// y = 2 a - 3 b, seen through the sigmoid.
TEST(Fit, SolvesASmallProblem) {
  LinearRows rows;
  std::vector<float> targets;
  for (int a = -5; a <= 5; ++a)
    for (int b = -5; b <= 5; ++b) {
      rows.column.insert(rows.column.end(), {0, 2});
      rows.coefficient.insert(rows.coefficient.end(), {static_cast<float>(a), static_cast<float>(b)});
      rows.offset.push_back(0);
      rows.begin.push_back(rows.column.size());
      targets.push_back(static_cast<float>(logistic(0.05 * (2 * a - 3 * b))));
    }
  std::vector<double> weights{0, 7, 0};
  const FitSettings settings{.scale = 0.05, .epochs = 2000, .rate = 0.2, .prior = 0, .threads = 1};
  fit(rows, targets, weights, settings, weights, [](int, double) { return true; });
  EXPECT_NEAR(weights[0], 2, 0.02);
  EXPECT_EQ(weights[1], 7) << "no row has it";
  EXPECT_NEAR(weights[2], -3, 0.02);
}

}  // namespace
}  // namespace bookends::test
