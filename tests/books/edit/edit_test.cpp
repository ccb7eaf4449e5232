// Books made from books.
#include "books/edit/edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "books/edit/difference.h"
#include "books/review/exits.h"
#include "books/review/survey.h"
#include "books/review/verify.h"
#include "books/values/propagate.h"
#include "tests/books/edit/edited.h"

namespace bookends {
namespace {

using games::fragments;
using Pos = Position<fragments>;
using test::bytes_of;
using test::expect_sound;
using test::grown;

// The positions that moves of at most this loss lead to, and at most so many of them: counted without paths.h.
std::set<Key> reached_by(const BookGraph& graph, Score worst_loss, int plies) {
  std::set<NodeId> now(graph.starts.begin(), graph.starts.end()), met = now;
  for (int ply = 0; ply < plies && !now.empty(); ++ply) {
    std::set<NodeId> next;
    for (const NodeId n : now)
      for (std::uint32_t e = graph.first[n]; e < graph.first[n + 1]; ++e) {
        const Score value = through_move(graph.nodes[graph.edges[e].child].entry.score);
        const bool best = graph.edges[e].move == graph.nodes[n].move;
        if (!best && graph.nodes[n].entry.score - value > worst_loss) continue;
        if (met.insert(graph.edges[e].child).second) next.insert(graph.edges[e].child);
      }
    now = next;
  }
  std::set<Key> keys;
  for (const NodeId n : met) keys.insert(graph.nodes[n].entry.key);
  return keys;
}

TEST(Prune, ByLossKeepsWhatSensibleMovesLeadTo) {
  const BookGraph whole = grown(400);
  for (const Score loss : {0, 20, 60, 150}) {
    BookGraph graph = whole;
    const std::size_t gone = prune<fragments>(graph, {loss, {}, {}, {}});
    EXPECT_EQ(gone + graph.size(), whole.size());
    EXPECT_EQ(test::keys_of(graph), reached_by(whole, loss, 1000)) << loss;
    expect_sound(graph);
  }
}

TEST(Prune, ByPlyKeepsWhatIsNear) {
  const BookGraph whole = grown(300);
  for (const int plies : {1, 2, 4}) {
    BookGraph graph = whole;
    prune<fragments>(graph, {{}, {}, plies, {}});
    EXPECT_EQ(test::keys_of(graph), reached_by(whole, 4 * kInfinite, plies)) << plies;
    expect_sound(graph);
  }
}

TEST(Prune, ByCountKeepsTheLikeliest) {
  const BookGraph whole = grown(300);
  const BookPaths paths = cheapest_paths(whole, {});
  BookGraph graph = whole;
  prune<fragments>(graph, {{}, 100, {}, {}});
  EXPECT_EQ(graph.size(), 100u);
  expect_sound(graph);
  const std::set<Key> kept = test::keys_of(graph);
  std::uint32_t dearest_kept = 0, cheapest_gone = kUnreached;
  for (NodeId n = 0; n < whole.size(); ++n)
    if (kept.contains(whole.nodes[n].entry.key))
      dearest_kept = std::max(dearest_kept, paths.cost[n]);
    else
      cheapest_gone = std::min(cheapest_gone, paths.cost[n]);
  EXPECT_LE(dearest_kept, cheapest_gone);
}

TEST(Prune, ByDepthTakesShallowScoresOut) {
  const BookGraph whole = grown(300);
  BookGraph graph = whole;
  prune<fragments>(graph, {{}, {}, {}, 8});
  expect_sound(graph);
  const std::set<NodeId> starts(graph.starts.begin(), graph.starts.end());
  EXPECT_GT(graph.size(), starts.size());
  EXPECT_LT(graph.size(), whole.size());
  const auto index = index_of(whole);
  for (NodeId n = 0; n < graph.size(); ++n)
    if (!starts.contains(n)) {
      EXPECT_GE(whole.nodes[index.at(graph.nodes[n].entry.key)].entry.depth, 8);
    }
}

TEST(Prune, TheStartsStayHoweverFewPositionsMay) {
  BookGraph graph = grown(200);
  prune<fragments>(graph, {{}, 1, {}, {}});
  EXPECT_EQ(graph.size(), 2u);
  expect_sound(graph);
}

TEST(Prune, RulesThatNothingBreaksChangeNothing) {
  const BookGraph whole = grown(200);
  BookGraph graph = whole;
  EXPECT_EQ(prune<fragments>(graph, {4 * kInfinite, 100000, 1000, 0}), 0u);
  EXPECT_TRUE(bytes_of(graph) == bytes_of(whole));
}

TEST(Prune, AOneSidedBookKeepsEveryReply) {
  const BookGraph whole = grown(200, "start1", BookSide::white);
  BookGraph graph = whole;
  prune<fragments>(graph, {4 * kInfinite, {}, {}, {}});
  EXPECT_EQ(graph.header.side, BookSide::white);
  expect_sound(graph);
  // Everything that the book's own moves and all replies lead to.
  std::set<NodeId> met(whole.starts.begin(), whole.starts.end());
  std::vector<NodeId> open(met.begin(), met.end());
  while (!open.empty()) {
    const NodeId n = open.back();
    open.pop_back();
    for (std::uint32_t e = whole.first[n]; e < whole.first[n + 1]; ++e) {
      const bool own = whole.nodes[n].position.turn() == Color::white;
      if (own && whole.edges[e].move != whole.nodes[n].move) continue;
      if (met.insert(whole.edges[e].child).second) open.push_back(whole.edges[e].child);
    }
  }
  EXPECT_EQ(graph.size(), met.size());
}

TEST(Prune, AOneSidedBookLosesOnlyWhatItIsAskedTo) {
  const BookGraph whole = grown(200, "start1", BookSide::white);
  for (const int plies : {3, 10000}) {
    BookGraph graph = whole;
    prune<fragments>(graph, {{}, {}, plies, {}});
    EXPECT_EQ(test::keys_of(graph), reached_by(whole, 4 * kInfinite, plies)) << plies;
  }
}

TEST(Subtree, IsWhatThePositionLeadsTo) {
  const BookGraph whole = grown(300, "start1");
  const NodeId child = whole.edges[whole.first[whole.starts[0]]].child;
  const std::string fen = position_of<fragments>(whole.nodes[child]).fen();
  BookGraph graph = whole;
  const auto gone = take_subtree<fragments>(graph, {fen});
  ASSERT_TRUE(gone);
  EXPECT_EQ(*gone + graph.size(), whole.size());
  BookGraph expected = whole;
  expected.starts = {child};
  EXPECT_EQ(test::keys_of(graph), reached_by(expected, 4 * kInfinite, 1000));
  expect_sound(graph);
  for (const GraphNode& node : graph.nodes) {  // nobody's entry has changed
    const auto same = [&](const GraphNode& other) { return other.entry == node.entry && other.move == node.move; };
    EXPECT_TRUE(std::any_of(whole.nodes.begin(), whole.nodes.end(), same));
  }
}

TEST(Subtree, OfAnUnknownPositionThereIsNone) {
  BookGraph graph = grown(60);
  const auto unknown = take_subtree<fragments>(graph, {"4k/5/2K2/5/R4 w - - 0 1"});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::not_found);
  EXPECT_EQ(take_subtree<fragments>(graph, {"nonsense"}).error().code, ErrorCode::invalid_argument);
}

TEST(Merge, WithItselfChangesNothing) {
  const BookGraph book = grown(200);
  BookGraph graph = book;
  ASSERT_TRUE(merge<fragments>(graph, book));
  EXPECT_TRUE(bytes_of(graph) == bytes_of(book));
}

TEST(Merge, BringsTwoBooksTogether) {
  const BookGraph first = grown(150, "start1"), second = grown(150, "start0");
  BookGraph graph = first;
  ASSERT_TRUE(merge<fragments>(graph, second));
  expect_sound(graph);
  std::set<Key> all = test::keys_of(first);
  all.merge(test::keys_of(second));
  EXPECT_EQ(test::keys_of(graph), all);
  EXPECT_EQ(graph.header.starts.size(), 2u);
}

TEST(Merge, TheEntryThatLooksFurtherStays) {
  const BookGraph whole = grown(300);
  BookGraph graph = whole;
  prune<fragments>(graph, {{}, 80, {}, {}});
  ASSERT_TRUE(merge<fragments>(graph, whole));
  EXPECT_EQ(test::keys_of(graph), test::keys_of(whole));
  expect_sound(graph);
  for (const NodeId start : graph.starts) EXPECT_GE(graph.nodes[start].entry.depth, whole.nodes[0].entry.depth - 1);
}

TEST(Merge, BooksOfDifferentSidesAreRefused) {
  BookGraph graph = grown(60, "start1", BookSide::white);
  const auto merged = merge<fragments>(graph, grown(60, "start1", BookSide::black));
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error().message, testing::HasSubstr("a book for white and one for black"));
}

