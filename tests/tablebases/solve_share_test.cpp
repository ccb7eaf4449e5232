// An ending whose king pairs are shared among ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <optional>

#include "tablebases/build.h"
#include "tablebases/solve/partition.h"
#include "tests/support/local_ranks.h"
#include "tests/support/temporary_folder.h"
#include "tests/tablebases/solve_support.h"

namespace bookends::tables {
namespace {

constexpr SolveOptions kAll{.threads = 1, .dtz = true, .hints = true};

// Asks to stop when it has been asked so often.
class StopsAfter : public Progress {
 public:
  StopsAfter(int times, std::atomic<bool>& stopped) : left_(times), stopped_(stopped) {}
  bool stop_requested() const override {
    if (left_-- <= 0) stopped_ = true;
    return stopped_;
  }

 private:
  mutable std::atomic<int> left_;
  std::atomic<bool>& stopped_;
};

struct Shares {
  std::vector<Result<void>> results;
  std::optional<Solution> whole;  // what the keeper has, when it went well
};

// `stop_at`: each rank asks to stop at its so-manieth ply; 0: none does. From then on waiting for messages ends too.
template <const Rules& R>
Shares shared(const Ending& ending, SolutionSource& children, int ranks, int keeper,
              const std::filesystem::path& folder = {}, int stop_at = 0) {
  Shares out;
  std::atomic<bool> stopped = false;
  const auto work = [&](Communicator& communicator) -> Result<void> {
    StopsAfter progress(stop_at == 0 ? 1'000'000 : stop_at, stopped);
    SharedSolve how{communicator, folder, std::chrono::milliseconds(0)};
    Result<Solution> own = solve_share<R>(ending, children, kAll, how, progress);
    if (!own) return own.error();
    Result<Solution> whole = gather_shares<R>(std::move(*own), communicator, keeper, folder);
    if (!whole) return whole.error();
    if (communicator.rank() == keeper)
      out.whole = std::move(*whole);
    else
      EXPECT_TRUE(whole->dtm[0].empty());
    return {};
  };
  out.results = bookends::test::run_ranks(ranks, work, [&] { return stopped.load(); });
  return out;
}

template <const Rules& R>
void expect_same_for_any_ranks(int men, std::string_view name) {
  const Ending ending = *parse_ending(R, name);
  auto& solved = Solved<R>::upto(men - 1);
  for (const Ending& e : closure(R, {ending}))  // promotions keep the number of men
    if (e.men() == men && !(e == ending) && std::ranges::find(solved.endings(), e) == solved.endings().end())
      solved.add(e);
  Progress progress;
  const Result<Solution> alone = solve<R>(ending, solved.source(), kAll, progress);
  ASSERT_TRUE(alone.ok());
  ASSERT_GE(most_ranks<R>(ending), 4);
  for (const int ranks : {1, 2, 3, 4}) {
    const Shares shares = shared<R>(ending, solved.source(), ranks, ranks / 2);
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

TEST(SolveShare, GoesOnFromACheckpointWhereverItWasCutOff) {
  const Ending ending = *parse_ending(games::gardner, "KRvKN");
  auto& solved = Solved<games::gardner>::upto(3);
  Progress progress;
  const Result<Solution> alone = solve<games::gardner>(ending, solved.source(), kAll, progress);
  int cut_off = 0;
  for (int stop_at = 1; stop_at < 200; stop_at += 7) {
    const bookends::test::TemporaryFolder folder;
    const Shares first = shared<games::gardner>(ending, solved.source(), 3, 0, folder.path(), stop_at);
    if (first.whole) break;  // it was through by then
    ++cut_off;
    for (const Result<void>& result : first.results) EXPECT_EQ(result.error().code, ErrorCode::interrupted);
    EXPECT_EQ(folder.names().size(), 3u) << "one for each rank";
    const Shares again = shared<games::gardner>(ending, solved.source(), 3, 0, folder.path());
    ASSERT_TRUE(again.whole);
    EXPECT_EQ(again.whole->dtm, alone->dtm);
    EXPECT_EQ(again.whole->dtz, alone->dtz);
    EXPECT_EQ(again.whole->hints, alone->hints);
  }
  EXPECT_GT(cut_off, 5);
}

TEST(SolveShare, ADamagedOrForeignCheckpointIsNotUsed) {
  const Ending ending = *parse_ending(games::fragments, "KRvKN");
  auto& solved = Solved<games::fragments>::upto(3);
  Progress progress;
  const Result<Solution> alone = solve<games::fragments>(ending, solved.source(), kAll, progress);
  const bookends::test::TemporaryFolder folder;
  ASSERT_FALSE(shared<games::fragments>(ending, solved.source(), 2, 0, folder.path(), 9).whole);
  for (const std::string& name : folder.names()) {
    std::fstream file(folder / name, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(200);
    file.put('x');
  }
  // Two ranks find damaged files, three find none of theirs, and with another ending the names are others.
  for (const int ranks : {2, 3}) {
    const Shares again = shared<games::fragments>(ending, solved.source(), ranks, 0, folder.path());
    ASSERT_TRUE(again.whole);
    EXPECT_EQ(again.whole->dtm, alone->dtm);
  }
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
