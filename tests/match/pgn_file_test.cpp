// The file of a match is in nobody else's hands while it is open, whatever is done with it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "core/io/file.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"
#include "tools/match/pgn/file.h"

namespace bookends::match {
namespace {

using test::TemporaryFolder;
using test::text_of;
using testing::HasSubstr;

TEST(PgnFileInUse, IsReplacedAsAWholeAndAddedToBehindThat) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "games.pgn";
  auto file = PgnFile::create(path);
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->add("one\ntwo\n"));
  ASSERT_EQ(file->replace("two\none\n").value(), true);
  ASSERT_TRUE(file->add("three\n"));
  EXPECT_EQ(text_of(path), "two\none\nthree\n");
  ASSERT_TRUE(file->cut(4));
  ASSERT_TRUE(file->add("four\n"));
  EXPECT_EQ(text_of(path), "two\nfour\n");
}

TEST(PgnFileInUse, IsReplacedWhereALinkLeads) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "games.pgn", link = folder / "link.pgn";
  std::filesystem::create_symlink(path, link);
  PgnFile::create(path).value();
  auto file = PgnFile::reopen(link);
  ASSERT_TRUE(file);
  ASSERT_EQ(file->replace("one\n").value(), true);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(text_of(path), "one\n");
}

// Another match that tries again and again.
TEST(PgnFileInUse, IsNotTakenWhileItIsReplaced) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "games.pgn";
  auto file = PgnFile::create(path);
  ASSERT_TRUE(file);
  std::atomic<bool> over{false};
  std::atomic<int> tries{0}, taken{0};
  std::thread other([&] {
    for (; !over; ++tries)
      if (PgnFile::reopen(path)) ++taken;
  });
  while (tries == 0) std::this_thread::yield();
  int failed = 0;
  for (int i = 0; i < 300; ++i) {
    const Result<bool> replaced = file->replace("one\n");
    failed += replaced && *replaced ? 0 : 1;
  }
  over = true;
  other.join();
  EXPECT_EQ(taken, 0) << "of " << tries;
  EXPECT_EQ(failed, 0);
  const auto refused = PgnFile::reopen(path);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("another match is writing its games to it"));
}

}  // namespace
}  // namespace bookends::match