TEST(ByHand, AScoreIsWorthMoreThanSearches) {
  BookGraph graph = grown(200, "start1");
  const NodeId start = graph.starts[0];
  const NodeId child = graph.edges[graph.first[start]].child;
  const Pos position = position_of<fragments>(graph.nodes[child]);
  ASSERT_TRUE(set_by_hand(graph, position, std::nullopt, Score{-9000}, "White cannot lose this"));
  expect_sound(graph);
  const GraphNode& set = graph.nodes[index_of(graph).at(position.key())];
  EXPECT_EQ(set.entry.score, -9000);
  EXPECT_TRUE(set.entry.manual);
  EXPECT_EQ(set.remark, "White cannot lose this");
  EXPECT_EQ(graph.nodes[graph.starts[0]].entry.score, 9000);
  EXPECT_EQ(Pos::start().after(graph.nodes[graph.starts[0]].move).key(), position.key());
  const auto book = Book<fragments>::from_file(BookFile::from_bytes(bytes_of(graph), "book").value(), "book");
  EXPECT_EQ(book->file().remark(position.key()), "White cannot lose this");

  EXPECT_EQ(clear_by_hand(graph, position).value(), Cleared::yes);
  const GraphNode& cleared = graph.nodes[index_of(graph).at(position.key())];
  EXPECT_FALSE(cleared.entry.manual);
  EXPECT_EQ(cleared.remark, "");
  EXPECT_NE(graph.nodes[graph.starts[0]].entry.score, 9000);
  expect_sound(graph);
  EXPECT_EQ(clear_by_hand(graph, position).value(), Cleared::nothing) << "nothing is set any more";
}

