// Weights as data: the list of them is complete and every one of them counts, and files come back as written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <set>

#include "core/eval/evaluate.h"
#include "core/eval/weights/games.h"
#include "core/eval/weights/generic.h"
#include "core/eval/weights/text.h"
#include "core/io/file.h"
#include "core/position/outcome.h"
#include "gen/tune/linear.h"
#include "gen/tune/weights_file.h"
#include "tests/support/every_game.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Legal positions of any material: both kings and up to `men` others at random, of the first `kinds` kinds.
template <const Rules& R>
std::vector<Position<R>> random_positions(int number, int men, unsigned seed, int kinds = kKinds - 1) {
  std::mt19937 dice(seed);
  const auto below = [&](int n) { return static_cast<int>(dice() % static_cast<unsigned>(n)); };
  std::vector<Position<R>> positions;
  while (static_cast<int>(positions.size()) < number) {
    Setup setup;
    setup.turn = below(2) == 0 ? Color::white : Color::black;
    for (const Color c : kColors) setup.board[slot(below(R.squares()))] = Occupant(c, Kind::king);
    for (int n = below(men + 1); n > 0; --n) {
      Occupant& o = setup.board[slot(below(R.squares()))];
      if (!o.empty()) continue;
      const Occupant drawn(below(2) == 0 ? Color::white : Color::black, static_cast<Kind>(below(kinds)));
      if (!R.pieces[slot(drawn.kind())].absent()) o = drawn;
    }
    // A FEN is checked for what a setup made by hand need not obey: where pawns can stand.
    const auto p = Position<R>::from_fen(format_fen(R, setup));
    if (p) positions.push_back(*p);
  }
  return positions;
}

template <const Rules& R>
std::vector<Position<R>> all_sorts() {
  std::vector<Position<R>> positions = random_positions<R>(1500, 4, 1);
  for (const Position<R>& p : random_positions<R>(500, 14, 2)) positions.push_back(p);
  for (const Position<R>& p : random_positions<R>(200, R.squares(), 3)) positions.push_back(p);
  // Many pawns, for what only they can do together.
  for (const int kinds : {1, 2, 3})
    for (const Position<R>& p : random_positions<R>(2500, R.squares() / 2, 4, kinds)) positions.push_back(p);
  return positions;
}

// Every weight but the margin of lazy evaluation and what is for networks changes the value of some position.
TEST(WeightList, HasOnlyWeightsThatCount) {
  for_every_game([]<const Rules & R>() {
    const auto positions = all_sorts<R>();
    const std::vector<WeightTag> tags = weight_tags(R);
    // A weight of zero can hide another: a percentage of it.
    Weights base = weights<R>;
    for_each_weight(base, R, [](const WeightTag&, auto& value) { value = value == 0 ? 7 : value; });
    std::vector<Score> before;
    for (const Position<R>& p : positions) before.push_back(evaluate(p, base));
    for (std::size_t i = 0; i < tags.size(); ++i) {
      const std::set<std::string_view> others{"lazy_margin", "net_endgame_percent", "win_even", "win_width"};
      if (others.contains(tags[i].name)) continue;
      const bool of_bishops = tags[i].name == "pair" || tags[i].name == "bishop_pawns";
      if (of_bishops && R.pieces[slot(Kind::bishop)].absent()) continue;
      Weights changed = base;
      std::size_t n = 0;
      for_each_weight(changed, R, [&](const WeightTag& tag, auto& value) {
        // The endgame has to begin below the full board.
        const int step = tag.tuned ? 100 : tag.name == "endgame_men" ? 3 : 500;
        if (n++ == i) value = static_cast<std::remove_reference_t<decltype(value)>>(value + step);
      });
      EXPECT_FALSE(std::ranges::equal(positions, before, {}, [&](const auto& p) { return evaluate(p, changed); }))
          << weight_name(R, tags[i]);
    }
  });
}

TEST(WeightList, HasAllWeightsThatCount) {
  for_every_game([]<const Rules & R>() {
    Weights listed_only;
    std::memset(static_cast<void*>(&listed_only), 7, sizeof listed_only);
    const std::vector<double> values = weight_values(R, weights<R>);
    std::size_t n = 0;
    for_each_weight(listed_only, R, [&](const WeightTag&, auto& value) {
      value = static_cast<std::remove_reference_t<decltype(value)>>(values[n++]);
    });
    EXPECT_EQ(n, count_weights(R));
    for (const Position<R>& p : all_sorts<R>()) ASSERT_EQ(evaluate(p, listed_only), evaluate(p)) << p.fen();
  });
}

