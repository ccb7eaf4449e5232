// Books whose lines go round in circles, with and without scores.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <random>
#include <sstream>
#include <string>

#include "books/edit/edit.h"
#include "books/exchange/import.h"
#include "books/review/exits.h"
#include "books/review/verify.h"
#include "books/text/entry.h"
#include "core/notation/move_text.h"
#include "tests/books/support.h"

namespace bookends::circles {
namespace {

using games::chess;
using Pos = Position<chess>;

// Two kings on four squares each, and pawns that block each other: every line comes back sooner or later.
constexpr std::array<Square, 4> kWhite{0, 1, 8, 9}, kBlack{54, 55, 62, 63};

Pos kings(Square white, Square black, Color turn) {
  std::string board(64, '.');
  board[static_cast<std::size_t>(white)] = 'K';
  board[static_cast<std::size_t>(black)] = 'k';
  board[11] = 'P';
  board[19] = 'p';
  std::string fen;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const char ch = board[static_cast<std::size_t>(8 * rank + file)];
      if (ch != '.' && empty > 0) fen += std::to_string(std::exchange(empty, 0));
      if (ch == '.')
        ++empty;
      else
        fen += ch;
    }
    if (empty > 0) fen += std::to_string(empty);
    if (rank > 0) fen += '/';
  }
  return Pos::from_fen(fen + (turn == Color::white ? " w - - 0 1" : " b - - 0 1")).value();
}

BookGraph random_walk(std::mt19937& dice) {
  const auto one_of = [&](int n) { return static_cast<int>(dice() % static_cast<unsigned>(n)); };
  const int unscored = 2 + 3 * one_of(3), there = 7 + one_of(3);  // of ten
  BookImport<chess> import;
  std::string text;
  for (const Square white : kWhite)
    for (const Square black : kBlack)
      for (const Color turn : {Color::white, Color::black}) {
        const Pos position = kings(white, black, turn);
        const bool start = white == 0 && black == 63 && turn == Color::white;
        if (!start && one_of(10) >= there) continue;
        const MoveList moves = position.legal_moves();
        text += position.fen() + " bm " + format_san(position, moves[one_of(moves.size())]) + ";";
        if (one_of(10) >= unscored)
          text +=
              " ce " + std::to_string(50 * one_of(5) - 100) + "; acd " + std::to_string(one_of(4) * one_of(7)) + ";";
        text += "\n";
      }
  EXPECT_TRUE(import.add_epd(text, "file"));
  BookGraph graph = import.finish({{kings(0, 63, Color::white).fen()}}).value();
  drop_unreached<chess>(graph);
  return graph;
}

void expect_agreed(const BookGraph& graph, const char* after) {
  BookCheck check;
  verify_values<chess>(test::book_of<chess>(graph), check);
  EXPECT_EQ(check.stale, 0u) << after << ": " << (check.complaints.empty() ? "" : check.complaints.front());
}

// Whatever a command leaves behind is what the next one finds agreed.
RC_GTEST_PROP(Circles, ValuesAgreeAfterEveryChange, (std::uint32_t seed)) {
  std::mt19937 dice(seed);
  BookGraph first = random_walk(dice), second = random_walk(dice);
  BookGraph mended = first;
  repair<chess>(mended);
  expect_agreed(mended, "repair");
  RC_ASSERT(merge<chess>(first, second));
  expect_agreed(first, "merge");
  const Pos somewhere = unpack_position<chess>(first.nodes[dice() % first.size()].position).value();
  if (set_by_hand(first, somewhere, std::nullopt, Score{40}, std::nullopt)) {
    expect_agreed(first, "set");
    clear_by_hand(first, somewhere).value();
    expect_agreed(first, "clear");
  }
  RC_ASSERT(!testing::Test::HasFailure());
}

std::size_t unscored(const BookGraph& graph) {
  return static_cast<std::size_t>(
      std::ranges::count_if(graph.nodes, [](const GraphNode& node) { return !has_score(node.entry); }));
}

