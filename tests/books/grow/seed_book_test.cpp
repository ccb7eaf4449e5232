#include "books/grow/seed_book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "books/exchange/import.h"
#include "tests/books/games/support.h"
#include "tests/books/support.h"

namespace bookends {
namespace {

using games::fragments;
using namespace test;

BookGraph played_graph() {
  BookImport<fragments> import;
  const Tags rated{{"WhiteElo", "2000"}, {"BlackElo", "1900"}, {"Date", "2024.01.01"}};
  EXPECT_TRUE(import.add_pgn(pgn_game("1. d3 b3 2. c3", "1-0", rated) + pgn_game("1. d3 b3 2. e3", "0-1", rated) +
                                 pgn_game("1. b3 c3 (1... d3 2. c3)", "*"),
                             "file"));
  return import.finish({}).value();
}

TEST(SeedBook, HasALineThroughEveryPositionAndTheRecords) {
  const BookGraph graph = played_graph();
  const SeedBook seeds = read_seed_book<fragments>(test::book_of<fragments>(graph), "file").value();
  std::set<Key> met;
  for (const SeedLine& line : seeds.lines) {
    Position<fragments> position = *Position<fragments>::from_fen(line.fen);
    met.insert(position.key());
    for (const Move m : line.moves) {
      position.play(m);
      met.insert(position.key());
    }
  }
  EXPECT_EQ(met, keys_of(graph));
  std::size_t records = 0;
  for (const GraphNode& node : graph.nodes) records += node.played.size();
  EXPECT_EQ(seeds.played.size(), records);
  for (const TalliedMove& move : seeds.played) {
    const GraphNode& node = graph.nodes[index_of(graph).at(move.key)];
    const int index = book_move_index(position_of<fragments>(node), Move::from_bits(move.move));
    EXPECT_THAT(node.played, testing::Contains(record_of(move, index)));
  }
}

TEST(SeedBook, ABookThatGrowsFromItHasItsPositionsAndRecordsBesideTheScores) {
  const TemporaryFolder folder;
  const BookGraph graph = played_graph();
  const SeedBook seeds = read_seed_book<fragments>(test::book_of<fragments>(graph), "file").value();
  BuildJob job = small_job<fragments>(folder.path(), 100);
  job.seeds = seeds.lines;
  job.played = seeds.played;
  job.settings.seeds = digest(job.seeds);
  must_build<fragments>(job, dice<fragments>());
  const BookGraph grown = graph_of(must_open<fragments>(job.out)).value();
  const auto index = index_of(grown);
  for (const GraphNode& node : graph.nodes) {
    ASSERT_TRUE(index.contains(node.entry.key));
    const GraphNode& there = grown.nodes[index.at(node.entry.key)];
    EXPECT_EQ(there.played, node.played);
    EXPECT_TRUE(has_score(there.entry));
  }
  EXPECT_GT(grown.size(), graph.size());
}

TEST(SeedBook, CountsOfSeveralSourcesAddUp) {
  const SeedBook seeds = read_seed_book<fragments>(test::book_of<fragments>(played_graph()), "file").value();
  const std::vector<TalliedMove> twice = together(seeds.played, seeds.played);
  ASSERT_EQ(twice.size(), seeds.played.size());
  for (std::size_t i = 0; i < twice.size(); ++i) {
    const PlayedMove once = record_of(seeds.played[i], 0);
    EXPECT_EQ(record_of(twice[i], 0), together(once, once));
  }
  EXPECT_EQ(together({}, seeds.played).size(), seeds.played.size());
}

}  // namespace
}  // namespace bookends