TEST(WeightList, NamesEveryWeightDifferently) {
  for_every_game([]<const Rules & R>() {
    std::set<std::string> names;
    for (const WeightTag& tag : weight_tags(R)) EXPECT_TRUE(names.insert(weight_name(R, tag)).second);
    EXPECT_TRUE(names.contains("tempo"));
    EXPECT_TRUE(names.contains("material P end"));
    EXPECT_TRUE(names.contains("squares_middle K a1"));
    EXPECT_FALSE(names.contains("squares_middle P a1"));
  });
}

TEST(WeightFile, ComesBackAsItWasWritten) {
  for_every_game([]<const Rules & R>() {
    // Nearly every value another one, negative ones too.
    Weights w;
    int next = -400;
    for_each_weight(w, R, [&](const WeightTag& tag, auto& value) {
      value = static_cast<std::remove_reference_t<decltype(value)>>(std::clamp(next++, tag.least, tag.most));
    });
    w.endgame_men = 5;
    w.full_men = 19;
    const std::string text = format_weights(R, w);
    const auto back = parse_weights(R, text);
    ASSERT_TRUE(back.ok()) << back.error().message;
    EXPECT_EQ(weight_values(R, *back), weight_values(R, w));
    EXPECT_EQ(format_weights(R, *back), text);
  });
}

