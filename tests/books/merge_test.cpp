// Books of unlike depth that are merged, and what stays of their searches.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "books/edit.h"
#include "tests/books/edited.h"

namespace bookends {
namespace {

using games::fragments;
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

std::size_t far_sighted(const BookGraph& graph) {
  return static_cast<std::size_t>(std::ranges::count_if(graph.nodes, &GraphNode::far_sighted));
}

TEST(Merge, ADeepSearchAtAnEndStaysWhereTheOtherBookGoesOn) {
  const Uneven books(40);
  for (const bool large_first : {true, false}) {
    const BookGraph merged = books.merged(large_first);
    EXPECT_GT(far_sighted(merged), 5u);
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
    const auto book = Book<fragments>::from_file(ProbeFile::from_bytes(bytes_of(merged), "book").value(), "book");
    BookGraph read = graph_of(*book).value();
    EXPECT_EQ(far_sighted(read), far_sighted(merged));
    const Repair done = repair<fragments>(read);
    EXPECT_EQ(done.revalued, 0u) << plies;
    EXPECT_EQ(done.far_sighted, far_sighted(merged));
    EXPECT_TRUE(bytes_of(read) == bytes_of(merged));
  }
}

// What a person has set counts in all that leads there, however far above it a deep search stands.
TEST(Merge, ADeepSearchGivesWayToWhatAPersonHasSetBelowIt) {
  BookGraph merged = Uneven(40).merged(true);
  const auto far = std::ranges::find_if(merged.nodes, &GraphNode::far_sighted);
  ASSERT_NE(far, merged.nodes.end());
  const Key key = far->entry.key;
  NodeId below = static_cast<NodeId>(far - merged.nodes.begin());
  for (int ply = 0; ply < 2 && merged.first[below] != merged.first[below + 1]; ++ply)
    below = merged.edges[merged.first[below]].child;
  ASSERT_TRUE(set_by_hand(merged, position_of<fragments>(merged.nodes[below]), std::nullopt, Score{5}, std::nullopt));
  EXPECT_FALSE(merged.nodes[index_of(merged).at(key)].far_sighted);
  expect_sound(merged);
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
