// The trainer: right gradients, learning, and the same bytes for any number of threads.
#include "gen/train/train.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "core/io/file.h"
#include "gen/selfplay/samples.h"
#include "gen/train/model.h"
#include "tests/search/helpers.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using testing::HasSubstr;

constexpr const Rules& kGame = games::gardner;

int material(const Position<kGame>& p, Color side) {
  constexpr std::array<int, kKinds> kWorth{100, 300, 300, 500, 900, 0};
  int sum = 0;
  for (const Square s : Squares(p.pieces(side))) sum += kWorth[slot(p.at(s).kind())];
  return sum;
}

// Positions whose score is the lead in material.
TrainingSet material_set(int positions, const NetShape& shape) {
  TrainingSet set = empty_training_set(kGame, shape);
  for (int i = 0; i < positions; ++i) {
    const auto p = playout<kGame>(static_cast<unsigned>(i), 6 + i % 60);
    add_sample(kGame, p.setup(), material(p, p.turn()) - material(p, ~p.turn()), 0.5, {.result_share = 0}, set);
  }
  return set;
}

class Interrupter final : public Progress {
 public:
  explicit Interrupter(double epochs) : epochs_(epochs) {}
  void update(const ProgressUpdate& update) override { done_ = update.done; }
  bool stop_requested() const override { return done_ > epochs_; }

 private:
  double epochs_;
  double done_ = 0;
};

TrainSettings quick(int epochs = 30) {
  return {.epochs = epochs, .batch = 256, .rate = 0.005, .validation_percent = 10, .seed = 3};
}

TEST(Train, GivesNoNetworkOfWhatAreNoNumbers) {
  const TrainingSet set = material_set(300, {.hidden = 32});
  TrainSettings settings = quick(1);
  settings.rate = std::nan("");
  Progress silent;
  const auto trained = train(set, settings, silent, {});
  ASSERT_FALSE(trained.ok());
  EXPECT_THAT(trained.error().message, HasSubstr("no numbers"));
}

TEST(Model, GradientIsTheSlopeOfTheError) {
  const NetShape shape{.hidden = 32, .buckets = 2};
  const TrainingSet set = material_set(20, shape);
  const ModelLayout layout(shape, set.mirrored.size());
  std::vector<float> parameters = initial_parameters(layout, 1);
  for (std::size_t n = 0; n < set.samples.size(); ++n) {
    const TrainingSample& sample = set.samples[n];
    const bool mirrored = n % 2 == 0;
    std::vector<float> gradient(layout.size);
    Model(layout, parameters).error(set, sample, mirrored, gradient);
    const auto error_with = [&](std::size_t i, float change) {
      std::vector<float> changed = parameters;
      changed[i] += change;
      return Model(layout, changed).error(set, sample, mirrored, {});
    };
    for (std::size_t i = n; i < layout.size; i += 97) {
      constexpr float kStep = 4e-3f;
      const double slope = (error_with(i, kStep) - error_with(i, -kStep)) / (2 * kStep);
      ASSERT_NEAR(gradient[i], slope, 2e-4 + 0.02 * std::abs(slope)) << "parameter " << i << " of sample " << n;
    }
  }
}

// The model and the network made of it say the same, up to rounding, and an error is one of points.
TEST(Model, IsTheNetworkInFloatingPoint) {
  const NetShape shape{.hidden = 64, .buckets = 4, .regions = 2, .fold = true};
  const TrainingSet empty = empty_training_set(kGame, shape);
  const ModelLayout layout(shape, empty.mirrored.size());
  const NetParameters numbers = quantised(layout, initial_parameters(layout, 5));
  const auto net = Net<kGame>::make(numbers).value();
  const std::vector<float> parameters = parameters_of(layout, numbers);
  for (unsigned i = 0; i < 200; ++i) {
    const auto p = playout<kGame>(i, static_cast<int>(5 + i % 70));
    TrainingSet set = empty;
    add_sample(kGame, p.setup(), 0, p.turn() == Color::white ? 1 : 0, {.result_share = 1}, set);
    const double error = Model(layout, parameters).error(set, set.samples[0], false, {});
    const double points = 1 - std::sqrt(error);
    EXPECT_NEAR(-std::log(1 / points - 1) * shape.scale, evaluate_net(p, *net), 1.5) << p.fen();
  }
}