// The files of the source tree are what the tool would write for the values that are built in. A game need not have
// one.
TEST(WeightFile, OfTheSourceTreeIsInTheToolsOwnHand) {
  for_every_game([]<const Rules & R>() {
    const auto path = std::filesystem::path(BOOKENDS_SOURCE_DIR) / "core/eval/weights" / (std::string(R.name) + ".inc");
    if (!std::filesystem::exists(path)) {
      EXPECT_EQ(weight_values(R, weights<R>), weight_values(R, weights_detail::generic_weights(R))) << path;
      return;
    }
    const auto read = read_weights(R, path);
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(weight_values(R, *read), weight_values(R, weights<R>));
    const auto bytes = read_file(path).value();
    EXPECT_EQ(format_weights(R, weights<R>),
              std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  });
}

TEST(WeightFile, IsRefusedWhenItIsWrong) {
  constexpr const Rules& R = games::gardner;
  const std::string good = format_weights(R, weights<R>);
  ASSERT_TRUE(parse_weights(R, good).ok());
  const auto error_of = [](const std::string& text) {
    const auto read = parse_weights(R, text);
    EXPECT_FALSE(read.ok());
    return read.ok() ? Error{ErrorCode::not_found, ""} : read.error();
  };
  EXPECT_THAT(error_of(good + "1,\n").message,
              AllOf(HasSubstr(std::to_string(count_weights(R) + 1) + " weights"), HasSubstr("for gardner")));
  EXPECT_THAT(error_of("").message, HasSubstr("0 weights"));
  Weights flat = weights<R>;
  flat.endgame_men = flat.full_men;
  EXPECT_THAT(error_of(format_weights(R, flat)).message, HasSubstr("endgame_men is"));
  EXPECT_THAT(error_of("// one\n1, 2x, 3\n").message, HasSubstr("line 2: \"2x\""));
  EXPECT_THAT(error_of("1, 4000000000\n").message, HasSubstr("line 1: \"4000000000\""));
  EXPECT_THAT(error_of(format_weights(games::chess, weights<games::chess>)).message,
              HasSubstr("weights of chess, not of gardner"));
  const TemporaryFolder folder;
  EXPECT_EQ(read_weights(R, folder / "none.inc").error().code, ErrorCode::not_found);
}

TEST(WeightFile, HasNoNumberOutOfItsRange) {
  for_every_game([]<const Rules & R>() {
    std::size_t at = 0;
    for (const WeightTag& tag : weight_tags(R)) {
      for (const int value : {tag.least - 1, tag.most + 1}) {
        const std::vector<double> own = weight_values(R, weights<R>);
        std::vector<int> values(own.begin(), own.end());
        values[at] = value;
        std::string text;
        for (const int v : values) text += std::to_string(v) + ",\n";
        const auto read = parse_weights(R, text);
        ASSERT_FALSE(read.ok()) << R.name << ' ' << weight_name(R, tag);
        EXPECT_EQ(read.error().message, "line " + std::to_string(at + 1) + ": " + std::string(tag.name) + " is " +
                                            std::to_string(value) + ", it has to be from " + std::to_string(tag.least) +
                                            " to " + std::to_string(tag.most));
      }
      ++at;
    }
  });
}

// Whatever a file may say, no evaluation overflows. It is the sanitizers that see it: a value that has overflowed is
// clamped like any other. The worst is where all terms pull the same way: each weight at one end of its range.
TEST(WeightFile, OverflowsNoEvaluation) {
  for_every_game([]<const Rules & R>() {
    const auto positions = all_sorts<R>();
    std::mt19937 dice(7);
    for (int round = 0; round < 40; ++round) {
      Weights w;
      for_each_weight(w, R, [&](const WeightTag& tag, auto& value) {
        const bool most = round == 0 || (round != 1 && dice() % 2 == 0);
        value = static_cast<std::remove_reference_t<decltype(value)>>(most ? tag.most : tag.least);
      });
      w.full_men = 64;
      w.endgame_men = round % 3 == 0 ? 0 : round % 3 == 1 ? 8 : 63;
      if (round % 5 == 4) w.mating_lead = 1;  // also what only a lone king brings up
      for (const Position<R>& p : positions) ASSERT_LE(std::abs(evaluate(p, w)), kMaxEvaluation) << p.fen();
    }
  });
}

// Nor where a king is hunted whose way to the mate is as good as nothing, while a count runs.
TEST(WeightFile, OverflowsNoHunt) {
  constexpr const Rules& R = games::makruk;
  const auto p = Position<R>::from_fen("4k3/8/8/8/8/8/8/RN1SK3 b - 128 6 60").value();
  Weights w = weights<R>;
  w.material.fill({kMostWeight, kMostWeight});
  for (const int edge : {2, -2, kMostToMate, -kMostToMate})
    for (const int together : {-kMostToMate, kMostToMate})
      for (const int replies : {499, -499, kMostToMate}) {
        w.drive_to_edge = edge;
        w.king_cooperation = together;
        w.few_replies = replies;
        EXPECT_LE(std::abs(evaluate(p, w)), kMaxEvaluation);
        // A pawn up or down, but for the count.
        EXPECT_GE(-evaluate(p, w), 0) << edge << ' ' << together << ' ' << replies;
      }
}

TEST(EvaluationParts, AddUpToTheEvaluation) {
  for_every_game([]<const Rules & R>() {
    const Weights& w = weights<R>;
    for (const Position<R>& p : all_sorts<R>()) {
      const EvaluationParts parts = evaluation_parts(p, w);
      const double own = (p.turn() == Color::white ? parts.score() : -parts.score()) + w.tempo;
      EXPECT_NEAR(own, evaluate(p), 2.0) << p.fen();
      EXPECT_EQ(evaluation_terms(p, w), parts.terms);
    }
  });
}

// The linear form gives the value itself, and foretells what a change of one weight does.
TEST(Linear, ForetellsChangesOfWeights) {
  for_every_game([]<const Rules & R>() {
    TuningData<R> data;
    std::vector<std::uint32_t> all;
    for (const Position<R>& p : random_positions<R>(300, 12, 5)) {
      all.push_back(static_cast<std::uint32_t>(data.size()));
      data.push_back({.position = p});
    }
    Progress silent;
    const Weights& w = weights<R>;
    const LinearRows rows = linearise<R>(data, all, w, 2, silent);
    ASSERT_EQ(rows.size(), data.size());
    Weights other = w;
    other.squares_middle[slot(Kind::rook)][3] += 40;
    other.mobility[slot(Kind::knight)] += Phased{8, 12};
    other.hanging += Phased{-20, 10};
    other.tempo += 9;
    const std::vector<double> now = weight_values(R, w), then = weight_values(R, other);
    for (std::size_t i = 0; i < data.size(); ++i) {
      const Position<R>& p = data[i].position;
      const int sign = p.turn() == Color::white ? 1 : -1;
      EXPECT_NEAR(rows.score(i, now), sign * evaluate(p, w), 2.0) << p.fen();
      // A value that changes sides is scaled by other conditions.
      const bool same_side = (evaluate(p, w) > 20) == (evaluate(p, other) > 20);
      if (same_side && std::abs(evaluate(p, w)) > 20) {
        EXPECT_NEAR(rows.score(i, then), sign * evaluate(p, other), 3.0) << p.fen();
      }
    }
  });
}

// It is no sample of what material is worth.
TEST(Linear, HoldsALoneKingConstant) {
  constexpr const Rules& R = games::chess;
  const TuningData<R> data{{.position = Position<R>::from_fen("8/8/4k3/8/8/3K4/8/7R w - - 0 1").value()}};
  Progress silent;
  Weights other = weights<R>;
  other.material[slot(Kind::rook)] += Phased{100, 100};
  const LinearRows rows = linearise<R>(data, std::vector<std::uint32_t>{0}, weights<R>, 1, silent);
  EXPECT_NEAR(rows.score(0, weight_values(R, other)), evaluate(data[0].position), 1.0);
}

}  // namespace
}  // namespace bookends::test
