// A small network as an evaluation: trained by `bookends train`, read from a file, quick to update move by move.
//
// Each side has a view of the board in which its own men stand at the bottom: the ranks are mirrored for Black, and the
// files where the shape says so and the own king stands on the right. A feature is (own or enemy, kind, square) as a
// view sees it, times the region its king stands in. A view's accumulator is the bias plus the rows of its features; it
// goes through a squared, clipped ReLU; the views of the side to move and of its opponent, in that order, are weighted
// into one output, with weights for each bucket of men on the board.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/eval/score.h"
#include "core/position/position.h"

namespace bookends {

// Numbers of fixed point: an activation of 1, and an output weight of 1.
inline constexpr int kActivationOne = 255;
inline constexpr int kOutputOne = 64;
inline constexpr std::int64_t kNetOne = std::int64_t{kActivationOne} * kActivationOne * kOutputOne;
// The largest weights. They keep every sum within its type: an accumulator of all men and the bias within 16 bits, an
// activation times an output weight too, and a lane's part of the output within 32.
inline constexpr int kMostFeatureWeight = 900;
inline constexpr int kMostOutputWeight = 127;
static_assert(33 * kMostFeatureWeight < 32768 && kActivationOne * kMostOutputWeight < 32768);

inline constexpr int kHiddenStep = 32;  // the width of the first layer is a multiple of it: whole vectors
inline constexpr int kMostHidden = 256;
inline constexpr int kMostBuckets = 8;
inline constexpr int kMostRegions = 8;

struct NetShape {
  int hidden = 64;    // neurons of a view
  int buckets = 4;    // of men on the board, kings included: equal parts of 2..all
  int regions = 1;    // of the own king: equal parts of the ranks
  bool fold = false;  // files mirrored where the own king stands on the right
  int scale = 400;    // centipawns of an output of 1

  bool operator==(const NetShape&) const = default;
};

// The numbers of a network of some game.
struct NetParameters {
  NetShape shape;
  std::string settings;                   // how it was made, for people
  std::vector<std::int16_t> features;     // [region][own, enemy][kind][square][hidden], in 1 / kActivationOne
  std::vector<std::int16_t> bias;         // [hidden], in the same
  std::vector<std::int16_t> output;       // [bucket][own view, enemy view][hidden], in 1 / kOutputOne
  std::vector<std::int32_t> output_bias;  // [bucket], in 1 / kNetOne

  bool operator==(const NetParameters&) const = default;
};

// Men on the board at the start: no position has more.
constexpr int most_men(const Rules& rules) {
  const std::string_view board = rules.starts[0].substr(0, rules.starts[0].find(' '));
  return static_cast<int>(std::count_if(board.begin(), board.end(), [](char c) { return c > '9'; }));
}
// Features of one region.
constexpr int features_of_region(const Rules& rules) { return 2 * kKinds * rules.squares(); }
// Of 2..most_men(rules) men.
int bucket_of(const Rules& rules, const NetShape& shape, int men);

// How a side with its king on `king` looks at the board: region * 2 + 1 if the files are mirrored, else + 0.
int view_of(const Rules& rules, const NetShape& shape, Color side, Square king);
// The feature that a man is in a view of `side`.
int feature_of(const Rules& rules, int view, Color side, Occupant man, Square s);

// Whether the game can have networks of such a shape. Errors: invalid_argument.
Result<void> check_shape(const Rules& rules, const NetShape& shape);
// Whether shape and sizes are sound and all weights in range. Errors: invalid_argument.
Result<void> check_net(const Rules& rules, const NetParameters& net);

// The bytes of a file: a header with the fingerprint of the rules, the weights, a checksum of all (FORMAT.md).
std::vector<std::byte> encode_net(const Rules& rules, const NetParameters& net);
// Errors: corrupt; unsupported for another format, game or rules. Nothing is believed before the checksum is right.
Result<NetParameters> decode_net(const Rules& rules, std::span<const std::byte> bytes);
// The same from a file; every message names it.
Result<NetParameters> read_net(const Rules& rules, const std::filesystem::path& path);

// Whether a file begins as networks do; and the game whose rules one was made under. Errors: those of decode_net.
bool is_net(std::span<const std::byte> bytes);
Result<const Rules*> rules_of_net(std::span<const std::byte> bytes);

// A network ready for use: immutable, shared by threads.
template <const Rules& R>
class Net {
 public:
  // Errors: those of check_net.
  static Result<std::shared_ptr<const Net>> make(const NetParameters& parameters);
  // Errors: those of read_net.
  static Result<std::shared_ptr<const Net>> open(const std::filesystem::path& path);

  const NetShape& shape() const { return shape_; }
  int view(Color side, Square king) const { return views_[slot(side)][slot(king)]; }
  // The row of a feature's weights: shape().hidden numbers.
  const std::int16_t* row(int view, Color side, Occupant man, Square s) const {
    const auto& by_side = indexes_[slot(side)][slot(view & 1)];
    const int feature = by_side[slot(man.color())][slot(man.kind())][slot(s)] + (view >> 1) * features_of_region(R);
    return weights(static_cast<std::size_t>(feature) * slot(shape_.hidden));
  }
  const std::int16_t* bias() const { return weights(bias_at_); }
  // The value for the side to move from both views' accumulators: centipawns within +-kMaxEvaluation, the game's
  // running count and the men on the board (endgame_share.h) taken into account.
  Score value(const Position<R>& position, const std::int16_t* own, const std::int16_t* enemy) const;

 private:
  explicit Net(const NetParameters& parameters);
  const std::int16_t* weights(std::size_t at) const { return weights_.front().data() + at; }

  using Line = std::array<std::int16_t, 32>;
  struct alignas(64) AlignedLine : Line {};
  using BySquare = std::array<std::int16_t, slot(R.squares())>;

  NetShape shape_;
  std::vector<AlignedLine> weights_;  // features, bias, output
  std::size_t bias_at_ = 0, output_at_ = 0;
  std::vector<std::int32_t> output_bias_;
  std::array<std::int8_t, 33> buckets_{};                                    // by men
  std::array<std::array<std::int8_t, slot(R.squares())>, 2> views_{};        // [side][king]
  std::array<std::array<std::array<std::array<BySquare, kKinds>, 2>, 2>, 2>  //
      indexes_{};  // [side][mirrored][color][kind][square] -> feature of region 0
};

// From scratch.
template <const Rules& R>
Score evaluate_net(const Position<R>& position, const Net<R>& net);

#define BOOKENDS_EXTERN_NET(game)         \
  extern template class Net<games::game>; \
  extern template Score evaluate_net<games::game>(const Position<games::game>&, const Net<games::game>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_NET)
#undef BOOKENDS_EXTERN_NET

}  // namespace bookends
