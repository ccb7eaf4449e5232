// Where solved endings are when memory has no room for them.
#include "tablebases/solution_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "tablebases/solution_file.h"
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

class SolutionStoreTest : public testing::Test {
 protected:
  SolutionStore<fragments> store(const std::filesystem::path& folder, bool has_all, std::uint64_t keep_bytes) {
    return {keep_bytes, {folder, has_all}, SolveOptions{.threads = 1, .dtz = false, .hints = true}, progress_};
  }
  static std::filesystem::path file(const std::filesystem::path& folder, const char* name) {
    return solution_path(fragments, ending(fragments, name), folder);
  }
  // The ending can be had without solving anything.
  void expect_there(SolutionStore<fragments>& from, const char* name) {
    progress_.stop = true;
    const auto found = from.find(ending(fragments, name));
    progress_.stop = false;
    ASSERT_TRUE(found.ok()) << name << ": " << found.error().message;
    EXPECT_EQ((*found)->ending, ending(fragments, name));
  }
  void expect_not_there(SolutionStore<fragments>& from, const char* name) {
    progress_.stop = true;
    const auto found = from.find(ending(fragments, name));
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
  const auto first = small.find(ending(fragments, "KQvK"));
  ASSERT_TRUE(first.ok());
  EXPECT_FALSE(std::filesystem::exists(work));  // one is always kept
  ASSERT_TRUE(small.find(ending(fragments, "KRvK")).ok());
  EXPECT_TRUE(std::filesystem::exists(file(work, "KQvK")));
  EXPECT_FALSE(std::filesystem::exists(file(work, "KRvK")));
  expect_there(small, "KRvK");
  expect_there(small, "KQvK");
  EXPECT_EQ((*small.find(ending(fragments, "KQvK")))->dtm, (*first)->dtm);
}

TEST_F(SolutionStoreTest, WhatIsHeldIsNotReadAgain) {
  auto small = store(folder_ / "work", false, 1);
  ASSERT_TRUE(small.find(ending(fragments, "KQvK")).ok());
  const auto held = small.find(ending(fragments, "KQvK"));  // as it is kept
  ASSERT_TRUE(small.find(ending(fragments, "KRvK")).ok());
  ASSERT_TRUE(std::filesystem::remove(file(folder_ / "work", "KQvK")));
  expect_there(small, "KQvK");
  EXPECT_EQ(*small.find(ending(fragments, "KQvK")), *held);
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
  for (const Ending& child : dependencies(fragments, ending(fragments, name)))
    expect_there(small, ending_name(fragments, child).c_str());
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
  ASSERT_TRUE(small.find(ending(fragments, "KQvK")).ok());
  ASSERT_TRUE(small.find(ending(fragments, "KRvK")).ok());
  expect_there(small, "KQvK");
}

TEST_F(SolutionStoreTest, WhatCannotBeWrittenIsAnError) {
  put_bytes(folder_ / "file", {});
  auto small = store(folder_ / "file" / "work", false, 1);
  ASSERT_TRUE(small.find(ending(fragments, "KQvK")).ok());
  const auto second = small.find(ending(fragments, "KRvK"));
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, ErrorCode::io);
}

}  // namespace
}  // namespace bookends::tables::test
