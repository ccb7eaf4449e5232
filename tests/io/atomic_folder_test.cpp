#include "core/io/atomic_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "core/io/file.h"
#include "tests/io/faults.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::AnyOf;
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

TEST(AtomicFolder, IsThereWhateverSignalsCome) {
  const TemporaryFolder place;
  auto folder = AtomicFolder::create(place / "pages");
  ASSERT_TRUE(folder.ok());
  ASSERT_TRUE(folder->write("a", as_bytes("1")));
  const FaultScope faults({.interrupted_fsyncs = 3});
  const auto committed = folder->commit(false);
  EXPECT_TRUE(committed) << committed.error().message;
  EXPECT_THAT(place.names(), ElementsAre("pages"));
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

// The folder "pages" with one file of that name, made anew in the place of whatever is there.
void expect_made(const TemporaryFolder& place, const char* file) {
  auto folder = AtomicFolder::create(place / "pages");
  ASSERT_TRUE(folder.ok()) << folder.error().message;
  ASSERT_TRUE(folder->write(file, as_bytes("1")));
  const auto done = folder->commit(true);
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_THAT(place.names(), ElementsAre("pages"));
  EXPECT_THAT(names_in(place / "pages"), ElementsAre(file));
}

void put_file(const std::filesystem::path& file) {
  std::filesystem::create_directories(file.parent_path());
  ASSERT_TRUE(write_file(file, as_bytes("1")));
}

TEST(AtomicFolder, ClearsWhatAKilledProcessLeft) {
  using Files = std::vector<std::string>;
  for (const Files& left :
       {Files{}, Files{"bookends-new/a"}, Files{"bookends-new/deep/half", "bookends-new/a"}, Files{"bookends-old/a"},
        Files{"bookends-old/deep/half"}, Files{"bookends-new/a", "bookends-old/b"}})
    for (const bool has_one : {false, true}) {
      const TemporaryFolder place;
      std::filesystem::create_directory(place / ".pages.part");
      for (const std::string& file : left) put_file(place / ".pages.part" / file);
      if (has_one) put_file(place / "pages/there");
      expect_made(place, "made");
    }
}

// A file system that cannot exchange names has none of it for a moment.
TEST(AtomicFolder, GivesBackTheOldOneThatAKilledProcessTookAway) {
  const TemporaryFolder place;
  put_file(place / ".pages.part/bookends-old/old");
  put_file(place / ".pages.part/bookends-new/new");
  { ASSERT_TRUE(AtomicFolder::create(place / "pages").ok()); }
  EXPECT_THAT(place.names(), ElementsAre("pages"));
  EXPECT_THAT(names_in(place / "pages"), ElementsAre("old"));
}

// Wherever it ends between two folders, one of them is there, or given back; and the next one clears up.
TEST(AtomicFolder, MayEndAnywhere) {
  constexpr int kDone = 7;
  for (const bool exchanges : {true, false})
    for (int end_at = 0, code = 0; code != kDone; ++end_at) {
      const TemporaryFolder place;
      put_file(place / "pages/old");
      const pid_t child = ::fork();
      ASSERT_GE(child, 0);
      if (child == 0) {
        const FaultScope scope({.exchange_error = exchanges ? 0 : EINVAL, .end_at = end_at});
        auto folder = AtomicFolder::create(place / "pages");
        const bool done = folder && folder->write("new", as_bytes("1")) && folder->commit(true);
        ::_exit(done ? kDone : 1);
      }
      int status = 0;
      ASSERT_EQ(::waitpid(child, &status, 0), child);
      code = WEXITSTATUS(status);
      ASSERT_TRUE(code == 0 || code == kDone) << end_at;
      ASSERT_LT(end_at, 10);
      EXPECT_TRUE(!exchanges || std::filesystem::exists(place / "pages")) << end_at;
      { ASSERT_TRUE(AtomicFolder::create(place / "pages").ok()) << end_at; }
      EXPECT_THAT(place.names(), ElementsAre("pages")) << end_at;
      EXPECT_THAT(names_in(place / "pages"), ElementsAre(AnyOf("old", "new"))) << end_at;
      expect_made(place, "made");
    }
}

TEST(AtomicFolder, StaysAsItWasWhereTheNewOneCannotTakeItsPlace) {
  const TemporaryFolder place;
  put_file(place / "pages/old");
  for (const int fails_at : {0, 1, 2}) {
    auto folder = AtomicFolder::create(place / "pages");
    ASSERT_TRUE(folder.ok());
    ASSERT_TRUE(folder->write("new", as_bytes("1")));
    const FaultScope scope({.rename_error = EACCES, .exchange_error = EINVAL, .fail_rename_at = fails_at});
    const auto done = folder->commit(true);
    ASSERT_FALSE(done.ok());
    EXPECT_THAT(done.error().message, HasSubstr("pages: Permission denied"));
  }
  EXPECT_THAT(place.names(), ElementsAre("pages"));
  EXPECT_THAT(names_in(place / "pages"), ElementsAre("old"));
}

TEST(AtomicFolder, ClearsNothingOfOthers) {
  const TemporaryFolder place;
  std::filesystem::create_directories(place / ".pages.part");
  ASSERT_TRUE(write_file(place / ".pages.part/mine", as_bytes("precious")));
  std::filesystem::create_directories(place / "precious");
  ASSERT_TRUE(write_file(place / "precious/mine", as_bytes("precious")));
  std::filesystem::create_directory_symlink("precious", place / ".linked.part");
  put_file(place / ".half.part/bookends-new/a");
  put_file(place / ".half.part/mine");
  for (const char* name : {"pages", "linked", "half"}) {
    const auto folder = AtomicFolder::create(place / name);
    ASSERT_FALSE(folder.ok()) << name;
    EXPECT_EQ(folder.error().code, ErrorCode::io);
    EXPECT_THAT(folder.error().message, HasSubstr(".part is in the way"));
  }
  EXPECT_THAT(names_in(place / ".pages.part"), ElementsAre("mine"));
  EXPECT_THAT(names_in(place / "precious"), ElementsAre("mine"));
  EXPECT_THAT(names_in(place / ".half.part"), UnorderedElementsAre("bookends-new", "mine"));
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