TEST(ByHand, ARemarkAloneMarksNothing) {
  BookGraph graph = grown(60, "start1");
  const BookGraph before = graph;
  ASSERT_TRUE(set_by_hand(graph, Pos::start(), std::nullopt, std::nullopt, "well known"));
  EXPECT_EQ(graph.nodes[graph.starts[0]].remark, "well known");
  EXPECT_EQ(graph.nodes[graph.starts[0]].entry, before.nodes[before.starts[0]].entry);
  EXPECT_EQ(clear_by_hand(graph, Pos::start()).value(), Cleared::remark);
  EXPECT_TRUE(bytes_of(graph) == bytes_of(before));
}

// Nothing follows from anything there.
TEST(ByHand, AValueInABookOfGamesStaysAsAShallowOne) {
  BookGraph graph = grown(60, "start1");
  graph.header.settings += "\nopponent=5000\n";
  ASSERT_TRUE(is_grown_by_games(graph.header));
  ASSERT_TRUE(set_by_hand(graph, Pos::start(), std::nullopt, Score{300}, std::nullopt));
  EXPECT_EQ(clear_by_hand(graph, Pos::start()).value(), Cleared::value_stays);
  const BookEntry& entry = graph.nodes[graph.starts[0]].entry;
  EXPECT_FALSE(entry.manual);
  EXPECT_EQ(entry.score, 300);
  EXPECT_EQ(entry.depth, 1);
}

