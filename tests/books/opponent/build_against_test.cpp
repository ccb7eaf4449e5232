// Books that are built by games: whatever interrupts them, the same bytes.
#include "books/opponent/build_against.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "books/edit/edit.h"
#include "books/review/survey.h"
#include "books/review/verify.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;
using test::bytes_of;
using test::must_open;
using test::small_job;
using test::StopAfter;
using test::TemporaryFolder;

class BuildAgainst : public testing::TestWithParam<BookSide> {
 protected:
  BuildJob job(const std::string& name, std::size_t positions = 120) const {
    BuildJob made = small_job<fragments>(folder_ / name, positions);
    made.settings.side = GetParam();
    made.settings.opponent_nodes = 100;
    return made;
  }

  static Result<BuildSummary> build(const BuildJob& job, Progress& progress) {
    const TrialPlayerFactory<fragments> players = [&job] {
      return std::make_unique<TrialPlayer<fragments>>(job.settings.opponent_nodes, nullptr, nullptr);
    };
    return build_book_against<fragments>(job, own_candidates_evaluator<fragments>(job.settings.leaf_nodes, nullptr),
                                         players, progress);
  }

  static BuildSummary must(const BuildJob& job) {
    Progress silent;
    const Result<BuildSummary> summary = build(job, silent);
    EXPECT_TRUE(summary) << summary.error().message;
    return summary ? *summary : BuildSummary{};
  }

  // The same job in another place, with the journal as a kill would leave it, at some byte.
  BuildJob killed_in(const BuildJob& whole, std::size_t twelfths) const {
    BuildJob killed = job("killed" + std::to_string(twelfths), whole.limits.positions);
    const std::vector<std::byte> journal = bytes_of(whole.workspace / "journal");
    std::filesystem::create_directories(killed.workspace);
    const std::size_t size = journal.size() * twelfths / 12 + twelfths;
    EXPECT_TRUE(write_file(killed.workspace / "journal", std::span(journal).first(size)));
    return killed;
  }

  // With the limits of `whole` it comes to the same book as that.
  static void expect_raised(BuildJob low, const BuildJob& whole) {
    must(whole);
    must(low);
    EXPECT_NE(bytes_of(low.out), bytes_of(whole.out));
    low.limits = whole.limits;
    must(low);
    EXPECT_EQ(bytes_of(low.out), bytes_of(whole.out));
  }

  TemporaryFolder folder_;
};

TEST_P(BuildAgainst, TheBookIsSoundAndTheSameForAnyThreads) {
  const BuildJob one = job("one");
  BuildJob four = job("four");
  four.threads = 4;
  EXPECT_GT(must(one).new_games, 50u);
  must(four);
  EXPECT_EQ(bytes_of(one.out), bytes_of(four.out));
  const Book<fragments> book = must_open<fragments>(one.out);
  EXPECT_EQ(verify_book(book).faults, 0u);
  test::expect_coverage(book, GetParam() == BookSide::white, GetParam() == BookSide::black);
}

TEST_P(BuildAgainst, StoppedAnywhereItGoesOnToTheSameBytes) {
  const BuildJob whole = job("whole"), stopped = job("stopped");
  must(whole);
  int stops = 0;
  for (int questions = 1;; questions += 7) {
    StopAfter progress(questions);
    const Result<BuildSummary> summary = build(stopped, progress);
    if (summary) break;
    ASSERT_EQ(summary.error().code, ErrorCode::interrupted) << summary.error().message;
    EXPECT_THAT(summary.error().message, testing::HasSubstr("run the same command again to go on"));
    ++stops;
  }
  EXPECT_GT(stops, 2);
  EXPECT_EQ(bytes_of(stopped.out), bytes_of(whole.out));
}

TEST_P(BuildAgainst, KilledAnywhereItGoesOnToTheSameBytes) {
  const BuildJob whole = job("whole");
  must(whole);
  for (std::size_t part = 1; part < 12; ++part) {
    const BuildJob killed = killed_in(whole, part);
    must(killed);
    EXPECT_EQ(bytes_of(killed.out), bytes_of(whole.out)) << part;
  }
}

