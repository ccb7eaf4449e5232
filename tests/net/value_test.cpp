// What a network says of a position: as FORMAT.md and endgame_share.h say it, incrementally as from scratch, for both
// sides.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/eval/counted.h"
#include "core/eval/evaluate.h"
#include "core/eval/net/accumulator.h"
#include "core/eval/net/endgame_share.h"
#include "core/eval/net/kernels.h"
#include "core/io/file.h"
#include "gen/options/net_choice.h"
#include "tablebases/rows/kernels.h"
#include "tests/net/random_net.h"
#include "tests/search/helpers.h"
#include "tests/support/every_game.h"
#include "tests/support/playout.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

template <const Rules& R>
std::shared_ptr<const Net<R>> net_of(const NetShape& shape, unsigned seed) {
  return Net<R>::make(test::random_net(R, shape, seed)).value();
}

NetShape any_shape(unsigned seed) {
  const std::vector<NetShape> shapes = test::shapes_of();
  return shapes[seed % shapes.size()];
}

// Straight from FORMAT.md and endgame_share.h, man by man.
template <const Rules& R>
Score by_the_document(const Position<R>& p, const NetParameters& net) {
  const NetShape& shape = net.shape;
  const int men = count(p.occupied()),
            bucket = std::min(shape.buckets - 1, (men - 2) * shape.buckets / (most_men(R) - 1));
  std::int64_t sum = net.output_bias[slot(bucket)];
  for (const int enemy : {0, 1}) {
    const Color side = enemy == 0 ? p.turn() : ~p.turn();
    const bool mirrored = shape.fold && 2 * file_of(R, p.king(side)) > R.files - 1;
    const int region = relative_rank(R, side, p.king(side)) * shape.regions / R.ranks;
    for (int h = 0; h < shape.hidden; ++h) {
      int unit = net.bias[slot(h)];
      for (const Square s : Squares(p.occupied())) {
        const int file = mirrored ? R.files - 1 - file_of(R, s) : file_of(R, s);
        const int seen = relative_rank(R, side, s) * R.files + file;
        const int owner = p.at(s).color() == side ? 0 : 1;
        const int feature = ((region * 2 + owner) * kKinds + index(p.at(s).kind())) * R.squares() + seen;
        unit += net.features[slot(feature * shape.hidden + h)];
      }
      const std::int64_t active = std::clamp(unit, 0, 255);
      sum += active * active * net.output[slot((bucket * 2 + enemy) * shape.hidden + h)];
    }
  }
  const int percent = weights<R>.net_endgame_percent, most = most_men(R);
  const std::int64_t whole = sum * shape.scale / (255 * 255 * 64);
  const std::int64_t value = whole * (percent * (most - men) + 100 * (men - 2)) / (100 * (most - 2));
  return counted<R>(p, static_cast<Score>(std::clamp<std::int64_t>(value, -kMaxEvaluation, kMaxEvaluation)));
}

RC_GTEST_PROP(NetValue, IsWhatTheDocumentSays, (unsigned seed)) {
  for (const Rules* rules : all_games())
    with_game(*rules, [&]<const Rules & R>() {
      const Position<R> p = random_position<R>(120);
      const NetParameters numbers = test::random_net(R, any_shape(seed), seed);
      RC_ASSERT(evaluate_net(p, **Net<R>::make(numbers)) == by_the_document(p, numbers));
    });
}

RC_GTEST_PROP(NetValue, IsTheSameForTheMirroredPosition, (unsigned seed)) {
  for (const Rules* rules : all_games())
    with_game(*rules, [&]<const Rules & R>() {
      const Position<R> p = random_position<R>(120);
      const auto net = net_of<R>(any_shape(seed), seed);
      RC_ASSERT(evaluate_net(p, *net) == evaluate_net(mirrored(p), *net));
    });
}

// Up and down a tree as a search goes, asking only now and then; the evaluator is told of no move.
template <const Rules& R>
void walk(NetEvaluator<R>& evaluator, const Position<R>& p, int ply, int deepest, std::mt19937& dice) {
  if (dice() % 3 != 0) RC_ASSERT(evaluator.evaluate(p, ply) == evaluate_net(p, *evaluator.net()));
  if (ply >= deepest) return;
  const MoveList moves = p.legal_moves();
  for (int i = 0; i < std::min(2, moves.size()); ++i)
    walk(evaluator, p.after(moves[static_cast<int>(dice() % static_cast<unsigned>(moves.size()))]), ply + 1, deepest,
         dice);
}

