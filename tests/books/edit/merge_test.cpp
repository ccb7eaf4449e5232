// Books of unlike depth that are merged, and what stays of their searches.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "books/edit/edit.h"
#include "books/review/verify.h"
#include "tests/books/edit/edited.h"

namespace bookends {
namespace {

using games::fragments;
using Pos = Position<fragments>;
using test::bytes_of;
using test::expect_sound;
using test::grown;

// A small book, searched more deeply at its ends, and a large one that goes on there with shallow searches.
struct Uneven {
  BookGraph large = grown(900, "start1"), small = large;
  std::map<Key, GraphNode> deep;  // of the small one's ends

  explicit Uneven(int plies) {
    prune<fragments>(small, {{}, 250, {}, {}});
    for (NodeId n = 0; n < small.size(); ++n) {
      BookEntry& entry = small.nodes[n].entry;
      if (small.first[n] != small.first[n + 1] || is_certain(entry)) continue;
      entry.depth = static_cast<std::uint8_t>(entry.depth + plies);
      entry.score = static_cast<std::int16_t>(entry.score - 3);
      deep.emplace(entry.key, small.nodes[n]);
    }
    revalue<fragments>(small);
  }

  BookGraph merged(bool large_first) const {
    BookGraph graph = large_first ? large : small;
    EXPECT_TRUE(merge<fragments>(graph, large_first ? small : large));
    return graph;
  }
};

TEST(Merge, ADeepSearchAtAnEndStaysWhereTheOtherBookGoesOn) {
  const Uneven books(40);
  for (const bool large_first : {true, false}) {
    const BookGraph merged = books.merged(large_first);
    EXPECT_GT(far_sighted_count(merged), 5u);
    for (NodeId n = 0; n < merged.size(); ++n) {
      const auto searched = books.deep.find(merged.nodes[n].entry.key);
      if (searched == books.deep.end()) continue;
      const bool followed = merged.child(n, searched->second.move) != kNoNode;
      if (!followed && merged.first[n] != merged.first[n + 1]) continue;  // one way to go on among others
      EXPECT_EQ(merged.nodes[n].far_sighted, followed);
      EXPECT_EQ(merged.nodes[n].entry.score, searched->second.entry.score);
      EXPECT_EQ(merged.nodes[n].entry.depth, searched->second.entry.depth);
    }
  }
}

// Nobody has to tell a later change which scores are searches of their own: the file shows it.
TEST(Merge, WhatWasMergedIsFoundAgreedInTheFile) {
  for (const int plies : {1, 2, 3, 7, 40}) {
    const BookGraph merged = Uneven(plies).merged(plies % 2 == 0);
    expect_sound(merged);
    const auto book = Book<fragments>::from_file(BookFile::from_bytes(bytes_of(merged), "book").value(), "book");
    BookGraph read = graph_of(*book).value();
    EXPECT_EQ(far_sighted_count(read), far_sighted_count(merged));
    const Repair done = repair<fragments>(read);
    EXPECT_EQ(done.revalued, 0u) << plies;
    EXPECT_EQ(done.far_sighted, far_sighted_count(merged));
    EXPECT_TRUE(bytes_of(read) == bytes_of(merged));
  }
}

// Of a book some of whose positions have lost their scores.
TEST(Merge, WhatHasNoScoreIsFoundAgreedInTheFileToo) {
  std::mt19937 dice(5);
  for (int share = 1; share <= 10; ++share) {
    BookGraph graph = grown(400, "start1");
    for (GraphNode& node : graph.nodes)
      if (!is_certain(node.entry) && static_cast<int>(dice() % 10) < share) {
        node.entry.score = 0;
        node.entry.depth = 0;
      }
    mark_far_sighted(graph);
    revalue<fragments>(graph);
    expect_sound(graph);
    const auto book = Book<fragments>::from_file(BookFile::from_bytes(bytes_of(graph), "book").value(), "book");
    BookCheck check;
    verify_values<fragments>(*book, check);
    EXPECT_EQ(check.stale, 0u) << share << ": " << (check.complaints.empty() ? "" : check.complaints.front());
    for (NodeId n = 0; n < graph.size(); ++n) {
      const NodeId next = graph.child(n, graph.nodes[n].move);
      EXPECT_TRUE(next == kNoNode || !has_score(graph.nodes[next].entry) || has_score(graph.nodes[n].entry)) << n;
    }
  }
}

// What a person has set counts in all that leads there, however far above it a deep search stands.
TEST(Merge, ADeepSearchGivesWayToWhatAPersonHasSetBelowIt) {
  BookGraph merged = Uneven(40).merged(true);
  const auto far = std::ranges::find_if(merged.nodes, &GraphNode::far_sighted);
  ASSERT_NE(far, merged.nodes.end());
  const Key key = far->entry.key;
  NodeId below = merged.child(static_cast<NodeId>(far - merged.nodes.begin()), far->move);
  for (int ply = 0; ply < 2 && merged.first[below] != merged.first[below + 1]; ++ply)
    below = merged.edges[merged.first[below]].child;
  const std::size_t before = far_sighted_count(merged);
  const auto gave_way =
      set_by_hand(merged, position_of<fragments>(merged.nodes[below]), std::nullopt, Score{5}, std::nullopt);
  ASSERT_TRUE(gave_way);
  EXPECT_GE(*gave_way, 1u);
  EXPECT_EQ(*gave_way, before - far_sighted_count(merged));
  EXPECT_FALSE(merged.nodes[index_of(merged).at(key)].far_sighted);
  expect_sound(merged);
}

bool leads_to(const BookGraph& graph, NodeId from, NodeId to) {
  std::vector<bool> met(graph.size());
  std::vector<NodeId> open{from};
  while (!open.empty()) {
    const NodeId n = open.back();
    open.pop_back();
    if (met[n]) continue;
    met[n] = true;
    for (std::uint32_t e = graph.first[n]; e < graph.first[n + 1]; ++e) open.push_back(graph.edges[e].child);
  }
  return met[to];
}

// What lies behind another move than its own, one ply or two, and not behind its own.
struct Aside {
  NodeId far = kNoNode;  // a deep search
  NodeId node = kNoNode;
  int plies = 0;
};

std::vector<Aside> asides_of(const BookGraph& graph) {
  std::vector<Aside> found;
  for (NodeId n = 0; n < graph.size(); ++n) {
    if (!graph.nodes[n].far_sighted) continue;
    const auto offer = [&](NodeId node, int plies) {
      if (!leads_to(graph, graph.child(n, graph.nodes[n].move), node)) found.push_back({n, node, plies});
    };
    for (std::uint32_t e = graph.first[n]; e < graph.first[n + 1]; ++e) {
      const NodeId child = graph.edges[e].child;
      offer(child, 1);
      for (std::uint32_t f = graph.first[child]; f < graph.first[child + 1]; ++f) offer(graph.edges[f].child, 2);
    }
  }
  return found;
}

// The search said that no other move is worth more: a value that leaves it so takes nothing from what it said.
TEST(Merge, ADeepSearchGivesWayToWhatAPersonHasSetBehindAnotherMoveOnlyWhereItIsBetter) {
  const BookGraph merged = Uneven(40).merged(true);
  const std::vector<Aside> asides = asides_of(merged);
  EXPECT_GT(asides.size(), 5u);
  for (std::size_t i = 0; i < asides.size(); i += 1 + asides.size() / 16)
    for (const Score by : {-9000, 0, 1}) {
      const Aside& aside = asides[i];
      if (aside.plies == 2 && by > 0) continue;  // the reply there need not be played
      BookGraph graph = merged;
      const GraphNode far = merged.nodes[aside.far];
      const Score value = aside.plies == 1 ? -(far.entry.score + by) : far.entry.score + by;
      const Pos position = position_of<fragments>(merged.nodes[aside.node]);
      ASSERT_TRUE(set_by_hand(graph, position, std::nullopt, value, std::nullopt));
      const GraphNode& now = graph.nodes[index_of(graph).at(far.entry.key)];
      EXPECT_EQ(now.far_sighted, by <= 0) << aside.plies << " plies, " << by;
      if (by > 0)
        EXPECT_GT(now.entry.score, far.entry.score);
      else
        EXPECT_EQ(now.entry.score, far.entry.score);
      expect_sound(graph);
      const auto book = Book<fragments>::from_file(BookFile::from_bytes(bytes_of(graph), "book").value(), "book");
      EXPECT_EQ(far_sighted_count(graph_of(*book).value()), far_sighted_count(graph));
    }
}

TEST(Merge, ADeepSearchGivesWayToAProofOnlyWhereItIsBetter) {
  const BookGraph merged = Uneven(40).merged(true);
  std::size_t tried = 0;
  for (NodeId n = 0; n < merged.size(); ++n) {
    if (!merged.nodes[n].far_sighted) continue;
    for (std::uint32_t e = merged.first[n]; e < merged.first[n + 1]; ++e) {
      if (merged.edges[e].move == merged.nodes[n].move) continue;
      for (const bool wins : {false, true}) {
        BookGraph graph = merged;
        BookEntry& after = graph.nodes[merged.edges[e].child].entry;
        after.proof = wins ? Proof::loss : Proof::win;
        after.score = static_cast<std::int16_t>(wins ? -31990 : 31990);
        graph.nodes[merged.edges[e].child].far_sighted = false;
        BookGraph marked = graph;
        mark_far_sighted(marked);
        EXPECT_EQ(marked.nodes[n].far_sighted, !wins);
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 5u);
}

}  // namespace
}  // namespace bookends