TEST(ByHand, AValueThatNoSearchReplacesStaysAsAShallowOne) {
  BookGraph graph = grown(100, "start1");
  NodeId end = 0;
  while (graph.first[end] != graph.first[end + 1]) ++end;
  const Pos position = position_of<fragments>(graph.nodes[end]);
  ASSERT_TRUE(set_by_hand(graph, position, std::nullopt, Score{900}, std::nullopt));
  EXPECT_EQ(clear_by_hand(graph, position).value(), Cleared::value_stays);
  const BookEntry& entry = graph.nodes[index_of(graph).at(position.key())].entry;
  EXPECT_FALSE(entry.manual);
  EXPECT_EQ(entry.score, 900);
  EXPECT_EQ(entry.depth, 1);
  expect_sound(graph);
}

TEST(ByHand, AProofThatRestsOnItIsNoneAnyLonger) {
  BookGraph graph = grown(100, "start1");
  const NodeId start = graph.starts[0];
  const NodeId child = graph.child(start, graph.nodes[start].move);
  ASSERT_NE(child, kNoNode);
  graph.nodes[child].entry.proof = Proof::loss;
  graph.nodes[start].entry.proof = Proof::win;
  const Pos position = position_of<fragments>(graph.nodes[child]);
  BookGraph other = graph;
  ASSERT_TRUE(set_by_hand(graph, position, std::nullopt, Score{500}, std::nullopt));
  EXPECT_EQ(graph.nodes[graph.starts[0]].entry.proof, Proof::none);
  expect_sound(graph);
  // One that rests on another move stays.
  const GraphEdge* aside = nullptr;
  for (std::uint32_t e = other.first[start]; e < other.first[start + 1]; ++e)
    if (other.edges[e].child != child) aside = &other.edges[e];
  ASSERT_NE(aside, nullptr);
  ASSERT_TRUE(
      set_by_hand(other, position_of<fragments>(other.nodes[aside->child]), std::nullopt, Score{500}, std::nullopt));
  EXPECT_EQ(other.nodes[other.starts[0]].entry.proof, Proof::win);
}

TEST(ByHand, ANewPositionNeedsAllOfItAndALineThatLeadsThere) {
  const BookGraph whole = grown(100, "start1");
  const auto index = index_of(whole);
  Pos outside = Pos::start();
  for (NodeId n = 0; index.contains(outside.key()); ++n) {
    const Pos at = position_of<fragments>(whole.nodes[n]);
    for (const Move m : at.legal_moves())
      if (!index.contains(at.after(m).key()) && at.after(m).has_legal_move()) outside = at.after(m);
  }
  const Move move = outside.legal_moves()[0];
  BookGraph graph = whole;
  EXPECT_FALSE(set_by_hand(graph, outside, move, std::nullopt, ""));
  EXPECT_FALSE(set_by_hand(graph, outside, std::nullopt, Score{5}, ""));
  ASSERT_TRUE(set_by_hand(graph, outside, move, Score{5}, ""));
  EXPECT_EQ(graph.size(), whole.size() + 1);
  BookGraph other = whole;
  const Pos far = *Pos::from_fen("4k/5/2K2/5/R4 w - - 0 1");
  const auto lost = set_by_hand(other, far, far.legal_moves()[0], Score{5}, "");
  ASSERT_FALSE(lost);
  EXPECT_THAT(lost.error().message, testing::HasSubstr("no line of the book leads to"));
}

TEST(ByHand, IllegalMovesAreRefused) {
  BookGraph graph = grown(60, "start1");
  const Move castles = Move(0, 24);
  EXPECT_EQ(set_by_hand(graph, Pos::start(), castles, std::nullopt, "").error().code, ErrorCode::invalid_argument);
}

