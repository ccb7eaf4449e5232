// Positions without a score among such that have one: circles, deep searches, what a person has set.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "books/edit/edit.h"
#include "books/exchange/import.h"
#include "core/notation/move_text.h"
#include "tests/books/support.h"

namespace bookends {
namespace {

using games::chess;
using ChessPosition = Position<chess>;

constexpr const char* kStart = "7k/7p/8/8/8/8/P7/K7 w - - 0 1";

// After some moves from the start the book plays another one; what it says of it, if anything.
struct Line {
  std::string moves;
  std::string move;
  std::optional<Score> score;
  int depth = 0;
};

ChessPosition after(const std::string& moves) {
  ChessPosition position = *ChessPosition::from_fen(kStart);
  std::istringstream words(moves);
  for (std::string word; words >> word;) position.play(*parse_uci(position, word));
  return position;
}

BookGraph book_of(const std::vector<Line>& lines) {
  BookImport<chess> import;
  for (const Line& line : lines) {
    const ChessPosition position = after(line.moves);
    std::string epd = position.fen() + " bm " + line.move + ";";
    if (line.score) epd += " ce " + std::to_string(*line.score) + "; acd " + std::to_string(line.depth) + ";";
    EXPECT_TRUE(import.add_epd(epd, "file"));
  }
  return import.finish({{kStart}}).value();
}

const GraphNode& node_at(const BookGraph& graph, const std::string& moves) {
  return graph.nodes[index_of(graph).at(after(moves).key())];
}

TEST(Unscored, AreNoReasonToGiveUpADeepSearch) {
  BookGraph graph = book_of({{"", "a1b1", -50, 12},
                             {"a1b1", "h7h6", 40, 2},
                             {"a1b2", "h7h5", std::nullopt, 0},
                             {"a1b2 h8g8", "a2a3", std::nullopt, 0}});
  mark_far_sighted(graph);
  const auto gave_way = set_by_hand(graph, after("a1b2 h8g8"), std::nullopt, Score{20}, std::nullopt);
  ASSERT_TRUE(gave_way);
  EXPECT_EQ(*gave_way, 0u);
  EXPECT_EQ(node_at(graph, "").entry.score, -50);
  EXPECT_EQ(node_at(graph, "").entry.depth, 12);
  EXPECT_FALSE(has_score(node_at(graph, "a1b2").entry));
}

TEST(Unscored, ThatLeadToTheSamePositionsAgainAreDrawsOnceTheyAreValued) {
  BookGraph graph = book_of({{"", "a2a3", std::nullopt, 0},
                             {"a1b1", "h7h6", std::nullopt, 0},
                             {"a1b1 h8g8", "a2a3", std::nullopt, 0},
                             {"a1b1 h8g8 b1a1", "h7h6", std::nullopt, 0},
                             {"a2a3", "h8g8", 50, 8},
                             {"a1b1 h7h6", "b1b2", 50, 8},
                             {"a1b1 h8g8 a2a3", "g8g7", 50, 8},
                             {"a1b1 h8g8 b1a1 h7h6", "a1b1", 50, 8}});
  revalue<chess>(graph);
  for (const char* moves : {"", "a1b1", "a1b1 h8g8", "a1b1 h8g8 b1a1"}) {
    EXPECT_TRUE(has_score(node_at(graph, moves).entry)) << moves;
    EXPECT_EQ(node_at(graph, moves).entry.score, 0) << "rather than 50 centipawns down";
  }
}

TEST(Unscored, AValueThatIsClearedBeforeThemStaysAsAShallowOne) {
  for (const Score score : {35, 0}) {
    BookGraph graph = book_of(
        {{"", "a1b1", std::nullopt, 0}, {"a1b1", "h8g8", std::nullopt, 0}, {"a1b1 h8g8", "b1c2", std::nullopt, 0}});
    ASSERT_TRUE(set_by_hand(graph, after("a1b1"), std::nullopt, score, std::nullopt));
    EXPECT_EQ(node_at(graph, "").entry.score, -score);
    EXPECT_EQ(clear_by_hand(graph, after("a1b1")).value(), Cleared::value_stays);
    EXPECT_EQ(node_at(graph, "a1b1").entry.score, score);
    EXPECT_EQ(node_at(graph, "a1b1").entry.depth, 1);
    EXPECT_EQ(node_at(graph, "").entry.depth, 2);
  }
}

TEST(Unscored, ADepthAloneIsNoScore) {
  BookImport<chess> import;
  ASSERT_TRUE(import.add_epd(std::string(kStart) + " bm Kb1; acd 20; acn 5000;", "file"));
  EXPECT_FALSE(has_score(import.finish({{kStart}}).value().nodes[0].entry));
}

TEST(Unscored, AMarkWithoutAScoreIsRefused) {
  for (const char* mark : {"by hand", "proved win", "table draw"}) {
    BookImport<chess> import;
    const auto added = import.add_epd(std::string(kStart) + " bm Kb1; c2 \"" + mark + "\";", "file");
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().message, "file:1: marked as " + std::string(mark) + ", but without a score; give it one");
  }
}

TEST(Unscored, AMoveThatIsMendedLeadsToWhatIsKnown) {
  for (const bool known : {true, false}) {
    std::vector<Line> lines{{"", "a2a3", Score{70}, 9}, {"a1b2", "h7h5", std::nullopt, 0}};
    if (known) lines.push_back({"a1b1", "h7h6", Score{30}, 4});
    BookGraph graph = book_of(lines);
    graph.nodes[graph.starts[0]].move = Move();
    graph.nodes[graph.starts[0]].entry.proof = Proof::win;
    repair<chess>(graph);
    const GraphNode& start = graph.nodes[graph.starts[0]];
    EXPECT_EQ(format_uci(chess, start.move), known ? "a1b1" : "a1b2");
    EXPECT_EQ(start.entry.proof, Proof::none);
    EXPECT_EQ(has_score(start.entry), known);
    EXPECT_EQ(start.entry.score, known ? -30 : 0);
  }
}

}  // namespace
}  // namespace bookends