TEST(TrainingSet, SeesBothSidesAlike) {
  for_every_game([]<const Rules & R>() {
    const NetShape shape{.regions = 2};
    for (unsigned seed = 0; seed < 30; ++seed) {
      const Position<R> p = playout<R>(seed, 40);
      TrainingSet set = empty_training_set(R, shape);
      add_sample(R, p.setup(), 50, 1, {}, set);
      add_sample(R, mirrored(p).setup(), 50, 0, {}, set);
      const auto sorted = [](std::span<const std::uint16_t> features) {
        std::vector<std::uint16_t> out(features.begin(), features.end());
        std::sort(out.begin(), out.end());
        return out;
      };
      EXPECT_EQ(sorted(set.own(set.samples[0])), sorted(set.own(set.samples[1])));
      EXPECT_EQ(sorted(set.enemy(set.samples[0])), sorted(set.enemy(set.samples[1])));
      EXPECT_EQ(set.samples[0].target, set.samples[1].target);
    }
  });
}

TEST(TrainingSet, TargetsMixScoreAndResult) {
  const auto p = Position<kGame>::start();
  const auto target = [&](Score score, double result, double share) {
    TrainingSet set = empty_training_set(kGame, {});
    add_sample(kGame, p.setup(), score, result, {.result_share = share}, set);
    return set.samples[0].target;
  };
  EXPECT_FLOAT_EQ(target(0, 0, 0), 0.5f);
  EXPECT_FLOAT_EQ(target(0, 1, 1), 1.0f);
  EXPECT_FLOAT_EQ(target(0, 1, 0.5), 0.75f);
  EXPECT_NEAR(target(400, 0.5, 0), 0.731, 0.001);
  EXPECT_GT(target(-31990, 0.5, 0), -1e-6f);
}

// What the search says of the next position of a game, this one was worth, too; not what it says of another game.
TEST(TrainingSet, LaterScoresOfAGameCountToo) {
  const test::TemporaryFolder folder;
  std::string text = format_sample_header(kGame, "");
  const auto add = [&](const std::string& turn, int number, Score score, GameResult result = GameResult::draw,
                       const std::string& board = "4k/5/1p3/1P3/K4") {
    text += format_sample({board + ' ' + turn + " - - 0 " + std::to_string(number), score, result});
  };
  add("w", 5, 400), add("b", 5, 400), add("b", 6, 0), add("w", 3, -400);
  add("w", 4, 100, GameResult::white_wins), add("w", 5, 200, GameResult::white_wins, "4k/5/1p3/1P3/KR3");
  ASSERT_TRUE(write_file(folder / "a.tsv", as_bytes(text)));
  const auto targets = [&](double later) {
    const std::vector<std::filesystem::path> files{folder / "a.tsv"};
    Progress progress;
    const TargetSettings settings{.result_share = 0, .later_share = later};
    std::vector<float> found;
    const auto set = read_training_set(kGame, {}, settings, files, progress);
    for (const TrainingSample& sample : set->samples) found.push_back(sample.target);
    return found;
  };
  const auto plain = targets(0), mixed = targets(0.5);
  ASSERT_EQ(plain.size(), 6u);
  const auto near = [](float a, double b) { EXPECT_NEAR(a, b, 1e-6); };
  near(mixed[5], plain[5]);
  near(mixed[4], plain[4]);
  near(mixed[3], plain[3]);
  near(mixed[2], plain[2]);
  near(mixed[1], (plain[1] + 0.25 * plain[2]) / 1.25);  // two plies later
  near(mixed[0], (plain[0] + 0.5 * (1 - plain[1]) + 0.125 * (1 - plain[2])) / 1.625);
}

// What is fitted is what the evaluation makes of a network's value: in chess a half with the kings alone, in Makruk
// what a running count leaves.
TEST(TrainingSet, KnowsWhatFewMenLeave) {
  const auto share = []<const Rules & R>(const char* fen) {
    TrainingSet set = empty_training_set(R, {});
    add_sample(R, Position<R>::from_fen(fen).value().setup(), 0, 0.5, {}, set);
    return set.samples[0].share;
  };
  EXPECT_EQ(share.operator()<games::chess>("8/8/4k3/8/8/4K3/8/8 w - - 0 1"), 0.5f);
  EXPECT_EQ(share.operator()<games::chess>(games::chess.starts[0].data()), 1.0f);
  EXPECT_EQ(share.operator()<games::makruk>("8/8/8/3k4/8/8/R3K3/8 w - 32 30 1"), 18.0f / 48.0f);
}