TEST(Repair, ASoundBookNeedsNone) {
  const BookGraph whole = grown(200);
  BookGraph graph = whole;
  const Repair done = repair<fragments>(graph);
  EXPECT_EQ(done.unreached + done.illegal + done.revalued, 0u);
  EXPECT_TRUE(bytes_of(graph) == bytes_of(whole));
}

TEST(Verify, ValuesThatDoNotFollowAreFaults) {
  const BookGraph whole = grown(600);
  const auto checked = [](const BookGraph& graph) {
    const auto book = Book<fragments>::from_file(BookFile::from_bytes(bytes_of(graph), "book").value(), "book");
    BookCheck check = verify_book(*book);
    EXPECT_EQ(check.faults, 0u);
    verify_values(*book, check);
    EXPECT_EQ(check.faults, check.stale);
    return check;
  };
  EXPECT_EQ(checked(whole).stale, 0u);
  BookGraph graph = whole;
  const GraphNode& start = graph.nodes[graph.starts[0]];
  graph.nodes[graph.starts[0]].entry.score = 12345;
  const BookCheck found = checked(graph);
  EXPECT_EQ(found.stale, 1u);
  ASSERT_EQ(found.complaints.size(), 1u);
  EXPECT_THAT(found.complaints[0], testing::StartsWith(position_of<fragments>(start).fen() + " has "));
  EXPECT_THAT(found.complaints[0], testing::HasSubstr(" +123.45 depth "));
  for (GraphNode& node : graph.nodes) node.entry.score = 77;
  EXPECT_GT(checked(graph).stale, BookCheck::kMostComplaints);
}

TEST(Repair, MendsWhatIsBroken) {
  BookGraph graph = grown(200);
  graph.unreached = 7;
  const NodeId start = graph.starts[0];
  graph.nodes[start].entry.score = 12345;  // inner: it must follow from its moves
  NodeId leaf = 0;
  while (graph.first[leaf] != graph.first[leaf + 1]) ++leaf;
  graph.nodes[leaf].move = Move();  // nothing to replace it with: the position has to go
  const Repair done = repair<fragments>(graph);
  EXPECT_EQ(done.unreached, 7u);
  EXPECT_EQ(done.illegal, 1u);
  EXPECT_GE(done.revalued, 1u);
  expect_sound(graph);
  EXPECT_LT(graph.nodes[graph.starts[0]].entry.score, 1000);
  const Repair again = repair<fragments>(graph);
  EXPECT_EQ(again.unreached + again.illegal + again.revalued, 0u);
}

TEST(Survey, CountsWhatIsThere) {
  const BookGraph graph = grown(300);
  const BookSurvey found = survey(graph);
  EXPECT_EQ(found.positions, graph.size());
  std::uint64_t by_ply = 0, grades = 0;
  for (const std::uint64_t n : found.by_ply) by_ply += n;
  for (const std::uint64_t n : found.grades) grades += n;
  EXPECT_EQ(by_ply, graph.size());
  EXPECT_EQ(grades, graph.size());
  EXPECT_EQ(found.by_ply[0], std::set<NodeId>(graph.starts.begin(), graph.starts.end()).size());
  EXPECT_EQ(found.by_ply[1], reached_by(graph, 4 * kInfinite, 1).size() - found.by_ply[0]);
  // As a tree every position but the starts hangs on one move; the others transpose.
  EXPECT_EQ(found.transpositions, graph.edges.size() - (graph.size() - found.by_ply[0]));
  std::uint64_t ends = 0;
  for (NodeId n = 0; n < graph.size(); ++n) ends += graph.child(n, graph.nodes[n].move) == kNoNode;
  EXPECT_EQ(found.ends, ends);
}