// Whenever the ends are searched, some positions get scores, until all have: what a search plays may close another
// circle.
RC_GTEST_PROP(Circles, SearchedEndsGiveScoresToAllThatLeadsThere, (std::uint32_t seed)) {
  std::mt19937 dice(seed);
  BookGraph graph = random_walk(dice);
  repair<chess>(graph);
  for (std::size_t left = unscored(graph); left > 0; left = unscored(graph)) {
    std::vector<BookEnd> ends = ends_of(graph);
    for (BookEnd& end : ends) {
      const MoveList moves = position_of<chess>(graph.nodes[end.node]).legal_moves();
      const Move best = moves[static_cast<int>(dice() % static_cast<unsigned>(moves.size()))];
      end.deeper = {NodeState::searched, 30, 0, {{best, static_cast<std::int16_t>(dice() % 100)}}};
    }
    adopt<chess>(graph, ends);
    expect_agreed(graph, "exits");
    RC_ASSERT(unscored(graph) < left);
  }
  RC_ASSERT(!testing::Test::HasFailure());
}

BookGraph games(const std::string& pgn) {
  BookImport<chess> import;
  std::istringstream in(pgn);
  EXPECT_TRUE(import.add_pgn(in.str(), "file"));
  return import.finish({}).value();
}

BookGraph searched(const std::string& epd) {
  BookImport<chess> import;
  EXPECT_TRUE(import.add_epd(epd, "file"));
  return import.finish({}).value();
}

std::string said(const BookGraph& graph, const std::string& moves) {
  Pos position = Pos::from_fen(chess.starts[0]).value();
  std::istringstream words(moves);
  for (std::string word; words >> word;) position.play(parse_san(position, word).value());
  const GraphNode& node = graph.nodes[index_of(graph).at(position.key())];
  return format_san(position, node.move) + " " + score_text(node.entry) + " " + std::to_string(node.entry.depth);
}

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

TEST(Circles, AGameThatRepeatsAPositionGoesOnWithItsLastMove) {
  BookGraph graph = games("1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Nf3 Nc6 *\n");
  EXPECT_EQ(said(graph, ""), "e4 - 0");
  std::vector<BookEnd> ends = ends_of(graph);
  ASSERT_EQ(ends.size(), 1u);
  ends[0].deeper = {NodeState::searched, 9, 0, {{graph.nodes[ends[0].node].move, -34}}};
  EXPECT_EQ(adopt<chess>(graph, ends), 1u);
  EXPECT_EQ(said(graph, ""), "e4 +0.34 12");
  EXPECT_EQ(said(graph, "Nf3"), "Nf6 -0.34 15");
}

TEST(Circles, OfPositionsWithoutScoresDoNotDoubtASearch) {
  BookGraph graph = searched(std::string(kStart) + " bm Nf3; ce 40; acd 21;\n");
  ASSERT_TRUE(merge<chess>(graph, games("1. Nf3 Nf6 2. Ng1 Ng8 *\n")));
  EXPECT_EQ(said(graph, ""), "Nf3 +0.40 21");
  EXPECT_EQ(said(graph, "Nf3"), "Nf6 - 0");
  expect_agreed(graph, "merge");
}

TEST(Circles, AWholeCircleWithoutScoresHasAnEndToSearch) {
  BookGraph graph = games("1. Nf3 Nf6 2. Ng1 Ng8 *\n");
  const std::vector<BookEnd> ends = ends_of(graph);
  ASSERT_EQ(ends.size(), 1u);
  EXPECT_EQ(ends[0].node, graph.starts[0]) << "the likeliest of the four";
}

// A position without a score stands in nobody's way, whichever book comes first.
TEST(Circles, WhatHasNoScoreDoesNotMakeAMoveTheBest) {
  const std::vector<BookGraph> books{
      searched(std::string(kStart) + " bm e4; ce 40; acd 12;\n"),
      searched(std::string(kStart) + " bm e4;\n" +
               "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - bm d5; ce -100; acd 30;\n"),
      games("1. e4 a5 *\n")};
  std::vector<int> order{0, 1, 2};
  do {
    BookGraph merged = books[static_cast<std::size_t>(order[0])];
    for (const int next : {order[1], order[2]})
      ASSERT_TRUE(merge<chess>(merged, books[static_cast<std::size_t>(next)]));
    EXPECT_EQ(said(merged, ""), "d4 +1.00 31") << order[0] << order[1] << order[2];
  } while (std::ranges::next_permutation(order).found);
}

}  // namespace
}  // namespace bookends::circles
