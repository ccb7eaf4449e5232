#include "books/transport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;
using testing::HasSubstr;

template <const Rules& R>
BookGraph small_graph(std::size_t positions, BookSide side) {
  const test::TemporaryFolder folder;
  BuildJob job = test::small_job<R>(folder.path(), positions);
  job.settings.side = side;
  test::must_build<R>(job, test::dice<R>());
  return graph_of(test::must_open<R>(job.out)).value();
}

// As persons and tables leave a book.
void mark(BookGraph& graph) {
  for (NodeId n = 0; n < graph.size(); ++n) {
    BookEntry& entry = graph.nodes[n].entry;
    if (n % 7 == 3) entry.manual = true;
    if (n % 11 == 5) graph.nodes[n].remark = "remark " + std::to_string(n) + " \u2713";
    if (n % 13 == 4) {
      entry.from_table = true;
      entry.proof = n % 2 == 0 ? Proof::win : Proof::loss;
      entry.score = static_cast<std::int16_t>(n % 2 == 0 ? win_in(9) : loss_in(30));
    }
    if (n % 17 == 6) entry.score = n % 2 == 0 ? kInfinite : -kInfinite;
  }
}

template <const Rules& R>
void expect_round_trip(const BookGraph& graph) {
  const auto packed = pack_book<R>(graph);
  ASSERT_TRUE(packed) << packed.error().message;
  const auto file = unpack_book<R>(*packed, "packed");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_TRUE(*file == *encode<R>(graph));
  EXPECT_TRUE(*pack_book<R>(graph) == *packed);
  EXPECT_TRUE(is_transport(*packed));
  EXPECT_FALSE(is_transport(*file));
  EXPECT_EQ(transport_header(*packed, "packed")->positions, graph.size());
  EXPECT_TRUE(transport_header(*packed, "packed")->header == graph.header);
}

template <const Rules& R>
void expect_round_trips() {
  for (const BookSide side : {BookSide::both, BookSide::white, BookSide::black}) {
    BookGraph graph = small_graph<R>(250, side);
    expect_round_trip<R>(graph);
    mark(graph);
    expect_round_trip<R>(graph);
  }
}

TEST(Transport, ExpandsToTheSameBytesInEveryGame) {
#define BOOKENDS_TRY(game) expect_round_trips<games::game>();
  BOOKENDS_FOR_EACH_GAME(BOOKENDS_TRY)
#undef BOOKENDS_TRY
}

TEST(Transport, IsSmallerThanTheBook) {
  const BookGraph graph = small_graph<fragments>(2000, BookSide::both);
  EXPECT_LT(pack_book<fragments>(graph)->size() * 2, encode<fragments>(graph)->size());
}

TEST(Transport, ABookWithoutPositionsIsOne) {
  BookGraph graph = small_graph<fragments>(50, BookSide::both);
  graph.nodes.clear();
  ASSERT_TRUE(relink<fragments>(graph));
  expect_round_trip<fragments>(graph);
}

TEST(Transport, StartsThatAreTransposedOrNotInTheBook) {
  BookGraph graph = small_graph<fragments>(200, BookSide::both);
  graph.header.starts.push_back(position_of<fragments>(graph.nodes[20]).fen());
  graph.header.starts.push_back(graph.header.starts[0]);
  graph.header.starts.insert(graph.header.starts.begin(), "4k/5/2K2/5/R4 w - - 0 1");
  ASSERT_TRUE(relink<fragments>(graph));
  EXPECT_EQ(graph.starts[0], kNoNode);
  expect_round_trip<fragments>(graph);
}

TEST(Transport, WhatTheStartsDoNotLeadToIsRefusedWithItsNumber) {
  BookGraph graph = small_graph<fragments>(200, BookSide::both);
  graph.unreached = 3;
  const auto packed = pack_book<fragments>(graph);
  ASSERT_FALSE(packed);
  EXPECT_EQ(packed.error().code, ErrorCode::invalid_argument);
  EXPECT_THAT(packed.error().message, HasSubstr("3 positions cannot be reached"));
  EXPECT_THAT(packed.error().message, HasSubstr("book fix"));
}

TEST(Transport, EveryDamagedByteAndEveryOtherLengthIsNoticed) {
  BookGraph graph = small_graph<fragments>(60, BookSide::both);
  mark(graph);
  const auto packed = *pack_book<fragments>(graph);
  for (std::size_t i = 0; i < packed.size(); ++i)
    for (const int bit : {0, 3, 7}) {
      auto damaged = packed;
      damaged[i] ^= std::byte{1} << bit;
      const auto file = unpack_book<fragments>(damaged, "packed");
      ASSERT_FALSE(file) << "byte " << i;
      EXPECT_EQ(file.error().code, ErrorCode::corrupt);
    }
  for (std::size_t n = 0; n < packed.size(); ++n) {
    const auto file = unpack_book<fragments>(std::span(packed).first(n), "packed");
    ASSERT_FALSE(file) << "length " << n;
    EXPECT_EQ(file.error().code, ErrorCode::corrupt);
  }
}

TEST(Transport, ABookOfAnotherGameIsRefused) {
  const auto packed = *pack_book<fragments>(small_graph<fragments>(60, BookSide::both));
  const auto file = unpack_book<games::gardner>(packed, "packed");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::unsupported);
  EXPECT_EQ(file.error().message, "packed: a book of fragments, not of gardner");
}

}  // namespace
}  // namespace bookends
