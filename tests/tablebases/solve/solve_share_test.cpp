// An ending whose king pairs are shared among ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <optional>

#include "tablebases/build/build.h"
#include "tablebases/ranks/partition.h"
#include "tablebases/review/statistics.h"
#include "tests/support/local_ranks.h"
#include "tests/support/temporary_folder.h"
#include "tests/tablebases/solve_support.h"

namespace bookends::tables {
namespace {

constexpr SolveOptions kAll{.threads = 1, .dtz = true, .hints = true};

// Asks to stop when it has been asked so often, which is once a ply.
class StopsAfter : public Progress {
 public:
  StopsAfter(int times, std::atomic<bool>& stopped) : times_(times), stopped_(stopped) {}
  bool stop_requested() const override {
    if (asked_++ >= times_) stopped_ = true;
    return stopped_;
  }
  int asked() const { return asked_; }

 private:
  const int times_;
  mutable std::atomic<int> asked_ = 0;
  std::atomic<bool>& stopped_;
};

struct Trial {
  int ranks = 3;
  int keeper = 0;
  std::filesystem::path folder{};
  int stop_at = 1'000'000;  // the ply at which each rank asks to stop; from then on waiting for messages ends, too
  std::chrono::milliseconds between = std::chrono::hours(1);
  SolveOptions options = kAll;
};

struct Shares {
  std::vector<Result<void>> results;
  std::optional<Solution> whole;  // what the keeper has, when it went well
  int plies = 0;                  // that the first rank went through
};

template <const Rules& R>
Shares shared(const Ending& ending, SolutionSource& children, const Trial& trial) {
  Shares out;
  std::atomic<bool> stopped = false;
  const auto work = [&](Communicator& communicator) -> Result<void> {
    StopsAfter progress(trial.stop_at, stopped);
    const SharedSolve how{communicator, trial.folder, trial.between};
    Result<Solution> own = solve_share<R>(ending, children, trial.options, how, progress);
    if (communicator.rank() == 0) out.plies = progress.asked();
    if (!own) return own.error();
    Result<Solution> whole = gather_shares<R>(std::move(*own), communicator, trial.keeper, trial.folder);
    if (!whole) return whole.error();
    if (communicator.rank() == trial.keeper)
      out.whole = std::move(*whole);
    else
      EXPECT_TRUE(whole->dtm[0].empty());
    return {};
  };
  out.results = bookends::test::run_ranks(trial.ranks, work, [&] { return stopped.load(); });
  return out;
}

template <const Rules& R>
void expect_same_for_any_ranks(int men, std::string_view name) {
  const Ending ending = *parse_ending(R, name);
  auto& solved = Solved<R>::upto(men - 1);
  for (const Ending& e : dependencies(R, ending)) solved.add_with_all(e);  // promotions keep the number of men
  Progress progress;
  const Result<Solution> alone = solve<R>(ending, solved.source(), kAll, progress);
  ASSERT_TRUE(alone.ok());
  ASSERT_GE(most_ranks<R>(ending), 4);
  for (const int ranks : {1, 2, 3, 4}) {
    const Shares shares = shared<R>(ending, solved.source(), {.ranks = ranks, .keeper = ranks / 2});
    for (const Result<void>& result : shares.results) ASSERT_TRUE(result.ok()) << result.error().message;
    ASSERT_TRUE(shares.whole) << name;
    EXPECT_EQ(shares.whole->dtm, alone->dtm) << name << " with " << ranks << " ranks";
    EXPECT_EQ(shares.whole->dtz, alone->dtz) << name << " with " << ranks << " ranks";
    EXPECT_EQ(shares.whole->hints, alone->hints) << name << " with " << ranks << " ranks";
  }
}

TEST(SolveShare, TheNumberOfRanksChangesNothing) {
  for (const char* name : {"KRvK", "KRvKN", "KBNvK", "KNNvK"}) expect_same_for_any_ranks<games::fragments>(4, name);
}

TEST(SolveShareSlow, TheNumberOfRanksChangesNothingWithPawnsAndOnLargeBoards) {
  for (const char* name : {"KRNvKP", "KNPvKB"}) expect_same_for_any_ranks<games::fragments>(5, name);
  expect_same_for_any_ranks<games::makruk>(4, "KRvKN");
  for (const char* name : {"KQvKR", "KRvKB", "KNNvK", "KBNvK"}) expect_same_for_any_ranks<games::chess>(4, name);
}

// Each rank has places of its own for its codes, and some have codes without a place.
TEST(SolveShare, CodesWithoutAPlaceAreGatheredToo) {
  const Ending ending = *parse_ending(games::gardner, "KRvKN");
  auto& solved = Solved<games::gardner>::upto(3);
  Progress progress;
  const Result<Solution> alone = solve<games::gardner>(ending, solved.source(), kAll, progress);
  SolveOptions few = kAll;
  few.places = 9;
  for (const bool in_files : {false, true}) {
    const bookends::test::TemporaryFolder folder;
    const Trial trial{.folder = in_files ? folder.path() : std::filesystem::path(), .options = few};
    const Shares shares = shared<games::gardner>(ending, solved.source(), trial);
    ASSERT_TRUE(shares.whole);
    EXPECT_EQ(shares.whole->dtm, alone->dtm);
    EXPECT_EQ(shares.whole->dtz, alone->dtz);
    EXPECT_EQ(shares.whole->hints, alone->hints);
    for (const int side : {0, 1})
      EXPECT_EQ(count_statistics(PlacementIndex<games::gardner>(ending), side, shares.whole->dtm[slot(side)], 1),
                count_statistics(PlacementIndex<games::gardner>(ending), side, alone->dtm[slot(side)], 1));
  }
}

TEST(SolveShare, LooseKingsAreNotShared) {
  EXPECT_EQ(most_ranks<games::fragments>(*parse_ending(games::fragments, "KQPvK")), 1);
}

TEST(SolveShare, EveryPairHasOneOwnerAndItsMirrorImageTheSame) {
  for (const char* name : {"KRvKN", "KRPvKN", "KQRvKBN"}) {
    const PlacementIndex<games::fragments> index(*parse_ending(games::fragments, name));
    const Layout<games::fragments> layout(index);
    const int most_ranks = Partition<games::fragments>::most_ranks(index);
    for (const int ranks : {1, 2, 3, 4, 5, 6, 7, most_ranks - 1, most_ranks}) {
      const Partition<games::fragments> partition(layout, ranks);
      std::uint64_t codes = 0;
      std::size_t most = 0, least = index.pairs();
      for (int rank = 0; rank < ranks; ++rank) {
        codes += partition.codes(rank);
        most = std::max(most, partition.own(rank).size());
        least = std::min(least, partition.own(rank).size());
      }
      EXPECT_EQ(codes, index.size());
      EXPECT_GT(least, 0u) << name << " " << ranks;
      EXPECT_LE(most, 4 * least) << name << " " << ranks;
      const SquareMap& mirror = kSymmetries<games::fragments>[index.ending().has_pawns() ? kMirrorFiles : 0];
      for (std::size_t pair = 0; pair < index.pairs(); ++pair) {
        const auto& kings = index.pair(pair);
        const auto image = index.pair_of(mirror[slot(kings.side0)], mirror[slot(kings.side1)]).pair;
        EXPECT_EQ(partition.owner_of_pair(pair), partition.owner_of_pair(slot(image)));
      }
    }
  }
}

// An interruption saves where it is, however long the next checkpoint would have been in coming.
TEST(SolveShare, GoesOnWhereverItWasInterrupted) {
  const Ending ending = *parse_ending(games::gardner, "KRvKN");
  auto& solved = Solved<games::gardner>::upto(3);
  Progress progress;
  const Result<Solution> alone = solve<games::gardner>(ending, solved.source(), kAll, progress);
  const int plies = shared<games::gardner>(ending, solved.source(), {}).plies;
  ASSERT_GT(plies, 20);
  for (int stop_at = 1; stop_at < plies; stop_at += 7) {
    const bookends::test::TemporaryFolder folder;
    const Shares first = shared<games::gardner>(ending, solved.source(), {.folder = folder.path(), .stop_at = stop_at});
    for (const Result<void>& result : first.results) ASSERT_EQ(result.error().code, ErrorCode::interrupted);
    EXPECT_EQ(folder.names().size(), 3u) << "one for each rank";
    const Shares again = shared<games::gardner>(ending, solved.source(), {.folder = folder.path()});
    ASSERT_TRUE(again.whole);
    // It goes on, and does not begin anew; where all was done, that takes a ply to see.
    EXPECT_EQ(again.plies, std::max(1, plies - first.plies));
    EXPECT_EQ(again.whole->dtm, alone->dtm);
    EXPECT_EQ(again.whole->dtz, alone->dtz);
    EXPECT_EQ(again.whole->hints, alone->hints);
  }
}

TEST(SolveShare, ADamagedOrForeignCheckpointIsNotUsed) {
  const Ending ending = *parse_ending(games::gardner, "KRvKN");
  auto& solved = Solved<games::gardner>::upto(3);
  Progress progress;
  const Result<Solution> alone = solve<games::gardner>(ending, solved.source(), kAll, progress);
  const int plies = shared<games::gardner>(ending, solved.source(), {}).plies;
  const auto expect_from_the_start = [&](const Trial& trial) {
    const Shares again = shared<games::gardner>(ending, solved.source(), trial);
    ASSERT_TRUE(again.whole);
    EXPECT_EQ(again.whole->dtm, alone->dtm);
    EXPECT_EQ(again.plies, plies);
  };
  const bookends::test::TemporaryFolder folder;
  const Trial cut_off{.ranks = 2, .folder = folder.path(), .stop_at = 9};
  ASSERT_FALSE(shared<games::gardner>(ending, solved.source(), cut_off).whole);
  expect_from_the_start({.ranks = 3, .folder = folder.path()});  // those of another number of ranks
  const Trial other{.folder = folder.path(), .options = {.threads = 1, .dtz = false}};
  EXPECT_TRUE(shared<games::gardner>(ending, solved.source(), other).whole);  // without DTZ they have other sizes
  // One of the two from another job: same stamp, same sizes.
  const bookends::test::TemporaryFolder elsewhere;
  const Trial later{.ranks = 2, .folder = elsewhere.path(), .stop_at = 20};
  ASSERT_FALSE(shared<games::gardner>(ending, solved.source(), later).whole);
  const std::string second = "KRvKN.rank-1-of-2.1.bkc";
  ASSERT_TRUE(std::filesystem::exists(elsewhere / second));
  std::filesystem::copy_file(folder / second, folder / "kept");
  std::filesystem::copy_file(elsewhere / second, folder / second, std::filesystem::copy_options::overwrite_existing);
  expect_from_the_start({.ranks = 2, .folder = folder.path()});
  // A byte of it changed.
  std::filesystem::rename(folder / "kept", folder / second);
  std::fstream file(folder / second, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(200);
  const int was = file.get();
  file.seekp(200);
  file.put(static_cast<char>(was ^ 1));
  file.close();
  expect_from_the_start({.ranks = 2, .folder = folder.path()});
}

TEST(SolveShare, ARankThatGivesUpEndsTheOthers) {
  const Ending ending = *parse_ending(games::fragments, "KRvKN");
  auto& solved = Solved<games::fragments>::upto(3);
  const auto results = bookends::test::run_ranks(3, [&](Communicator& communicator) -> Result<void> {
    if (communicator.rank() == 1) return Error{ErrorCode::io, "the disk is full"};
    Progress progress;
    const auto own = solve_share<games::fragments>(ending, solved.source(), kAll, {communicator}, progress);
    return own ? Result<void>() : own.error();
  });
  for (const int rank : {0, 2}) {
    ASSERT_FALSE(results[slot(rank)].ok());
    EXPECT_THAT(results[slot(rank)].error().message, testing::HasSubstr("rank 1: the disk is full"));
  }
}

}  // namespace
}  // namespace bookends::tables
