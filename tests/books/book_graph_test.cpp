#include "books/book_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "books/propagate.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;

template <const Rules& R>
struct SmallBook {
  explicit SmallBook(std::size_t positions, BookSide side = BookSide::both) {
    BuildJob job = test::small_job<R>(folder.path(), positions);
    job.settings.side = side;
    test::must_build<R>(job, test::dice<R>());
    path = job.out;
  }
  BookGraph graph() const {
    Result<BookGraph> made = graph_of(test::must_open<R>(path));
    EXPECT_TRUE(made) << made.error().message;
    return std::move(*made);
  }
  std::vector<std::byte> bytes() const { return test::bytes_of(path); }

  test::TemporaryFolder folder;
  std::filesystem::path path;
};

template <const Rules& R>
Book<R> book_of(const BookGraph& graph) {
  return Book<R>::from_file(ProbeFile::from_bytes(*encode<R>(graph), "book").value(), "book").value();
}

template <const Rules& R>
void expect_same_bytes(BookSide side) {
  const SmallBook<R> book(300, side);
  BookGraph graph = book.graph();
  EXPECT_EQ(graph.unreached, 0u);
  EXPECT_TRUE(*encode<R>(graph) == book.bytes());
  ASSERT_TRUE(relink<R>(graph));
  EXPECT_EQ(drop_unreached<R>(graph), 0u);
  revalue<R>(graph);
  EXPECT_TRUE(*encode<R>(graph) == book.bytes()) << "values of an unchanged book have changed";
}

TEST(BookGraph, GivesTheSameBytesBackInEveryGame) {
#define BOOKENDS_TRY(game)                        \
  expect_same_bytes<games::game>(BookSide::both); \
  expect_same_bytes<games::game>(BookSide::black);
  BOOKENDS_FOR_EACH_GAME(BOOKENDS_TRY)
#undef BOOKENDS_TRY
}

TEST(BookGraph, EdgesAreTheMovesBetweenItsPositions) {
  const BookGraph graph = SmallBook<fragments>(250).graph();
  const auto index = index_of(graph);
  ASSERT_EQ(index.size(), graph.size());
  ASSERT_EQ(graph.first.size(), graph.size() + 1);
  for (NodeId n = 0; n < graph.size(); ++n) {
    const auto position = position_of<fragments>(graph.nodes[n]);
    EXPECT_EQ(position.key(), graph.nodes[n].entry.key);
    std::uint32_t known = 0;
    for (const Move m : position.legal_moves()) {
      const auto found = index.find(position.after(m).key());
      EXPECT_EQ(graph.child(n, m), found == index.end() ? kNoNode : found->second);
      known += found != index.end();
    }
    EXPECT_EQ(graph.first[n + 1] - graph.first[n], known);
  }
}

// A book one of whose entries was made unreachable by taking all that lead to it away.
TEST(BookGraph, CountsWhatTheStartsDoNotLeadTo) {
  BookGraph graph = SmallBook<fragments>(250).graph();
  const std::size_t all = graph.size();
  graph.header.starts.pop_back();
  graph.starts.pop_back();
  BookGraph halved = *graph_of(book_of<fragments>(graph));
  EXPECT_GT(halved.unreached, 0u);
  EXPECT_EQ(halved.unreached + halved.size(), all);
  EXPECT_EQ(drop_unreached<fragments>(graph), halved.unreached);
  EXPECT_EQ(graph.size(), halved.size());
  halved.unreached = 0;
  EXPECT_TRUE(*encode<fragments>(graph) == *encode<fragments>(halved));
}

TEST(BookGraph, KeepsWhatAPersonSetAndSaid) {
  const SmallBook<fragments> book(200);
  BookGraph graph = book.graph();
  graph.nodes[5].entry.manual = true;
  graph.nodes[5].entry.score = 123;
  graph.nodes[9].remark = "to be looked at again";
  const BookGraph again = *graph_of(book_of<fragments>(graph));
  EXPECT_TRUE(again.nodes[5].entry.manual);
  EXPECT_EQ(again.nodes[5].entry.score, 123);
  EXPECT_EQ(again.nodes[9].remark, "to be looked at again");
}

