#include "core/position/zobrist.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "core/notation/move_text.h"

namespace bookends {
namespace {

struct KeyCase {
  std::string moves;
  Key key;
};

// The nine keys published with the Polyglot book format.
class PolyglotKeys : public testing::TestWithParam<KeyCase> {};
TEST_P(PolyglotKeys, EqualsThePublishedKey) {
  auto position = Position<games::chess>::start();
  std::istringstream words(GetParam().moves);
  for (std::string word; words >> word;) position.play(parse_uci(position, word).value());
  EXPECT_EQ(position.key(), GetParam().key);
  EXPECT_EQ(position.compute_key(), GetParam().key);
}
INSTANTIATE_TEST_SUITE_P(Published, PolyglotKeys,
                         testing::Values(KeyCase{"", 0x463b96181691fc9c}, KeyCase{"e2e4", 0x823c9b50fd114196},
                                         KeyCase{"e2e4 d7d5", 0x0756b94461c50fb0},
                                         KeyCase{"e2e4 d7d5 e4e5", 0x662fafb965db29d4},
                                         KeyCase{"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78},
                                         KeyCase{"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1},
                                         KeyCase{"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9},
                                         KeyCase{"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637},
                                         KeyCase{"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560}));

// Files on people's disks are keyed by these: they never change.
TEST(ZobristGolden, KeysOfTheStartsAreFrozen) {
  EXPECT_EQ(Position<games::fragments>::start().key(), 0xECFB62CC1E124808);
  EXPECT_EQ(Position<games::fragments>::from_fen(games::fragments.starts[1])->key(), 0x33F895138749E0FD);
  EXPECT_EQ(Position<games::fragments_sd>::start().key(), 0xECFB62CC1E124808);
  EXPECT_EQ(Position<games::makruk>::start().key(), 0x068758605AB30D85);
  EXPECT_EQ(Position<games::gardner>::start().key(), 0x2ABFD2D7CDD1E944);
  EXPECT_EQ(Position<games::fragments>::from_fen("4k/5/5/Pp3/K4 w - b3 0 1")->key(), 0xA9E087A806CB6273);
}

TEST(Zobrist, NumbersAreDistinct) {
  for (const Rules* rules : all_games()) {
    with_game(*rules, []<const Rules & R>() {
      std::set<std::uint64_t> seen{0, zobrist<R>.white_to_move};
      std::size_t expected = 2;
      for (const auto& color : zobrist<R>.pieces)
        for (const auto& kind : color)
          for (int s = 0; s < R.squares(); ++s, ++expected) seen.insert(kind[slot(s)]);
      for (const auto file : zobrist<R>.en_passant) seen.insert(file);
      EXPECT_EQ(seen.size(), expected + 8) << R.name;
    });
  }
}

TEST(Zobrist, RepetitionsIgnoreRightsOnlyWhereTheGameSaysSo) {
  const auto small = Position<games::fragments>::from_fen("4k/5/5/Pp3/K4 w - b3 0 1").value();
  const auto small_without = Position<games::fragments>::from_fen("4k/5/5/Pp3/K4 w - - 0 1").value();
  EXPECT_NE(small.key(), small_without.key());
  EXPECT_EQ(small.repetition_key(), small_without.repetition_key());
  const auto large = Position<games::chess>::from_fen("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1").value();
  const auto large_without = Position<games::chess>::from_fen("4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1").value();
  EXPECT_NE(large.repetition_key(), large_without.repetition_key());
}

}  // namespace
}  // namespace bookends
