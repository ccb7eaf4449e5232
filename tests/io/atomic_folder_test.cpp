#include "core/io/atomic_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/file.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
  return names;
}

TEST(AtomicFolder, IsThereWhenItIsComplete) {
  const TemporaryFolder place;
  auto folder = AtomicFolder::create(place / "pages/");
  ASSERT_TRUE(folder.ok()) << folder.error().message;
  ASSERT_TRUE(folder->write("a", as_bytes("1")));
  ASSERT_TRUE(folder->write("deeper/b", as_bytes("22")));
  ASSERT_TRUE(folder->write("deeper/b", as_bytes("3")));
  EXPECT_THAT(place.names(), ElementsAre(".pages.part"));
  ASSERT_TRUE(folder->commit(false));
  EXPECT_THAT(place.names(), ElementsAre("pages"));
  EXPECT_THAT(names_in(place / "pages"), UnorderedElementsAre("a", "deeper"));
  EXPECT_EQ(read_text_file(place / "pages/deeper/b").value(), "3");
}

TEST(AtomicFolder, LeavesNothingBehindUncommitted) {
  const TemporaryFolder place;
  {
    auto folder = AtomicFolder::create(place / "pages");
    ASSERT_TRUE(folder.ok());
    ASSERT_TRUE(folder->write("a", as_bytes("1")));
  }
  EXPECT_THAT(place.names(), IsEmpty());
}

TEST(AtomicFolder, TakesTheWholePlaceOfAnotherOnlyWhenTold) {
  const TemporaryFolder place;
  std::filesystem::create_directory(place / "pages");
  ASSERT_TRUE(write_file(place / "pages/old", as_bytes("old")));
  {
    auto folder = AtomicFolder::create(place / "pages");
    ASSERT_TRUE(folder.ok());
    ASSERT_TRUE(folder->write("new", as_bytes("new")));
    const auto refused = folder->commit(false);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::io);
    EXPECT_THAT(names_in(place / "pages"), ElementsAre("old"));
    ASSERT_TRUE(folder->commit(true));
  }
  EXPECT_THAT(place.names(), ElementsAre("pages"));
  EXPECT_THAT(names_in(place / "pages"), ElementsAre("new"));
}

TEST(AtomicFolder, FollowsALink) {
  const TemporaryFolder place;
  std::filesystem::create_directory(place / "there");
  std::filesystem::create_directory_symlink("there", place / "pages");
  auto folder = AtomicFolder::create(place / "pages");
  ASSERT_TRUE(folder.ok());
  ASSERT_TRUE(folder->write("a", as_bytes("1")));
  ASSERT_TRUE(folder->commit(true));
  EXPECT_TRUE(std::filesystem::is_symlink(place / "pages"));
  EXPECT_THAT(names_in(place / "there"), ElementsAre("a"));
}

TEST(AtomicFolder, ClearsWhatAKilledProcessLeft) {
  const TemporaryFolder place;
  std::filesystem::create_directories(place / ".pages.part/deep");
  ASSERT_TRUE(write_file(place / ".pages.part/deep/old", as_bytes("old")));
  ASSERT_TRUE(write_file(place / ".pages.part/.part", {}));
  auto folder = AtomicFolder::create(place / "pages");
  ASSERT_TRUE(folder.ok());
  ASSERT_TRUE(folder->write("a", as_bytes("1")));
  ASSERT_TRUE(folder->commit(false));
  EXPECT_THAT(names_in(place / "pages"), ElementsAre("a"));
}

TEST(AtomicFolder, ClearsNothingOfOthers) {
  const TemporaryFolder place;
  std::filesystem::create_directories(place / ".pages.part");
  ASSERT_TRUE(write_file(place / ".pages.part/mine", as_bytes("precious")));
  std::filesystem::create_directories(place / "precious");
  ASSERT_TRUE(write_file(place / "precious/mine", as_bytes("precious")));
  std::filesystem::create_directory_symlink("precious", place / ".linked.part");
  for (const char* name : {"pages", "linked"}) {
    const auto folder = AtomicFolder::create(place / name);
    ASSERT_FALSE(folder.ok()) << name;
    EXPECT_EQ(folder.error().code, ErrorCode::io);
    EXPECT_THAT(folder.error().message, HasSubstr(".part is in the way"));
  }
  EXPECT_THAT(names_in(place / ".pages.part"), ElementsAre("mine"));
  EXPECT_THAT(names_in(place / "precious"), ElementsAre("mine"));
}

TEST(AtomicFolder, IsWrittenByOneAtATime) {
  const TemporaryFolder place;
  const auto first = AtomicFolder::create(place / "pages");
  ASSERT_TRUE(first.ok());
  const auto second = AtomicFolder::create(place / "pages");
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().message, HasSubstr("in use by another run"));
  EXPECT_THAT(place.names(), ElementsAre(".pages.part"));
}

TEST(AtomicFolder, SaysWhereItCannotBe) {
  const TemporaryFolder place;
  const auto folder = AtomicFolder::create(place / "no/pages");
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().code, ErrorCode::io);
  EXPECT_THAT(folder.error().message, HasSubstr("no/pages"));
}

}  // namespace
}  // namespace bookends::test