// Every inner position is worth the best of its moves, its own move reaches that, and following moves ends.
void expect_minimax(const BookGraph& graph) {
  for (NodeId n = 0; n < graph.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    const NodeId next = graph.child(n, node.move);
    if (node.entry.manual || graph.first[n] == graph.first[n + 1]) continue;
    Score best = next == kNoNode ? node.entry.score : -kInfinite;
    for (std::uint32_t e = graph.first[n]; e < graph.first[n + 1]; ++e)
      best = std::max(best, through_move(graph.nodes[graph.edges[e].child].entry.score));
    RC_ASSERT(node.entry.score == best);
    if (next == kNoNode) continue;
    RC_ASSERT(through_move(graph.nodes[next].entry.score) == best);
    std::set<NodeId> line;
    for (NodeId at = n; best != kDraw && at != kNoNode;) {
      RC_ASSERT(line.insert(at).second);
      const bool stops = graph.nodes[at].entry.manual || graph.first[at] == graph.first[at + 1];
      at = stops ? kNoNode : graph.child(at, graph.nodes[at].move);
    }
  }
}

RC_GTEST_PROP(BookGraph, ValuesAgreeAgainAfterAChange, ()) {
  static const BookGraph original = SmallBook<fragments>(300).graph();
  BookGraph graph = original;
  for (const std::size_t pick : *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 300))) {
    BookEntry& entry = graph.nodes[pick % graph.size()].entry;
    entry.manual = *rc::gen::arbitrary<bool>();
    entry.score = static_cast<std::int16_t>(*rc::gen::inRange(-500, 500));
  }
  revalue<fragments>(graph);
  expect_minimax(graph);
  const auto bytes = *encode<fragments>(graph);
  revalue<fragments>(graph);
  RC_ASSERT(*encode<fragments>(graph) == bytes);
}

TEST(BookGraph, APersonsValueReachesTheStart) {
  BookGraph graph = SmallBook<fragments>(300).graph();
  const NodeId start = graph.starts[0];
  const NodeId child = graph.edges[graph.first[start]].child;
  graph.nodes[child].entry.manual = true;
  graph.nodes[child].entry.score = -900;
  revalue<fragments>(graph);
  EXPECT_EQ(graph.nodes[start].entry.score, 900);
  EXPECT_EQ(graph.nodes[start].move, graph.edges[graph.first[start]].move);
  EXPECT_EQ(graph.nodes[start].entry.depth, graph.nodes[child].entry.depth + 1);
  EXPECT_EQ(graph.nodes[child].entry.score, -900);
}

// All of Black's replies to a first move are proved won for White's side to move: so is White's first move.
TEST(BookGraph, WhatFollowsFromAProofIsProved) {
  BookGraph graph = SmallBook<fragments>(300).graph();
  const NodeId start = graph.starts[0];
  NodeId replying = kNoNode;
  for (std::uint32_t e = graph.first[start]; e < graph.first[start + 1]; ++e) {
    const NodeId child = graph.edges[e].child;
    const auto replies = graph.first[child + 1] - graph.first[child];
    if (static_cast<int>(replies) == position_of<fragments>(graph.nodes[child]).count_legal_moves()) replying = child;
  }
  ASSERT_NE(replying, kNoNode) << "the book owes an answer to every reply to its first move";
  for (std::uint32_t e = graph.first[replying]; e < graph.first[replying + 1]; ++e) {
    GraphNode& won = graph.nodes[graph.edges[e].child];
    won.entry.proof = Proof::win;
    won.entry.from_table = true;
    won.entry.score = win_in(21);
  }
  revalue<fragments>(graph);
  EXPECT_EQ(graph.nodes[replying].entry.proof, Proof::loss);
  EXPECT_EQ(graph.nodes[replying].entry.score, loss_in(22));
  EXPECT_EQ(graph.nodes[start].entry.proof, Proof::win);
  EXPECT_EQ(graph.nodes[start].entry.score, win_in(23));
}

}  // namespace
}  // namespace bookends