TEST(Train, LearnsMaterial) {
  const TrainingSet set = material_set(12000, {.hidden = 32});
  double squares = 0;
  for (const TrainingSample& s : set.samples) squares += (s.target - 0.5) * (s.target - 0.5);
  const double of_a_draw = squares / static_cast<double>(set.samples.size());
  Progress progress;
  const auto trained = train(set, quick(), progress, {});
  ASSERT_TRUE(trained);
  EXPECT_LT(trained->held_out_error, of_a_draw / 20);
  EXPECT_LT(trained->rounded_error, of_a_draw / 20);
  EXPECT_TRUE(check_net(kGame, trained->net));
  const auto net = Net<kGame>::make(trained->net).value();
  const auto up = position_of<kGame>("rnb1k/ppppp/5/PPPPP/RNBQK w - - 0 1");
  EXPECT_NEAR(evaluate_net(up, *net), 900, 250);
}

TEST(Train, GivesTheSameBytesForAnyNumberOfThreads) {
  const TrainingSet set = material_set(3000, {.hidden = 32, .fold = true});
  const auto bytes = [&](int threads, std::uint64_t seed) {
    TrainSettings settings = quick(3);
    settings.threads = threads;
    settings.seed = seed;
    Progress progress;
    return encode_net(kGame, train(set, settings, progress, {}).value().net);
  };
  EXPECT_EQ(bytes(1, 1), bytes(2, 1));
  EXPECT_EQ(bytes(1, 1), bytes(5, 1));
  EXPECT_NE(bytes(1, 1), bytes(1, 2));
}

TEST(Train, InterruptedKeepsTheBestSoFar) {
  const TrainingSet set = material_set(3000, {.hidden = 32});
  Interrupter late(2.5);
  const auto kept = train(set, quick(), late, {});
  ASSERT_TRUE(kept);
  EXPECT_TRUE(kept->interrupted);
  EXPECT_EQ(kept->epochs, 2);
  EXPECT_GE(kept->best_epoch, 1);
  Interrupter early(0.01);
  const auto nothing = train(set, quick(), early, {});
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, ErrorCode::interrupted);
}

TEST(Train, HoldsNothingOutWhenToldTo) {
  const TrainingSet set = material_set(500, {.hidden = 32});
  TrainSettings settings = quick(2);
  settings.validation_percent = 0;
  Progress progress;
  const auto trained = train(set, settings, progress, {});
  ASSERT_TRUE(trained);
  EXPECT_EQ(trained->held_out, 0u);
  EXPECT_EQ(trained->trained_on, 500u);
}

TEST(TrainingSet, ReadsFilesAndNamesTheBadLine) {
  const test::TemporaryFolder folder;
  const auto file = [&](const char* name, const std::string& text) {
    std::ofstream(folder / name) << text;
    return folder / name;
  };
  const std::string good = "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\t20\t0.5\n4k/5/4p/5/K4 b - - 0 1\t300\t0\n";
  Progress progress;
  const auto read = [&](const std::filesystem::path& path) {
    const std::vector<std::filesystem::path> files{path};
    return read_training_set(kGame, {}, {.result_share = 0.5}, files, progress);
  };
  const auto set = read(file("good.tsv", "# a comment\n" + good));
  ASSERT_TRUE(set) << set.error().message;
  ASSERT_EQ(set->samples.size(), 2u);
  EXPECT_EQ(set->samples[0].men, 20);
  EXPECT_NEAR(set->samples[1].target, 0.8396, 0.0001);
  const auto kingless = read(file("kingless.tsv", good + "4k/5/4p/5/5 b - - 0 1\t0\t0\n"));
  ASSERT_FALSE(kingless);
  EXPECT_EQ(kingless.error().code, ErrorCode::invalid_argument);
  EXPECT_THAT(kingless.error().message, HasSubstr("kingless.tsv:3"));
  EXPECT_FALSE(read(file("empty.tsv", "# nothing\n")));
  EXPECT_FALSE(read(folder / "none.tsv"));
}

}  // namespace
}  // namespace bookends
