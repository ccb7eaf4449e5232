#include "gen/train/training_set.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/eval/counted.h"
#include "core/eval/evaluate.h"
#include "core/eval/logistic.h"
#include "core/eval/net/endgame_share.h"
#include "gen/selfplay/samples.h"

namespace bookends {

namespace {

constexpr std::size_t kReportEvery = 1u << 14;  // samples

struct Men {
  std::array<int, 2> kings{};
  std::array<Square, 2> king{};
  int all = 0;
};

Men count_men(const Rules& rules, const Setup& setup) {
  Men men;
  for (Square s = 0; s < rules.squares(); ++s) {
    const Occupant o = setup.board[slot(s)];
    if (o.empty()) continue;
    ++men.all;
    if (o.kind() != Kind::king) continue;
    ++men.kings[slot(o.color())];
    men.king[slot(o.color())] = s;
  }
  return men;
}

bool playable(const Rules& rules, const Setup& setup) {
  const Men men = count_men(rules, setup);
  return men.kings[0] == 1 && men.kings[1] == 1 && men.all <= most_men(rules);
}

Square mirror(const Rules& r, Square s) { return square_at(r, r.files - 1 - file_of(r, s), rank_of(r, s)); }

// Whether the mirrored position gives this view other features: in a folded one only when the king is in the middle.
bool view_flips(const Rules& rules, const NetShape& shape, Color side, Square king) {
  return view_of(rules, shape, side, king) == view_of(rules, shape, side, mirror(rules, king));
}

// What the evaluation makes of a network's value.
float share_of_value(const Rules& rules, Count count, int men) {
  const CountShare counted = count_share(count);
  const EndgameShare ending = with_game(rules, [&]<const Rules & R>() { return endgame_share<R>(men); });
  return static_cast<float>(counted.left * ending.left) / static_cast<float>(counted.whole * ending.whole);
}

// A position of a game that is read.
struct ReadSample {
  Setup setup;
  PlaceInGame place;
  double white_points = 0;  // as its score says
};

double points_of(Score score, const NetShape& shape) {
  return logistic(std::clamp(score, -kMaxEvaluation, kMaxEvaluation) / static_cast<double>(shape.scale));
}

ReadSample sample_read(const Rules& rules, const Setup& setup, Score score, GameResult result, const NetShape& shape) {
  const double own = points_of(score, shape);
  return {setup, place_in_game(rules, setup, result), setup.turn == Color::white ? own : 1 - own};
}

// From the last position back: the mean of its score and all later ones.
void mix_later_scores(double share, std::vector<ReadSample>& game) {
  double sum = 0, weight = 0;
  int later = game.empty() ? 0 : game.back().place.ply;
  for (auto sample = game.rbegin(); sample != game.rend(); ++sample) {
    const double left = std::pow(share, std::exchange(later, sample->place.ply) - sample->place.ply);
    sum = sum * left + sample->white_points;
    weight = weight * left + 1;
    sample->white_points = sum / weight;
  }
}

void add_game(const Rules& rules, const TargetSettings& target, std::vector<ReadSample>& game, TrainingSet& set) {
  if (target.later_share > 0) mix_later_scores(target.later_share, game);
  for (const ReadSample& sample : game)
    add_position(rules, sample.setup, sample.setup.turn == Color::white ? sample.white_points : 1 - sample.white_points,
                 points_of_white(sample.place.result), target, set);
  game.clear();
}

Result<void> read_file_into(const Rules& rules, const TargetSettings& target, const std::filesystem::path& path,
                            Progress& progress, TrainingSet& set) {
  auto reader = SampleReader::open(path, rules);
  if (!reader) return reader.error();
  Setup setup;
  Score score = 0;
  GameResult result = GameResult::draw;
  std::vector<ReadSample> game;  // its positions so far
  std::size_t read = 0;
  while (true) {
    const Result<bool> more = reader->next(setup, score, result);
    if (!more) return more.error();
    if (!*more) break;
    if (!playable(rules, setup))
      return Error{ErrorCode::invalid_argument, path.string() + ":" + std::to_string(reader->line()) +
                                                    ": each side needs one king, and no more men than at the start"};
    const ReadSample sample = sample_read(rules, setup, score, result, set.shape);
    if (!game.empty() && !sample.place.can_follow(game.back().place)) add_game(rules, target, game, set);
    game.push_back(sample);
    if (++read % kReportEvery != 0) continue;
    progress.update({"read", static_cast<double>(set.samples.size()), 0, "positions", path.filename().string()});
    if (progress.stop_requested()) return Error{ErrorCode::interrupted, "interrupted before training began"};
  }
  add_game(rules, target, game, set);
  return {};
}

}  // namespace

TrainingSet empty_training_set(const Rules& rules, const NetShape& shape) {
  TrainingSet set;
  set.shape = shape;
  const int features = shape.regions * features_of_region(rules);
  for (int f = 0; f < features; ++f) {
    const Square s = f % rules.squares();
    set.mirrored.push_back(static_cast<std::uint16_t>(f - s + mirror(rules, s)));
  }
  return set;
}

void add_sample(const Rules& rules, const Setup& setup, Score score, double white_points, const TargetSettings& target,
                TrainingSet& set) {
  add_position(rules, setup, points_of(score, set.shape), white_points, target, set);
}

void add_position(const Rules& rules, const Setup& setup, double points, double white_points,
                  const TargetSettings& target, TrainingSet& set) {
  const NetShape& shape = set.shape;
  const Men men = count_men(rules, setup);
  const Color own = setup.turn;
  TrainingSample sample;
  sample.at = set.features.size();
  sample.men = static_cast<std::uint8_t>(men.all);
  sample.bucket = static_cast<std::uint8_t>(bucket_of(rules, shape, men.all));
  sample.mirrors = setup.castling == 0;
  sample.own_flips = view_flips(rules, shape, own, men.king[slot(own)]);
  sample.enemy_flips = view_flips(rules, shape, ~own, men.king[slot(~own)]);
  for (const Color side : {own, ~own}) {
    const int view = view_of(rules, shape, side, men.king[slot(side)]);
    for (Square s = 0; s < rules.squares(); ++s)
      if (const Occupant o = setup.board[slot(s)]; !o.empty())
        set.features.push_back(static_cast<std::uint16_t>(feature_of(rules, view, side, o, s)));
  }
  const double result = own == Color::white ? white_points : 1 - white_points;
  sample.target = static_cast<float>(target.result_share * result + (1 - target.result_share) * points);
  sample.share = share_of_value(rules, setup.count, men.all);
  set.samples.push_back(sample);
}

Result<TrainingSet> read_training_set(const Rules& rules, const NetShape& shape, const TargetSettings& target,
                                      std::span<const std::filesystem::path> files, Progress& progress) {
  TrainingSet set = empty_training_set(rules, shape);
  for (const std::filesystem::path& path : files)
    if (const Result<void> done = read_file_into(rules, target, path, progress, set); !done) return done.error();
  if (set.samples.empty()) return Error{ErrorCode::invalid_argument, "the files hold no position to train on"};
  return set;
}

}  // namespace bookends