RC_GTEST_PROP(NetEvaluator, IsTheSameAsFromScratch, (unsigned seed)) {
  for (const Rules* rules : all_games())
    with_game(*rules, [&]<const Rules & R>() {
      std::mt19937 dice(seed);
      NetEvaluator<R> evaluator(net_of<R>(any_shape(seed), seed), 4);  // fewer levels than the walk is deep
      for (int i = 0; i < 3; ++i) walk(evaluator, random_position<R>(60), 0, 6, dice);
    });
}

TEST(NetValue, OfAFoldedNetIsTheSameForLeftAndRight) {
  using P = Position<games::fragments>;
  const auto net = net_of<games::fragments>({.regions = 2, .fold = true}, 3);
  const auto left = P::from_fen("1k3/1p1n1/5/P1P2/K2R1 w - - 0 1").value();
  const auto right = P::from_fen("3k1/1n1p1/5/2P1P/1R2K w - - 0 1").value();
  EXPECT_EQ(evaluate_net(left, *net), evaluate_net(right, *net));
}

TEST(NetValue, ARunningCountTakesItsPart) {
  using P = Position<games::makruk>;
  NetParameters numbers = test::random_net(games::makruk, {}, 1);
  std::fill(numbers.output.begin(), numbers.output.end(), std::int16_t{0});
  std::fill(numbers.output_bias.begin(), numbers.output_bias.end(), static_cast<std::int32_t>(2 * kNetOne));
  const auto net = Net<games::makruk>::make(numbers).value();
  const auto value = [&](const char* fen) { return evaluate_net(P::from_fen(fen).value(), *net); };
  EXPECT_EQ(value("8/8/8/3k4/8/8/R3K3/8 w - - 0 1"), 800);
  EXPECT_EQ(value("8/8/8/3k4/8/8/R3K3/8 w - 32 16 1"), 800 * 32 / 48);
  EXPECT_EQ(value("8/8/8/3k4/8/8/R3K3/8 w - 32 30 1"), 800 * 18 / 48);
}

// In chess a lead counts for half with the kings alone, for all with every man there; in Makruk always for all.
TEST(NetValue, CountsForLessWithFewMen) {
  const auto of_chess = [](int men) {
    return 800 * endgame_share<games::chess>(men).left / endgame_share<games::chess>(men).whole;
  };
  EXPECT_EQ(of_chess(2), 400);
  EXPECT_EQ(of_chess(17), 600);
  EXPECT_EQ(of_chess(32), 800);
  NetParameters numbers = test::random_net(games::chess, {}, 1);
  std::fill(numbers.output.begin(), numbers.output.end(), std::int16_t{0});
  std::fill(numbers.output_bias.begin(), numbers.output_bias.end(), static_cast<std::int32_t>(2 * kNetOne));
  const auto net = Net<games::chess>::make(numbers).value();
  EXPECT_EQ(evaluate_net(Position<games::chess>::start(), *net), 800);
  EXPECT_EQ(evaluate_net(Position<games::chess>::from_fen("8/8/8/3k4/8/8/8/4K3 w - - 0 1").value(), *net), 400);
  const EndgameShare makruk = endgame_share<games::makruk>(2);
  EXPECT_EQ(makruk.left, makruk.whole);
}

// In every game; the percent is what its table of weights says.
TEST(NetValue, HasItsShareAtBothEnds) {
  for_every_game([]<const Rules & R>() {
    const EndgameShare kings = endgame_share<R>(2), all = endgame_share<R>(most_men(R));
    EXPECT_EQ(100 * kings.left, weights<R>.net_endgame_percent * kings.whole);
    EXPECT_EQ(all.left, all.whole);
  });
}

// Books know by it what they were begun with: the numbers, and what the game makes of them.
TEST(NetValue, IsWhatTheDigestTells) {
  const test::TemporaryFolder folder;
  const auto beside_the_numbers = [&]<const Rules & R>() {
    const NetParameters numbers = test::random_net(R, {}, 1);
    const std::string file = folder / "some.net", own = net_digest(R, numbers);
    EXPECT_TRUE(write_file(file, encode_net(R, numbers)));
    const std::string digest = choose_net<R>(file).value().digest;
    EXPECT_EQ(digest.substr(0, own.size()), own);
    return digest.substr(own.size());
  };
  EXPECT_EQ(beside_the_numbers.operator()<games::makruk>(), "");
  EXPECT_EQ(beside_the_numbers.operator()<games::chess>(), "-50");
}