TEST_P(BuildAgainst, LimitsMayBeRaised) { expect_raised(job("low", 60), job("whole")); }

TEST_P(BuildAgainst, WhenTheTimeIsUpWhatWasPlayedStillCounts) {
  BuildJob timed = job("timed");
  must(timed);
  const std::vector<std::byte> whole = bytes_of(timed.out);
  timed.limits.positions = 0;
  timed.limits.time = std::chrono::milliseconds(1);  // it is up before anything is done
  EXPECT_EQ(must(timed).new_games, 0u);
  EXPECT_EQ(bytes_of(timed.out), whole);
  BuildJob fresh = job("fresh", 0);
  fresh.limits.time = std::chrono::milliseconds(1);
  EXPECT_EQ(must(fresh).new_games, 0u);
  EXPECT_EQ(verify_book(must_open<fragments>(fresh.out)).faults, 0u);
}

// Whatever of a round was in the journal when the time was up: run again, the command changes nothing.
TEST_P(BuildAgainst, AnUnfinishedRoundCountsForNothing) {
  const BuildJob whole = job("whole");
  must(whole);
  for (std::size_t part = 1; part < 12; ++part) {
    BuildJob late = killed_in(whole, part);
    late.limits.positions = 0;
    late.limits.time = std::chrono::milliseconds(1);
    must(late);
    const std::vector<std::byte> first = bytes_of(late.out);
    const BuildSummary again = must(late);
    EXPECT_EQ(again.new_games + again.new_searches, 0u) << part;
    EXPECT_EQ(bytes_of(late.out), first) << part;
  }
}

TEST_P(BuildAgainst, LongerLinesArePlayedAnew) {
  BuildJob low = job("low");
  low.limits.max_ply = 3;
  expect_raised(low, job("whole"));
}

TEST_P(BuildAgainst, OfStartsSomeMayBeOverAndSomeWithoutAGame) {
  BuildJob many = job("many", 1);
  many.settings.batch = 1;
  many.settings.starts.push_back("4k/5/5/5/4K w - - 0 1");  // too little material
  must(many);
  const Book<fragments> book = must_open<fragments>(many.out);
  EXPECT_EQ(verify_book(book).faults, 0u);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto entry = book.probe(*Position<fragments>::from_fen(many.settings.starts[i]));
    ASSERT_TRUE(entry);
    EXPECT_NE(entry->entry.score, 0) << i;
  }
}

TEST_P(BuildAgainst, ItsValuesAreMeansThatTheToolsLeaveAlone) {
  const BuildJob built = job("built");
  must(built);
  const Book<fragments> book = must_open<fragments>(built.out);
  BookCheck check = verify_book(book);
  verify_values(book, check);
  EXPECT_EQ(check.stale, 0u);
  BookGraph graph = graph_of(book).value();
  const std::vector<std::byte> before = encode<fragments>(graph).value();
  EXPECT_EQ(repair<fragments>(graph).revalued, 0u);
  EXPECT_EQ(encode<fragments>(graph).value(), before);
}

TEST_P(BuildAgainst, ALowerLimitTakesNothingAway) {
  BuildJob lowered = job("lowered");
  must(lowered);
  const std::vector<std::byte> whole = bytes_of(lowered.out);
  lowered.limits.positions = 30;
  EXPECT_FALSE(must(lowered).stale);
  EXPECT_EQ(bytes_of(lowered.out), whole);
}

