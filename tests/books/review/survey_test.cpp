// The ends of a book's lines, counted.
#include "books/review/survey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "tests/books/edit/edited.h"

namespace bookends {
namespace {

using test::grown;

// Every line ends once: where the book does, or at a position that another line led to.
TEST(Survey, KnowsWhereLinesEnd) {
  const BookGraph graph = grown(300);
  const BookSurvey found = survey(graph);
  std::uint64_t lines = 0, leaves = 0;
  for (const auto& counts : found.line_ends) {
    EXPECT_THAT(counts.size(), testing::AllOf(testing::Ge(found.by_ply.size()), testing::Le(found.by_ply.size() + 1)));
    EXPECT_EQ(counts.size(), found.line_ends[0].size());
    for (const std::uint64_t n : counts) lines += n;
  }
  EXPECT_EQ(lines, found.lines);
  const auto& met = found.line_ends[static_cast<std::size_t>(LineEnd::met)];
  EXPECT_EQ(std::accumulate(met.begin(), met.end(), std::uint64_t{0}), found.transpositions);
  for (NodeId n = 0; n < graph.size(); ++n) leaves += graph.first[n] == graph.first[n + 1];
  EXPECT_EQ(found.lines - found.transpositions, leaves);
}

TEST(Survey, TellsTheKindsOfEndsApart) {
  const auto kind = [](auto change) {
    BookEntry entry{};
    change(entry);
    return line_end_name(line_end_of(entry));
  };
  EXPECT_EQ(kind([](BookEntry&) {}), "no score");
  EXPECT_EQ(kind([](BookEntry& e) { e.depth = 3; }), "searched");
  EXPECT_EQ(kind([](BookEntry& e) { e.proof = Proof::loss, e.score = -31990; }), "proved");
  EXPECT_EQ(kind([](BookEntry& e) { e.proof = Proof::draw; }), "drawn");
  EXPECT_EQ(kind([](BookEntry& e) { e.from_table = true, e.proof = Proof::win, e.score = 31990; }), "table");
  EXPECT_EQ(kind([](BookEntry& e) { e.from_table = true; }), "drawn");
  EXPECT_EQ(kind([](BookEntry& e) { e.manual = true, e.proof = Proof::win; }), "by hand");
}

}  // namespace
}  // namespace bookends
