// What the tests of changed books share: one of fragments to change, and what every change owes it.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "books/edit/book_graph.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {

inline BookGraph grown(std::size_t positions, const std::string& start = "", BookSide side = BookSide::both) {
  const TemporaryFolder folder;
  BuildJob job = small_job<games::fragments>(folder.path(), positions);
  job.settings.side = side;
  if (!start.empty()) job.settings.starts = {*start_fen(games::fragments, start)};
  must_build<games::fragments>(job, dice<games::fragments>());
  return graph_of(must_open<games::fragments>(job.out)).value();
}

inline std::vector<std::byte> bytes_of(const BookGraph& graph) { return *encode<games::fragments>(graph); }

// What every edit owes: linked, nothing out of reach, and values that agree.
inline void expect_sound(const BookGraph& graph) {
  BookGraph again = graph;
  ASSERT_TRUE(relink<games::fragments>(again));
  EXPECT_EQ(again.edges, graph.edges);
  EXPECT_EQ(drop_unreached<games::fragments>(again), 0u);
  revalue<games::fragments>(again);
  EXPECT_TRUE(bytes_of(again) == bytes_of(graph)) << "the values do not agree";
  for (const std::string& fen : graph.header.starts)
    EXPECT_TRUE(keys_of(graph).contains(Position<games::fragments>::from_fen(fen)->key())) << fen;
}

}  // namespace bookends::test