TEST(Survey, GradesByTrust) {
  BookEntry entry;
  for (const auto& [depth, grade] : {std::pair{30, Grade::a},
                                     {29, Grade::b},
                                     {24, Grade::b},
                                     {18, Grade::c},
                                     {12, Grade::d},
                                     {11, Grade::e},
                                     {1, Grade::e},
                                     {0, Grade::none}}) {
    entry.depth = static_cast<std::uint8_t>(depth);
    EXPECT_EQ(grade_of(entry), grade) << depth;
  }
  entry.proof = Proof::draw;
  EXPECT_EQ(grade_of(entry), Grade::certain);
  entry.manual = true;
  EXPECT_EQ(grade_of(entry), Grade::manual);
}

TEST(Difference, ABookIsLikeItself) {
  const BookGraph graph = grown(100);
  const BookDifference found = compare<fragments>(graph, graph, 0);
  EXPECT_TRUE(found.none());
  EXPECT_EQ(found.common, graph.size());
}

TEST(Difference, FindsWhatWasChanged) {
  const BookGraph whole = grown(200, "start1");
  BookGraph graph = whole;
  prune<fragments>(graph, {{}, 120, {}, {}});
  BookDifference found = compare<fragments>(whole, graph, 4 * kInfinite);
  EXPECT_EQ(found.only_first.size(), whole.size() - 120);
  EXPECT_TRUE(found.only_second.empty());
  EXPECT_EQ(found.common, 120u);
  found = compare<fragments>(graph, whole, 4 * kInfinite);
  EXPECT_EQ(found.only_second.size(), whole.size() - 120);
  for (const DifferentPosition& row : found.only_second) EXPECT_FALSE(row.line.empty());

  graph = whole;
  graph.nodes[5].entry.score = static_cast<std::int16_t>(graph.nodes[5].entry.score + 31);
  EXPECT_TRUE(compare<fragments>(whole, graph, 31).none());
  found = compare<fragments>(whole, graph, 30);
  ASSERT_EQ(found.other_score.size(), 1u);
  EXPECT_EQ(found.other_score[0].entries[1]->score - found.other_score[0].entries[0]->score, 31);
}

// What is listed where: the sizes of the lists in the order of the header.
std::vector<std::size_t> kinds_of(const BookDifference& found) {
  return {found.only_first.size(),  found.only_second.size(), found.other_move.size(), found.other_score.size(),
          found.other_proof.size(), found.other_word.size(),  found.other_depth.size()};
}

