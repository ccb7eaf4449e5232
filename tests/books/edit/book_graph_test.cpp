#include "books/edit/book_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "books/edit/difference.h"
#include "books/file/layout.h"
#include "books/review/survey.h"
#include "books/review/verify.h"
#include "books/values/propagate.h"
#include "core/io/bits.h"
#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "tests/books/review/dumped.h"
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
  BookGraph halved = *graph_of(test::book_of<fragments>(graph));
  EXPECT_GT(halved.unreached, 0u);
  EXPECT_EQ(halved.unreached + halved.size(), all);
  EXPECT_EQ(drop_unreached<fragments>(graph), halved.unreached);
  EXPECT_EQ(graph.size(), halved.size());
  halved.unreached = 0;
  EXPECT_TRUE(*encode<fragments>(graph) == *encode<fragments>(halved));
}

// The same book with so many bits of each key and no remarks: a file in which strangers are common.
std::vector<std::byte> with_short_keys(const std::vector<std::byte>& bytes, int key_bits) {
  namespace layout = book_layout;
  const auto width = [&](std::size_t i) { return get<std::uint8_t>(bytes.data() + layout::kWidthsAt + i); };
  const int bucket = width(0), remainder = width(1), left = key_bits - bucket;
  const int payload = width(2) + width(3) + width(4) + width(5);
  const auto entries_at = get<std::uint64_t>(bytes.data() + layout::kEntriesAt);
  BitWriter entries;
  std::uint64_t at = 0;
  for (auto n = get<std::uint64_t>(bytes.data() + layout::kPositionsAt); n > 0; --n) {
    entries.put(read_bits(bytes.data() + entries_at, at, remainder) >> (remainder - left), left);
    entries.put(read_bits(bytes.data() + entries_at, at + static_cast<std::uint64_t>(remainder), payload), payload);
    at += static_cast<std::uint64_t>(remainder + payload);
  }
  std::vector<std::byte> packed = entries.take();
  packed.resize(layout::aligned(packed.size()));
  std::vector<std::byte> file(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(entries_at));
  file.insert(file.end(), packed.begin(), packed.end());
  const auto put_at = [&](std::size_t offset, std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) file[offset + i] = static_cast<std::byte>(value >> (8 * i));
  };
  put_at(layout::kWidthsAt + 1, static_cast<std::uint64_t>(left), 1);
  put_at(layout::kEntriesSumAt, checksum(packed), 8);
  put_at(layout::kRemarksAt, file.size(), 8);
  put_at(layout::kFileSizeAt, file.size(), 8);
  put_at(layout::kHeaderSumAt, 0, 8);
  const auto header = std::span(file).first(get<std::uint32_t>(file.data() + layout::kHeaderSizeAt));
  put_at(layout::kHeaderSumAt, checksum(header), 8);
  return file;
}

Book<fragments> short_book(const SmallBook<fragments>& book, int key_bits) {
  Result<BookFile> file = BookFile::from_bytes(with_short_keys(book.bytes(), key_bits), "short");
  EXPECT_TRUE(file) << file.error().message;
  return Book<fragments>::from_file(std::move(*file), "short").value();
}

// No two of them have all that the file knows of a key in common.
void expect_one_position_an_entry(const Book<fragments>& book, const BookGraph& graph, const BookTree& tree) {
  std::set<Key> in_graph, in_tree;
  for (const GraphNode& node : graph.nodes) EXPECT_TRUE(in_graph.insert(book.file().known_key(node.entry.key)).second);
  for (const TreeNode& node : tree.nodes) {
    EXPECT_TRUE(!node.known || in_tree.insert(book.file().known_key(node.key)).second) << node.fen;
  }
}

TEST(Strangers, HaveNoEntryBesideTheBooksOwnPositions) {
  const SmallBook<fragments> book(300);
  const BookGraph whole = book.graph();
  EXPECT_TRUE(whole.strangers.empty());
  for (const int bits : {14, 15, 16, 17}) {
    const Book<fragments> taken = short_book(book, bits);
    const BookGraph graph = *graph_of(taken);
    EXPECT_FALSE(graph.strangers.empty()) << bits;
    EXPECT_EQ(graph.size() + graph.unreached, taken.file().positions());
    expect_one_position_an_entry(taken, graph, *book_tree(taken, {}));
    EXPECT_EQ(survey(graph).positions, graph.size());
    const BookDifference found = compare<fragments>(graph, whole, 0);
    EXPECT_EQ(graph.size() + found.only_second.size(), whole.size() + found.only_first.size());
  }
}

TEST(Strangers, AreNoFaultOfTheBook) {
  const SmallBook<fragments> book(300);
  for (const int bits : {14, 15, 16, 17}) {
    const Book<fragments> taken = short_book(book, bits);
    const BookCheck check = verify_book(taken);
    EXPECT_LE(check.reached, taken.file().positions());
    EXPECT_THAT(check.complaints, testing::Not(testing::Contains(testing::HasSubstr("not legal")))) << bits;
  }
}

// A stranger leads nowhere in the book, as a rule; most of the book's own positions do.
TEST(Strangers, DoNotTakeThePlaceOfTheBooksOwnPositions) {
  const SmallBook<fragments> book(300);
  const std::set<Key> own = test::keys_of(book.graph()), found = test::keys_of(*graph_of(short_book(book, 20)));
  std::size_t kept = 0;
  for (const Key key : own) kept += found.count(key);
  EXPECT_GE(kept * 10, own.size() * 9);
}

TEST(BookGraph, KeepsWhatAPersonSetAndSaid) {
  const SmallBook<fragments> book(200);
  BookGraph graph = book.graph();
  graph.nodes[5].entry.manual = true;
  graph.nodes[5].entry.score = 123;
  graph.nodes[9].remark = "to be looked at again";
  const BookGraph again = *graph_of(test::book_of<fragments>(graph));
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
