// A king alone against pieces (core/eval/lone_king.h): what it is worth to come there, and that it is mated.
#include "core/eval/lone_king.h"

#include "core/eval/evaluate.h"
#include "core/eval/weights/games.h"
#include "tests/search/helpers.h"

namespace bookends {
namespace {

// For either side, wherever the pieces stand; a pawn, or a piece of the beaten side, and it is a game like others
// again.
TEST(LoneKing, OnlyMaterialAndTheWayToTheMateCount) {
  const auto others = []<const Rules & R>(std::string_view fen) {
    int counted = 0;
    for (const TermValue& term : explain_evaluation(position_of<R>(fen), weights<R>))
      counted +=
          term.name != "material, squares" && term.name != "mating net" && !(term.white.zero() && term.black.zero());
    return counted;
  };
  EXPECT_EQ(others.operator()<games::chess>("8/8/3k4/8/2R5/4K3/8/8 w - - 0 1"), 0);
  EXPECT_EQ(others.operator()<games::chess>("8/8/3k4/8/2r5/4K3/8/8 w - - 0 1"), 0);
  EXPECT_EQ(others.operator()<games::fragments>("4k/5/2K2/5/R4 w - - 0 1"), 0);
  const auto material = [](std::string_view fen) {
    return explain_evaluation(position_of<games::chess>(fen), weights<games::chess>).front().white;
  };
  EXPECT_EQ(material("8/8/3k4/8/2R5/4K3/8/8 w - - 0 1"), material("8/8/3k4/8/8/8/8/K6R w - - 0 1"));
  EXPECT_GT(others.operator()<games::chess>("8/8/3k4/8/2R5/4K3/P7/8 w - - 0 1"), 0);
  EXPECT_GT(others.operator()<games::chess>("8/8/3k4/2n5/2Q5/4K3/8/8 w - - 0 1"), 0);
}

// The value for White when White has moved, and before.
template <const Rules& R>
void check_that_it_gains(std::string_view fen, std::string_view move) {
  const Weights& w = weights<R>;
  const auto before = position_of<R>(fen);
  const auto after = before.after(parse_uci(before, move).value());
  ASSERT_TRUE(lone_king<R>(after, w)) << fen;
  EXPECT_GT(-(evaluate(after) - w.tempo), evaluate(before) - w.tempo) << R.name << ' ' << fen << ' ' << move;
}

// Where the lone king stands best, and the pieces worst.
TEST(LoneKing, IsWorthComingTo) {
  check_that_it_gains<games::chess>("8/8/4k3/p7/8/8/3K4/R7 w - - 0 1", "a1a5");
  check_that_it_gains<games::chess>("8/8/8/p2k4/8/8/8/R6K w - - 0 1", "a1a5");
  check_that_it_gains<games::chess>("8/1p6/4k3/8/8/3K4/8/1Q6 w - - 0 1", "b1b7");
  check_that_it_gains<games::chess>("8/8/8/n2k4/8/8/8/Q6K w - - 0 1", "a1a5");
  check_that_it_gains<games::chess>("8/P7/8/8/3k4/8/8/K7 w - - 0 1", "a7a8q");
  check_that_it_gains<games::chess>("7R/P7/8/8/3k4/8/8/K7 w - - 0 1", "a7a8q");
  check_that_it_gains<games::gardner>("5/P4/2k2/5/K3R w - - 0 1", "a4a5q");
  check_that_it_gains<games::gardner>("5/p4/2k2/5/R3K w - - 0 1", "a1a4");
  check_that_it_gains<games::fragments>("5/p4/2k2/5/R3K w - - 0 1", "a1a4");
  check_that_it_gains<games::fragments_sd>("5/p4/2k2/5/R3K w - - 0 1", "a1a4");
  check_that_it_gains<games::makruk>("8/8/8/p2k4/8/8/8/R6K w - - 0 1", "a1a5");
}

using ChessNet = std::shared_ptr<const Net<games::chess>>;

// None, and the one that comes with the program.
std::vector<ChessNet> evaluations_of_chess() {
  return {nullptr, Net<games::chess>::open(BOOKENDS_SOURCE_DIR "/core/eval/nets/chess.net").value()};
}

// By few nodes a move, in which no mate is seen at first: the evaluation leads there, before the move limit is reached.
TEST(LoneKing, IsMatedByTheTermsAndByTheNetwork) {
  for (const ChessNet& net : evaluations_of_chess())
    for (const char* fen :
         {"8/8/7k/8/6K1/R7/8/8 w - - 0 1", "4K3/8/8/8/8/8/R7/1k6 w - - 0 1", "4K3/8/8/1R6/5k2/8/8/8 w - - 0 1",
          "4R3/2k5/8/8/K7/8/8/8 w - - 0 1", "8/1k6/8/8/5R2/3K4/8/8 w - - 0 1", "8/8/3k4/8/8/3K4/8/5Q2 w - - 0 1",
          "8/8/K5Q1/8/8/1k6/8/8 w - - 0 1"}) {
      Search<games::chess> search;
      search.set_net(net);
      SearchLimits limits;
      limits.nodes = 1000;
      Game<games::chess> game(position_of<games::chess>(fen));
      while (!game.verdict().over()) game.play(search.run(game, limits, kNeverStop).lines.front().pv.front());
      EXPECT_EQ(game.verdict().ending, Ending::checkmate) << fen << (net ? " by the network" : " by the terms");
    }
}

// A lone king is not worth the last pawn: two knights cannot mate without one, and bishop and knight hardly.
TEST(LoneKing, IsNotWorthTheLastPawn) {
  const std::pair<const char*, const char*> cases[] = {{"8/8/8/8/5K2/8/Pk2NN2/8 w - - 0 1", "a2a4"},
                                                       {"8/8/8/4N3/5K2/8/Pk6/4B3 w - - 0 1", "a2a4"},
                                                       {"8/8/8/8/4NK2/8/Pk2N3/8 b - - 0 1", "b2a2"}};
  for (const ChessNet& net : evaluations_of_chess())
    for (const auto& [fen, move] : cases) {
      Search<games::chess> search;
      search.set_net(net);
      SearchLimits limits;
      limits.nodes = 10000;
      const auto p = position_of<games::chess>(fen);
      const SearchResult found = search.run(Game<games::chess>(p), limits, kNeverStop);
      EXPECT_EQ(format_uci(games::chess, found.lines.front().pv.front()), move)
          << fen << (net ? " by the network" : "");
    }
}

// What a search by the network has left in the table is not taken for what the terms say.
TEST(LoneKing, HuntsHaveTableEntriesOfTheirOwn) {
  const auto hunt = position_of<games::chess>("8/8/4k3/8/8/3K4/8/7R b - - 0 1");
  const auto to_depth = [](Search<games::chess>& search, std::string_view fen, int depth) {
    SearchLimits limits;
    limits.depth = depth;
    return search.run(Game<games::chess>(position_of<games::chess>(fen)), limits, kNeverStop).lines.front().score;
  };
  // By the network, to where the hunt's first moves are in the table.
  Search<games::chess> search;
  search.set_net(evaluations_of_chess().back());
  to_depth(search, "8/8/4k3/7p/8/3K4/8/7R w - - 0 1", 10);
  Search<games::chess> fresh;
  EXPECT_EQ(to_depth(search, hunt.fen(), 1), to_depth(fresh, hunt.fen(), 1));
}

}  // namespace
}  // namespace bookends
