// A game that the program does not have: its value is all that rules and positions need.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "core/eval/weights/generic.h"
#include "core/eval/weights/weight_list.h"
#include "core/position/outcome.h"
#include "core/position/perft.h"
#include "core/position/unmoves.h"

namespace bookends {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

constexpr const Rules& kGame = games::los_alamos;
using Board = Position<kGame>;

TEST(NewGame, IsFoundByItsName) {
  EXPECT_THAT(all_games(), SizeIs(1));
  EXPECT_EQ(find_game("los-alamos").value(), &kGame);
  EXPECT_EQ(with_game(kGame, []<const Rules & R>() { return &R; }), &kGame);
}

// As Fairy-Stockfish and Cute Chess count them.
TEST(NewGame, CountsTheLeaves) {
  int depth = 0;
  for (const std::uint64_t leaves : {10, 100, 1212, 14332, 191846}) EXPECT_EQ(perft(Board::start(), ++depth), leaves);
  EXPECT_EQ(perft(Board::from_fen("6/2P3/6/1K1k2/6/6 w").value(), 6), 187431u);
}

void round_trips(const Board& position, int depth) {
  const auto again = Board::from_fen(position.fen());
  ASSERT_TRUE(again.ok()) << position.fen();
  EXPECT_EQ(*again, position);
  EXPECT_EQ(again->key(), position.key());
  EXPECT_EQ(again->fen(), position.fen());
  if (depth == 0) return;
  for (const Move m : position.legal_moves()) round_trips(position.after(m), depth - 1);
}

TEST(NewGame, FensRoundTrip) {
  EXPECT_EQ(Board::start().fen(), kGame.starts[0]);
  round_trips(Board::start(), 3);
}

TEST(NewGame, PromotesAndDrawsAsItsValueSays) {
  EXPECT_EQ(Board::from_fen("k5/4P1/6/6/6/K5 w").value().count_legal_moves(), 3 + 3);
  EXPECT_EQ(verdict(Board::from_fen("k5/2Q3/6/6/6/5K b").value()).outcome, Outcome::draw);
}

TEST(NewGame, KnowsNoPieceOfAnEmptySlot) {
  const auto bishop = Board::from_fen("k5/6/6/6/6/KB4 w");
  ASSERT_FALSE(bishop.ok());
  EXPECT_THAT(bishop.error().message, HasSubstr("pieces are PNRQK"));
  auto setup = parse_fen(kGame, "k5/6/6/6/6/KR4 w").value();
  setup.board[1] = Occupant(Color::white, Kind::bishop);
  EXPECT_THAT(check_setup(kGame, setup).error().message, HasSubstr("b1 has no piece of the game"));
  for (const auto& step : unmoves(Board::from_fen("k5/6/6/6/6/KR4 b").value()))
    EXPECT_EQ(step.before.pieces(Kind::bishop), 0u) << step.before.fen();
}

TEST(NewGame, HasNoWeightsForAnEmptySlot) {
  constexpr Weights weights = weights_detail::generic_weights(kGame);
  static_assert(can_blend(weights));
  for_each_weight(weights, kGame,
                  [](const WeightTag& tag, const auto&) { EXPECT_NE(tag.kind, index(Kind::bishop)) << tag.name; });
}

std::string text_of(const std::string& file) {
  std::ifstream in(std::string(BOOKENDS_SOURCE_DIR) + "/" + file);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

TEST(NewGame, IsTheOneThatThePageShows) {
  std::istringstream header(text_of("tests/core/new_game/los_alamos.h"));
  std::string shown;
  for (std::string line; std::getline(header, line);)
    if (line.starts_with("inline") || (!shown.empty() && !shown.ends_with("};\n"))) shown += "    " + line + "\n";
  ASSERT_TRUE(shown.ends_with("    };\n"));
  EXPECT_THAT(text_of("CONTRIBUTING.md"), HasSubstr(shown)) << "copy it from the header";
}

}  // namespace
}  // namespace bookends
