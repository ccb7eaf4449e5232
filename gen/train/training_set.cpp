#include "gen/train/training_set.h"

#include <array>
#include <cmath>

#include "core/eval/counted.h"
#include "core/eval/evaluate.h"
#include "core/eval/net/endgame_share.h"
#include "gen/logistic.h"
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

Result<void> read_file_into(const Rules& rules, const TargetSettings& target, const std::filesystem::path& path,
                            Progress& progress, TrainingSet& set) {
  auto reader = SampleReader::open(path, rules);
  if (!reader) return reader.error();
  Setup setup;
  Score score = 0;
  GameResult result = GameResult::draw;
  while (true) {
    const Result<bool> more = reader->next(setup, score, result);
    if (!more) return more.error();
    if (!*more) return {};
    if (!playable(rules, setup))
      return Error{ErrorCode::invalid_argument, path.string() + ":" + std::to_string(reader->line()) +
                                                    ": each side needs one king, and no more men than at the start"};
    add_sample(rules, setup, score, points_of_white(result), target, set);
    if (set.samples.size() % kReportEvery != 0) continue;
    progress.update({"read", static_cast<double>(set.samples.size()), 0, "positions", path.filename().string()});
    if (progress.stop_requested()) return Error{ErrorCode::interrupted, "interrupted before training began"};
  }
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
  const double known = std::clamp(score, -kMaxEvaluation, kMaxEvaluation);
  sample.target = static_cast<float>(target.result_share * result +
                                     (1 - target.result_share) * logistic(known / static_cast<double>(shape.scale)));
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
