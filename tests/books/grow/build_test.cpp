#include "books/grow/build.h"

#include <gtest/gtest.h>

#include "books/grow/expand.h"
#include "books/review/verify.h"
#include "books/work/snapshot.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;
using test::bytes_of;
using test::dice;
using test::expect_coverage;
using test::must_build;
using test::must_open;
using test::small_job;
using test::TemporaryFolder;

template <const Rules& R>
void check_small_book() {
  const TemporaryFolder folder;
  const BuildJob job = small_job<R>(folder.path(), 1);
  must_build<R>(job, dice<R>());
  const Book<R> book = must_open<R>(job.out);
  expect_coverage(book, true, true);
  const BookCheck check = verify_book(book);
  EXPECT_EQ(check.faults, 0u) << (check.complaints.empty() ? "" : check.complaints[0]);
  EXPECT_EQ(check.reached, check.entries);
}

// Even the smallest book covers what it owes, in every game.
TEST(BookBuild, CoversEveryFirstMoveAndReply) {
#define BOOKENDS_CHECK(game) check_small_book<games::game>();
  BOOKENDS_FOR_EACH_GAME(BOOKENDS_CHECK)
#undef BOOKENDS_CHECK
}

// Finished games are searched for, as it were, but there is no move to write.
TEST(BookBuild, CountsThePositionsOfTheFile) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 300);
  job.settings.starts = {"3k1/4p/5/1K3/R4 w - - 0 1"};
  Progress silent;
  const auto summary = build_book<fragments>(job, dice<fragments>(), silent);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->positions, must_open<fragments>(job.out).file().positions());
}

TEST(BookBuild, AFinishedGameIsNoStart) {
  const TemporaryFolder folder;
  BuildJob job = small_job<games::chess>(folder.path(), 10);
  job.settings.starts = {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"};
  Progress silent;
  const auto summary = build_book<games::chess>(job, dice<games::chess>(), silent);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::invalid_argument);
  EXPECT_FALSE(std::filesystem::exists(job.workspace));
}

TEST(BookBuild, OneSidedBooksCoverTheirPart) {
  for (const BookSide side : {BookSide::white, BookSide::black}) {
    const TemporaryFolder folder;
    BuildJob job = small_job<fragments>(folder.path(), 200);
    job.settings.side = side;
    must_build<fragments>(job, dice<fragments>());
    const auto book = must_open<fragments>(job.out);
    expect_coverage(book, side == BookSide::white, side == BookSide::black);
    EXPECT_EQ(verify_book(book).faults, 0u);
    EXPECT_EQ(book.file().header().side, side);
  }
}

TEST(BookBuild, WithTheRealSearchTheBookIsSound) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 80);
  job.threads = 2;
  must_build<fragments>(job, search_evaluator<fragments>({2000, 3}, nullptr));
  const auto book = must_open<fragments>(job.out);
  expect_coverage(book, true, true);
  EXPECT_EQ(verify_book(book).faults, 0u);
  BuildJob again = job;
  again.threads = 1;
  again.workspace = folder / "work2";
  again.out = folder / "book2";
  must_build<fragments>(again, search_evaluator<fragments>({2000, 3}, nullptr));
  EXPECT_EQ(bytes_of(job.out), bytes_of(again.out));
}

TEST(BookBuild, TheFileSaysWhatTheWorkspaceSays) {
  const TemporaryFolder folder;
  const BuildJob job = small_job<fragments>(folder.path(), 400);
  must_build<fragments>(job, dice<fragments>());
  const auto workspace = load_snapshot(job.settings, job.workspace / "snapshot");
  ASSERT_TRUE(workspace);
  const BookValues values = derive_values(*workspace);
  const auto book = must_open<fragments>(job.out);
  std::uint64_t entries = 0;
  for (NodeId id = 0; id < workspace->size(); ++id) {
    const auto position = position_of<fragments>(*workspace, id);
    const auto answer = book.probe(position);
    ASSERT_EQ(answer.has_value(), workspace->node(id).state != NodeState::over);
    if (!answer) continue;
    ++entries;
    EXPECT_EQ(answer->move, values.nodes[id].best);
    EXPECT_EQ(answer->entry.score, values.nodes[id].value);
    EXPECT_EQ(answer->entry.proof, values.proof(id));
    EXPECT_EQ(answer->entry.depth, values.horizon(*workspace, id));
  }
  EXPECT_EQ(book.file().positions(), entries);
  EXPECT_GE(workspace->size(), 400u);
}

TEST(BookBuild, ThreadsDoNotChangeTheBytes) {
  const TemporaryFolder folder;
  std::vector<std::byte> first, first_snapshot;
  for (const int threads : {1, 2, 3}) {
    BuildJob job = small_job<fragments>(folder / std::to_string(threads), 300);
    job.threads = threads;
    must_build<fragments>(job, dice<fragments>());
    if (threads == 1) {
      first = bytes_of(job.out);
      first_snapshot = bytes_of(job.workspace / "snapshot");
    }
    EXPECT_EQ(bytes_of(job.out), first);
    EXPECT_EQ(bytes_of(job.workspace / "snapshot"), first_snapshot);
  }
}

TEST(BookBuild, MaxPlyEndsTheBook) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 0);
  job.limits.max_ply = 2;
  const BuildSummary summary = must_build<fragments>(job, dice<fragments>());
  const auto workspace = load_snapshot(job.settings, job.workspace / "snapshot");
  const BookValues values = derive_values(*workspace);
  std::size_t inner = 0;
  for (NodeId id = 0; id < workspace->size(); ++id)
    if (values.ply[id] < 2) {
      ++inner;
      EXPECT_EQ(workspace->node(id).edge_count, workspace->node(id).legal_count);
    }
  EXPECT_EQ(inner, 1u + 8 + 1 + 7);  // both setups with all their first moves
  EXPECT_GE(summary.positions, inner + 62 + 44 - 20);
}

}  // namespace
}  // namespace bookends