TEST(Difference, SeesAllThatAnEntrySays) {
  const BookGraph whole = grown(100);
  const auto kinds_after = [&](auto change) {
    BookGraph graph = whole;
    change(graph.nodes[5]);
    const BookDifference found = compare<fragments>(whole, graph, 0);
    EXPECT_FALSE(found.none());
    EXPECT_EQ(kinds_of(compare<fragments>(graph, whole, 0)), kinds_of(found));
    return kinds_of(found);
  };
  using Kinds = std::vector<std::size_t>;
  const auto depth = [](GraphNode& node) { node.entry.depth ^= 1; };
  const auto remark = [&](GraphNode& node) { depth(node), node.remark = "new"; };
  const auto proof = [&](GraphNode& node) { remark(node), node.entry.proof = Proof::draw; };
  const auto score = [&](GraphNode& node) { proof(node), ++node.entry.score; };
  EXPECT_EQ(kinds_after(depth), (Kinds{0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(kinds_after(remark), (Kinds{0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(kinds_after([](GraphNode& node) { node.entry.manual = true; }), (Kinds{0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(kinds_after(proof), (Kinds{0, 0, 0, 0, 1, 0, 0}));
  EXPECT_EQ(kinds_after([](GraphNode& node) { node.entry.from_table = true; }), (Kinds{0, 0, 0, 0, 1, 0, 0}));
  EXPECT_EQ(kinds_after(score), (Kinds{0, 0, 0, 1, 0, 0, 0}));
}

TEST(Difference, SeesSidesAndStarts) {
  const BookGraph whole = grown(100);
  ASSERT_EQ(whole.header.starts.size(), 2u);
  BookGraph graph = whole;
  graph.header.side = BookSide::white;
  EXPECT_FALSE(compare<fragments>(whole, graph, 0).none());
  graph = whole;
  std::swap(graph.header.starts[0], graph.header.starts[1]);
  graph.header.generator = "another";
  graph.header.settings = "others";
  EXPECT_TRUE(compare<fragments>(whole, graph, 0).none());
  graph = whole;
  const std::string gone = graph.header.starts.back();
  graph.header.starts.pop_back();
  ASSERT_TRUE(relink<fragments>(graph));
  const BookDifference found = compare<fragments>(whole, graph, 0);
  EXPECT_FALSE(found.none());
  EXPECT_EQ(found.only_starts[0], std::vector<std::string>{gone});
  EXPECT_TRUE(found.only_starts[1].empty());
}

TEST(Exits, AreTheSameForAnyNumberOfThreads) {
  const BookGraph graph = grown(200);
  const std::vector<BookEnd> ends = ends_of(graph);
  EXPECT_EQ(ends.size(), survey(graph).ends);
  for (std::size_t i = 1; i < ends.size(); ++i) EXPECT_LE(ends[i - 1].cost, ends[i].cost);
  Progress silent;
  std::vector<BookEnd> one = ends, three = ends;
  ASSERT_TRUE(check_ends<fragments>(graph, test::dice<fragments>(), 1, one, silent));
  ASSERT_TRUE(check_ends<fragments>(graph, test::dice<fragments>(), 3, three, silent));
  for (std::size_t i = 0; i < ends.size(); ++i) {
    EXPECT_EQ(one[i].deeper, three[i].deeper);
    EXPECT_FALSE(one[i].deeper.candidates.empty());
    EXPECT_EQ(one[i].drop(), *one[i].book_score - one[i].deeper.candidates[0].score);
  }
}

TEST(Exits, WhatIsDeeperIsTakenOver) {
  BookGraph graph = grown(150);
  std::vector<BookEnd> ends = ends_of(graph);
  ends.resize(2);
  for (BookEnd& end : ends) {
    const Move move = position_of<fragments>(graph.nodes[end.node]).legal_moves()[0];
    end.deeper.depth = static_cast<std::uint8_t>(graph.nodes[end.node].entry.depth + 5);
    end.deeper.candidates = {{move, 777}};
  }
  ends[1].deeper.depth = 0;  // shallower: it stays
  const BookEntry kept = graph.nodes[ends[1].node].entry;
  EXPECT_EQ(adopt<fragments>(graph, ends), 1u);
  EXPECT_EQ(graph.nodes[ends[0].node].entry.score, 777);
  expect_sound(graph);
  EXPECT_EQ(graph.nodes[ends[1].node].entry, kept);
}

TEST(Exits, WhatIsTakenOverIsFoundAgreedInTheFile) {
  BookGraph graph = grown(300);
  std::vector<BookEnd> ends = ends_of(graph);
  for (BookEnd& end : ends) {
    const MoveList moves = position_of<fragments>(graph.nodes[end.node]).legal_moves();
    end.deeper.depth = static_cast<std::uint8_t>(graph.nodes[end.node].entry.depth + 1 + end.node % 5);
    end.deeper.candidates = {{moves[end.node % moves.size()], static_cast<std::int16_t>(end.node % 300)}};
  }
  const std::size_t adopted = adopt<fragments>(graph, ends);
  const auto book = Book<fragments>::from_file(BookFile::from_bytes(bytes_of(graph), "book").value(), "book");
  BookGraph read = graph_of(*book).value();
  const auto index = index_of(read);
  const auto agrees = [&](const BookEnd& end) {
    const GraphNode& node = read.nodes[index.at(graph.nodes[end.node].entry.key)];
    const Candidate& found = end.deeper.candidates[0];
    return node.move == found.move && node.entry.score == found.score && node.entry.depth == end.deeper.depth;
  };
  EXPECT_EQ(adopted, static_cast<std::size_t>(std::ranges::count_if(ends, agrees)));
  EXPECT_LT(adopted, ends.size()) << "some go on with a better move of the book";
  EXPECT_GT(adopted, ends.size() / 2);
  EXPECT_EQ(repair<fragments>(read).revalued, 0u);
}

TEST(Exits, ADeeperSearchThatPlaysAMoveOfTheBookIsTakenOverToo) {
  BookGraph graph = grown(300);
  std::vector<BookEnd> ends = ends_of(graph);
  std::erase_if(ends, [&](const BookEnd& end) { return graph.first[end.node] == graph.first[end.node + 1]; });
  ASSERT_FALSE(ends.empty()) << "an end that other lines go on from";
  ends.resize(1);
  const Key key = graph.nodes[ends[0].node].entry.key;
  ends[0].deeper.depth = 200;
  ends[0].deeper.candidates = {{graph.edges[graph.first[ends[0].node]].move, -777}};
  EXPECT_EQ(adopt<fragments>(graph, ends), 1u);
  EXPECT_EQ(graph.nodes[index_of(graph).at(key)].entry.score, -777);
  EXPECT_EQ(graph.nodes[index_of(graph).at(key)].entry.depth, 200);
}

TEST(Edited, HoweverOftenTheBookCanBeWritten) {
  BookGraph graph = grown(60);
  for (int i = 0; i < 500; ++i) note_edit(graph, "set --at \n" + std::string(200, 'x') + std::to_string(i));
  EXPECT_TRUE(encode<fragments>(graph));
  EXPECT_THAT(graph.header.settings, testing::HasSubstr("x499\n"));
  EXPECT_THAT(graph.header.settings, testing::StartsWith("game=fragments\n"));
  EXPECT_THAT(graph.header.settings, testing::Not(testing::HasSubstr("x0\n")));
}

TEST(ByHand, WhatIsNotSaidStays) {
  BookGraph graph = grown(100, "start1");
  GraphNode& start = graph.nodes[graph.starts[0]];
  start.entry.proof = Proof::win;
  const Score score = start.entry.score;
  const Move present = start.move;
  ASSERT_TRUE(set_by_hand(graph, Pos::start(), present, std::nullopt, "mine"));
  EXPECT_EQ(graph.nodes[graph.starts[0]].entry.proof, Proof::win);
  ASSERT_TRUE(set_by_hand(graph, Pos::start(), std::nullopt, Score{7}, std::nullopt));
  EXPECT_EQ(graph.nodes[graph.starts[0]].remark, "mine");
  EXPECT_EQ(graph.nodes[graph.starts[0]].entry.proof, Proof::none);
  EXPECT_NE(score, 7);
  graph.nodes[graph.starts[0]].entry.proof = Proof::win;
  const MoveList moves = Pos::start().legal_moves();
  const Move other = moves[0] == present ? moves[1] : moves[0];
  ASSERT_TRUE(set_by_hand(graph, Pos::start(), other, std::nullopt, std::nullopt));
  EXPECT_EQ(graph.nodes[graph.starts[0]].entry.proof, Proof::none);
}

TEST(Edited, IsWrittenIntoTheSettings) {
  BookGraph graph = grown(60);
  EXPECT_FALSE(is_edited(graph.header));
  note_edit(graph, "prune --max-loss 10");
  EXPECT_TRUE(is_edited(graph.header));
  EXPECT_THAT(graph.header.settings, testing::EndsWith("\nedited=prune --max-loss 10\n"));
  note_edit(graph, std::string(1000, 'x'));
  EXPECT_THAT(edits_of(graph.header), testing::ElementsAre("prune --max-loss 10", std::string(497, 'x') + "..."));
}

}  // namespace
}  // namespace bookends