// What was played is likelier than what was not, whatever it is worth.
TEST_P(BuildAgainst, TheLikeliestLineIsTheOneThatWasPlayed) {
  const BuildJob built = job("built");
  must(built);
  BookGraph graph = graph_of(must_open<fragments>(built.out)).value();
  graph.header.starts.resize(1);
  ASSERT_TRUE(relink<fragments>(graph));
  std::vector<Key> played;
  for (NodeId node = graph.starts[0]; node != kNoNode && played.size() < 4;
       node = graph.child(node, graph.nodes[node].move))
    played.push_back(graph.nodes[node].entry.key);
  ASSERT_EQ(played.size(), 4u);
  prune<fragments>(graph, {.max_loss = {}, .positions = 4, .max_ply = {}, .min_depth = {}});
  const std::set<Key> kept = test::keys_of(graph);
  for (const Key key : played) EXPECT_TRUE(kept.contains(key));
}

TEST_P(BuildAgainst, MergedItsValuesStayMeansWhicheverComesFirst) {
  const BuildJob games = job("games");
  must(games);
  BuildJob searched = small_job<fragments>(folder_ / "searched", 60);
  searched.settings.side = GetParam();
  test::must_build<fragments>(searched, test::dice<fragments>());
  const BookGraph one = graph_of(must_open<fragments>(games.out)).value();
  const BookGraph other = graph_of(must_open<fragments>(searched.out)).value();
  for (const auto& [first, second] : {std::pair(&one, &other), std::pair(&other, &one)}) {
    BookGraph merged = *first;
    ASSERT_TRUE(merge<fragments>(merged, *second));
    const auto in_one = index_of(one), in_other = index_of(other);
    for (const GraphNode& node : merged.nodes) {
      const auto a = in_one.find(node.entry.key), b = in_other.find(node.entry.key);
      EXPECT_TRUE((a != in_one.end() && one.nodes[a->second].entry == node.entry) ||
                  (b != in_other.end() && other.nodes[b->second].entry == node.entry));
    }
  }
}

// Of own moves that the book does not play, and of positions where nobody comes.
TEST_P(BuildAgainst, OverridesThatTheBookDoesNotComeToAreNamed) {
  BuildJob held = job("held");
  const Position<fragments> start = *Position<fragments>::from_fen(held.settings.starts[0]);
  for (const Move move : start.legal_moves()) {
    const Position<fragments> next = start.after(move);
    held.overrides.push_back({next.key(), packed(next), next.legal_moves()[0], 0, ""});
  }
  held.settings.overrides = digest(held.overrides);
  const BuildSummary summary = must(held);
  const Book<fragments> book = must_open<fragments>(held.out);
  std::size_t known = 0;
  for (const Move move : start.legal_moves()) known += book.probe(start.after(move)).has_value();
  EXPECT_EQ(summary.idle_overrides.size(), held.overrides.size() - known);
  EXPECT_EQ(known, GetParam() == BookSide::white ? 1 : held.overrides.size());
}

TEST_P(BuildAgainst, LinesMayBeLimited) {
  BuildJob limited = job("limited");
  limited.limits.max_ply = 4;
  limited.limits.positions = 100'000;  // there are not so many: it ends nevertheless
  must(limited);
  const Result<BookGraph> graph = graph_of(must_open<fragments>(limited.out));
  ASSERT_TRUE(graph);
  EXPECT_THAT(survey(*graph).by_ply, testing::SizeIs(GetParam() == BookSide::white ? 5 : 4)) << "own moves are last";
}

TEST_P(BuildAgainst, OwnSearchesMayComeFromAnotherWorkspace) {
  const BuildJob first = job("first");
  const BuildSummary made = must(first);
  BuildJob again = job("again");
  again.reuse = {first.workspace.string()};
  const BuildSummary reused = must(again);
  EXPECT_EQ(reused.new_searches, 0u);
  EXPECT_EQ(reused.reused, made.new_searches);
  EXPECT_EQ(bytes_of(again.out), bytes_of(first.out));
}

// Sanitizers see one of them: the code is the same.
INSTANTIATE_TEST_SUITE_P(White, BuildAgainst, testing::Values(BookSide::white));
INSTANTIATE_TEST_SUITE_P(BlackSlow, BuildAgainst, testing::Values(BookSide::black));

}  // namespace
}  // namespace bookends
