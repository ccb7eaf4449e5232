// Where solved endings are when memory has no room for them.
#include "tablebases/build/solution_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "tablebases/solution/solution_file.h"
#include "tests/tablebases/table_support.h"

namespace bookends::tables::test {
namespace {

using games::fragments;

// As long as this is asked to stop, nothing can be solved.
class StoppableProgress : public Progress {
 public:
  bool stop_requested() const override { return stop; }
  std::atomic<bool> stop = false;
};

std::vector<SolvedCode> codes_of(const SideCodes& side) {
  std::vector<SolvedCode> codes;
  for (std::uint64_t i = 0; i < side.size(); ++i) codes.push_back(side[i]);
  return codes;
}

class SolutionStoreTest : public testing::Test {
 protected:
  SolutionStore<fragments> store(const std::filesystem::path& folder, bool has_all, std::uint64_t keep_bytes) {
    return {
        {.keep = keep_bytes}, {folder, has_all}, SolveOptions{.threads = 1, .dtz = false, .hints = true}, progress_};
  }
  static std::filesystem::path file(const std::filesystem::path& folder, const char* name) {
    return solution_path(fragments, ending(fragments, name), 1, folder);
  }
  // The ending can be had without solving anything.
  void expect_there(SolutionStore<fragments>& from, const char* name, int side = 1) {
    progress_.stop = true;
    const auto found = from.find(ending(fragments, name), side);
    progress_.stop = false;
    ASSERT_TRUE(found.ok()) << name << ": " << found.error().message;
  }
  void expect_not_there(SolutionStore<fragments>& from, const char* name, int side = 1) {
    progress_.stop = true;
    const auto found = from.find(ending(fragments, name), side);
    progress_.stop = false;
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().code, ErrorCode::interrupted);
  }

