#include "core/eval/net/net.h"

#include <algorithm>

#include "core/eval/counted.h"
#include "core/eval/evaluate.h"
#include "core/eval/net/endgame_share.h"
#include "core/eval/net/kernels.h"

namespace bookends {

namespace {

Square mirrored_rank(const Rules& r, Square s) { return square_at(r, file_of(r, s), r.ranks - 1 - rank_of(r, s)); }
Square mirrored_file(const Rules& r, Square s) { return square_at(r, r.files - 1 - file_of(r, s), rank_of(r, s)); }

Error wrong(const std::string& what) { return {ErrorCode::invalid_argument, "no network: " + what}; }

template <class T>
bool within(const std::vector<T>& numbers, int most) {
  return std::all_of(numbers.begin(), numbers.end(), [=](T n) { return n >= -most && n <= most; });
}

}  // namespace

int bucket_of(const Rules& rules, const NetShape& shape, int men) {
  return std::clamp((men - 2) * shape.buckets / (most_men(rules) - 1), 0, shape.buckets - 1);
}

int view_of(const Rules& rules, const NetShape& shape, Color side, Square king) {
  const bool mirrored = shape.fold && 2 * file_of(rules, king) > rules.files - 1;
  return relative_rank(rules, side, king) * shape.regions / rules.ranks * 2 + (mirrored ? 1 : 0);
}

int feature_of(const Rules& rules, int view, Color side, Occupant man, Square s) {
  if (side == Color::black) s = mirrored_rank(rules, s);
  if ((view & 1) != 0) s = mirrored_file(rules, s);
  const int owner = man.color() == side ? 0 : 1;
  return (view >> 1) * features_of_region(rules) + (owner * kKinds + index(man.kind())) * rules.squares() + s;
}

Result<void> check_shape(const Rules& rules, const NetShape& s) {
  if (s.hidden < kHiddenStep || s.hidden > kMostHidden || s.hidden % kHiddenStep != 0)
    return wrong("its width is " + std::to_string(s.hidden) + ", not a multiple of " + std::to_string(kHiddenStep) +
                 " up to " + std::to_string(kMostHidden));
  if (s.buckets < 1 || s.buckets > kMostBuckets) return wrong("it has " + std::to_string(s.buckets) + " buckets");
  if (s.regions < 1 || s.regions > std::min(kMostRegions, rules.ranks))
    return wrong(std::to_string(s.regions) + " regions on " + std::to_string(rules.ranks) + " ranks");
  if (s.scale < 1 || s.scale > 10000) return wrong("its scale is " + std::to_string(s.scale));
  return {};
}

Result<void> check_net(const Rules& rules, const NetParameters& net) {
  const NetShape& s = net.shape;
  if (const Result<void> good = check_shape(rules, s); !good) return good.error();
  const std::size_t hidden = slot(s.hidden), buckets = slot(s.buckets);
  if (net.features.size() != slot(s.regions * features_of_region(rules)) * hidden || net.bias.size() != hidden ||
      net.output.size() != buckets * 2 * hidden || net.output_bias.size() != buckets)
    return wrong("it has not as many weights as its shape says");
  if (!within(net.features, kMostFeatureWeight) || !within(net.bias, kMostFeatureWeight) ||
      !within(net.output, kMostOutputWeight))
    return wrong("a weight is out of range");
  return {};
}

template <const Rules& R>
Net<R>::Net(const NetParameters& net) : shape_(net.shape), output_bias_(net.output_bias) {
  bias_at_ = net.features.size();
  output_at_ = bias_at_ + net.bias.size();
  weights_.resize((output_at_ + net.output.size()) / std::tuple_size_v<Line>);
  std::int16_t* to = weights_.front().data();
  to = std::copy(net.features.begin(), net.features.end(), to);
  to = std::copy(net.bias.begin(), net.bias.end(), to);
  std::copy(net.output.begin(), net.output.end(), to);

  for (int men = 2; men <= most_men(R); ++men)
    buckets_[slot(men)] = static_cast<std::int8_t>(bucket_of(R, shape_, men));
  for (const Color side : kColors)
    for (Square s = 0; s < R.squares(); ++s) {
      views_[slot(side)][slot(s)] = static_cast<std::int8_t>(view_of(R, shape_, side, s));
      for (const int mirrored : {0, 1})
        for (const Color c : kColors)
          for (const Kind k : kAllKinds)
            indexes_[slot(side)][slot(mirrored)][slot(c)][slot(k)][slot(s)] =
                static_cast<std::int16_t>(feature_of(R, mirrored, side, Occupant(c, k), s));
    }
}

template <const Rules& R>
Result<std::shared_ptr<const Net<R>>> Net<R>::make(const NetParameters& parameters) {
  if (const Result<void> good = check_net(R, parameters); !good) return good.error();
  return std::shared_ptr<const Net>(new Net(parameters));
}

template <const Rules& R>
Result<std::shared_ptr<const Net<R>>> Net<R>::open(const std::filesystem::path& path) {
  const Result<NetParameters> parameters = read_net(R, path);
  if (!parameters) return parameters.error();
  return make(*parameters);
}

template <const Rules& R>
Score Net<R>::value(const Position<R>& position, const std::int16_t* own, const std::int16_t* enemy) const {
  const int men = bookends::count(position.occupied());
  const int bucket = buckets_[slot(men)];
  const std::int16_t* output = weights(output_at_ + slot(bucket * 2 * shape_.hidden));
  const std::int64_t sum = weigh_accumulators(own, enemy, output, shape_.hidden) + output_bias_[slot(bucket)];
  const EndgameShare share = endgame_share<R>(men);
  const std::int64_t score = sum * shape_.scale / kNetOne * share.left / share.whole;
  const auto whole = static_cast<Score>(std::clamp<std::int64_t>(score, -kMaxEvaluation, kMaxEvaluation));
  return counted<R>(position, whole);
}

template <const Rules& R>
Score evaluate_net(const Position<R>& p, const Net<R>& net) {
  alignas(64) std::array<std::array<std::int16_t, kMostHidden>, 2> views;
  for (const Color side : kColors) {
    const int view = net.view(side, p.king(side));
    RowChanges men;
    for (const Square s : Squares(p.occupied())) men.added[men.added_count++] = net.row(view, side, p.at(s), s);
    update_accumulator(net.bias(), views[slot(side)].data(), net.shape().hidden, men);
  }
  return net.value(p, views[slot(p.turn())].data(), views[slot(~p.turn())].data());
}

#define BOOKENDS_INSTANTIATE(game) \
  template class Net<games::game>; \
  template Score evaluate_net<games::game>(const Position<games::game>&, const Net<games::game>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