TEST(NetValue, IsNeverThatOfADecidedGame) {
  NetParameters numbers = test::random_net(games::chess, {.scale = 10000}, 1);
  for (const int sign : {1, -1}) {
    std::fill(numbers.output_bias.begin(), numbers.output_bias.end(), sign * 1'000'000'000);
    const auto net = Net<games::chess>::make(numbers).value();
    EXPECT_EQ(evaluate_net(Position<games::chess>::start(), *net), sign * kMaxEvaluation);
  }
}

// For every instruction set of this processor, at the extremes too.
TEST(NetKernels, AreWhatPlainLoopsSay) {
  std::mt19937 dice(5);
  const auto number = [&](int most) {
    if (dice() % 4 == 0) return static_cast<std::int16_t>(dice() % 2 == 0 ? most : -most);
    return static_cast<std::int16_t>(static_cast<int>(dice() % static_cast<unsigned>(2 * most + 1)) - most);
  };
  for (const std::string_view target : tables::kernel_targets()) {
    SCOPED_TRACE(std::string(target));
    tables::use_kernel_target(target);
    for (int hidden = kHiddenStep; hidden <= kMostHidden; hidden += kHiddenStep) {
      const auto numbers = [&](int n, int most) {
        std::vector<std::int16_t> out(slot(n));
        for (auto& x : out) x = number(most);
        return out;
      };
      const auto from = numbers(hidden, 20000), rows = numbers(8 * hidden, kMostFeatureWeight);
      RowChanges changes;
      for (int i = 0; i < 5; ++i) changes.added[changes.added_count++] = rows.data() + i * hidden;
      for (int i = 5; i < 8; ++i) changes.removed[changes.removed_count++] = rows.data() + i * hidden;
      std::vector<std::int16_t> to(slot(hidden));
      update_accumulator(from.data(), to.data(), hidden, changes);
      for (int h = 0; h < hidden; ++h) {
        int expected = from[slot(h)];
        for (int i = 0; i < 8; ++i) expected += (i < 5 ? 1 : -1) * rows[slot(i * hidden + h)];
        ASSERT_EQ(to[slot(h)], expected) << h;
      }
      const auto own = numbers(hidden, 32767), enemy = numbers(hidden, 600);
      const auto weights = numbers(2 * hidden, kMostOutputWeight);
      std::int64_t expected = 0;
      for (int h = 0; h < 2 * hidden; ++h) {
        const std::int64_t a = std::clamp<int>(h < hidden ? own[slot(h)] : enemy[slot(h - hidden)], 0, kActivationOne);
        expected += a * a * weights[slot(h)];
      }
      EXPECT_EQ(weigh_accumulators(own.data(), enemy.data(), weights.data(), hidden), expected);
    }
    // Everything as large as it may be.
    const std::vector<std::int16_t> open(kMostHidden, 32767), most(2 * kMostHidden, kMostOutputWeight);
    EXPECT_EQ(weigh_accumulators(open.data(), open.data(), most.data(), kMostHidden),
              std::int64_t{2} * kMostHidden * kActivationOne * kActivationOne * kMostOutputWeight);
  }
  tables::use_kernel_target("");
}

TEST(SearchWithANet, UsesItAndForgetsIt) {
  for_every_game([]<const Rules & R>() {
    const Game<R> game(Position<R>::start());
    SearchLimits limits;
    limits.depth = 5;
    Search<R> search;
    const auto run = [&] { return search.run(game, limits, kNeverStop).statistics.nodes; };
    const auto plain = run();
    const auto net = net_of<R>({}, 1);
    search.set_net(net);
    const auto with_net = run();
    search.clear();
    EXPECT_EQ(run(), with_net);
    search.set_net(net_of<R>({}, 2));
    const auto with_another = run();
    search.set_net(nullptr);
    search.clear();
    EXPECT_EQ(run(), plain);
    EXPECT_NE(plain, with_net);
    EXPECT_NE(with_another, with_net);
  });
}

TEST(SearchWithANet, WorksOnTwoThreads) {
  constexpr const Rules& R = games::fragments;
  Search<R> search({.threads = 2});
  search.set_net(net_of<R>({}, 1));
  SearchLimits limits;
  limits.nodes = 20000;
  const auto result = search.run(Game<R>(Position<R>::start()), limits, kNeverStop);
  ASSERT_FALSE(result.lines.empty());
  EXPECT_TRUE(Position<R>::start().is_legal(result.lines.front().pv.front()));
}

}  // namespace
}  // namespace bookends