  TemporaryFolder folder_;
  StoppableProgress progress_;
};

TEST_F(SolutionStoreTest, WhatMemoryHasNoRoomForIsInTheFolder) {
  const std::filesystem::path work = folder_ / "made" / "when needed";
  auto small = store(work, false, 1);
  const auto first = small.find(ending(fragments, "KQvK"), 1);
  ASSERT_TRUE(first.ok());
  EXPECT_FALSE(std::filesystem::exists(file(work, "KQvK")));  // one is always kept
  ASSERT_TRUE(small.find(ending(fragments, "KRvK"), 1).ok());
  EXPECT_TRUE(std::filesystem::exists(file(work, "KQvK")));
  EXPECT_FALSE(std::filesystem::exists(file(work, "KRvK")));
  expect_there(small, "KRvK");
  expect_there(small, "KQvK");
  EXPECT_EQ(codes_of(**small.find(ending(fragments, "KQvK"), 1)), codes_of(**first));
}

TEST_F(SolutionStoreTest, WhatIsHeldIsNotReadAgain) {
  auto small = store(folder_ / "work", false, 1);
  ASSERT_TRUE(small.find(ending(fragments, "KQvK"), 1).ok());
  const auto held = small.find(ending(fragments, "KQvK"), 1);  // as it is kept
  ASSERT_TRUE(small.find(ending(fragments, "KRvK"), 1).ok());
  ASSERT_TRUE(std::filesystem::remove(file(folder_ / "work", "KQvK")));
  expect_there(small, "KQvK");
  EXPECT_EQ(*small.find(ending(fragments, "KQvK"), 1), *held);
}

TEST_F(SolutionStoreTest, WithRoomNothingIsWritten) {
  auto large = store(folder_ / "work", false, 1 << 30);
  ASSERT_TRUE(large.prepare(ending(fragments, "KPvKP")).ok());
  EXPECT_FALSE(std::filesystem::exists(folder_ / "work"));
}

TEST_F(SolutionStoreTest, AfterPreparingNothingIsSolvedWithinAnother) {
  const char* const name = "KPvKP";
  auto small = store(folder_ / "work", false, 1);
  expect_not_there(small, "KQvKP");
  ASSERT_TRUE(small.prepare(ending(fragments, name)).ok());
  for (const Dependency& child : dependencies_by_side(fragments, ending(fragments, name)))
    for (const int side : {0, 1})
      if (child.to_move[slot(side)]) expect_there(small, ending_name(fragments, child.ending).c_str(), side);
}

TEST_F(SolutionStoreTest, AFolderForOthersHasAllAtOnce) {
  auto large = store(folder_ / "work", true, 1 << 30);
  ASSERT_TRUE(large.prepare(ending(fragments, "KPvK")).ok());
  EXPECT_TRUE(std::filesystem::exists(file(folder_ / "work", "KQvK")));
  auto other = store(folder_ / "work", true, 1 << 30);
  expect_there(other, "KQvK");
}

TEST_F(SolutionStoreTest, AFileOfNoUseIsMadeAgain) {
  const std::filesystem::path work = folder_ / "work";
  std::filesystem::create_directory(work);
  put_bytes(file(work, "KQvK"), std::vector<std::byte>(100));
  auto small = store(work, false, 1);
  ASSERT_TRUE(small.find(ending(fragments, "KQvK"), 1).ok());
  ASSERT_TRUE(small.find(ending(fragments, "KRvK"), 1).ok());
  expect_there(small, "KQvK");
}

// Another process is just writing one of the sides: that is its business, and no reason to end.
TEST_F(SolutionStoreTest, WhatOthersWriteToTheirFolderIsLeftToThem) {
  const std::filesystem::path work = folder_ / "work";
  std::filesystem::create_directory(work);
  const auto other = AtomicFile::create(solution_path(fragments, ending(fragments, "KQvK"), 0, work));
  ASSERT_TRUE(other.ok());
  auto small = store(work, true, 1);
  ASSERT_TRUE(small.find(ending(fragments, "KQvK"), 1).ok());
  ASSERT_TRUE(small.find(ending(fragments, "KRvK"), 1).ok());
  EXPECT_TRUE(std::filesystem::exists(file(work, "KQvK")));  // the side that nobody else was writing
}

// A file that knows no move limit is none where that is asked for.
TEST_F(SolutionStoreTest, FilesOfAnotherMetricAreMadeAgainBeforehand) {
  const std::filesystem::path work = folder_ / "work";
  const Ending pawn = ending(games::chess, "KPvK"), queen = ending(games::chess, "KQvK");
  SolutionStore<games::chess> plain({.keep = 1}, {work, true}, {.threads = 1}, progress_);
  ASSERT_TRUE(plain.prepare(pawn).ok());
  SolutionStore<games::chess> with_dtz({.keep = 1}, {work, true}, {.threads = 1, .dtz = true}, progress_);
  ASSERT_TRUE(with_dtz.prepare(pawn).ok());
  progress_.stop = true;
  const auto found = with_dtz.find(queen, 1);
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_TRUE((*found)->known.limit);
}

TEST_F(SolutionStoreTest, WhatTakesTooMuchIsNotSolvedAgain) {
  SolutionStore<fragments> store({.keep = 1, .most = 1000}, {folder_ / "work", false}, {.threads = 1}, progress_);
  const auto prepared = store.prepare(ending(fragments, "KPvKP"));
  ASSERT_FALSE(prepared.ok());
  EXPECT_EQ(prepared.error().code, ErrorCode::limit);
  EXPECT_THAT(prepared.error().message, testing::HasSubstr("is needed and not in"));
}

TEST_F(SolutionStoreTest, WhatCannotBeWrittenIsAnError) {
  put_bytes(folder_ / "file", {});
  for (const bool has_all : {false, true}) {
    auto small = store(folder_ / "file" / "work", has_all, 1);
    const auto found = small.find(ending(fragments, "KQvK"), 1);
    ASSERT_FALSE(found.ok()) << has_all;
    EXPECT_EQ(found.error().code, ErrorCode::io);
  }
}

}  // namespace
}  // namespace bookends::tables::test
