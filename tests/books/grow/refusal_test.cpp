// What a build refuses, and how it fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "books/grow/build.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;
using test::bytes_of;
using test::dice;
using test::must_build;
using test::small_job;
using test::TemporaryFolder;

TEST(BookRefusal, OtherSettingsAreRefused) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 50);
  must_build<fragments>(job, dice<fragments>());
  job.settings.side = BookSide::white;
  Progress silent;
  const auto summary = build_book<fragments>(job, dice<fragments>(), silent);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::invalid_argument);
  EXPECT_THAT(summary.error().message, testing::HasSubstr("made with side=both, asked for side=white"));
}

TEST(BookRefusal, AWorkspaceOfAnotherVersionIsRefused) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 50);
  const std::string now = job.settings.program;
  EXPECT_EQ(now, generator_name());
  job.settings.program = "bookends 0.0.1";
  must_build<fragments>(job, dice<fragments>());
  job.settings.program = now;
  Progress silent;
  const auto summary = build_book<fragments>(job, dice<fragments>(), silent);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::invalid_argument);
  EXPECT_THAT(summary.error().message, testing::HasSubstr("made by bookends 0.0.1, this is " + now));
}

// As many starts as the texts of a file have room for, and one more.
TEST(BookRefusal, MoreStartsThanAFileHoldsAreSaidFirst) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 1);
  const std::string start = job.settings.starts[0];
  while (job.settings.text().size() <= 0xffff) job.settings.starts.push_back(start);
  int searches = 0;
  Progress silent;
  const auto summary = build_book<fragments>(job, dice<fragments>([&] { ++searches; }), silent);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::invalid_argument);
  EXPECT_THAT(summary.error().message, testing::HasSubstr("start positions are too many"));
  EXPECT_EQ(searches, 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  job.settings.starts.pop_back();
  must_build<fragments>(job, dice<fragments>());
  const auto book = Book<fragments>::open(job.out);
  ASSERT_TRUE(book) << book.error().message;
  EXPECT_EQ(book->file().header().starts, job.settings.starts);
}

TEST(BookRefusal, AnIllegalStartIsRefused) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 50);
  job.settings.starts = {"k4/5/5/5/RK3 w - - 0 1"};
  Progress silent;
  const auto summary = build_book<fragments>(job, dice<fragments>(), silent);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::invalid_argument);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(BookRefusal, AFolderThatCannotBeMadeIsSaidFirst) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 50);
  job.out = "/proc/nowhere/book";
  int searches = 0;
  Progress silent;
  const auto summary = build_book<fragments>(job, dice<fragments>([&] { ++searches; }), silent);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::io);
  EXPECT_EQ(searches, 0);
}

TEST(BookRefusal, ADamagedWorkspaceIsRefused) {
  const TemporaryFolder folder;
  const BuildJob job = small_job<fragments>(folder.path(), 50);
  must_build<fragments>(job, dice<fragments>());
  auto bytes = bytes_of(job.workspace / "snapshot");
  bytes[bytes.size() / 2] ^= std::byte{1};
  std::ofstream(job.workspace / "snapshot", std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  Progress silent;
  const auto summary = build_book<fragments>(job, dice<fragments>(), silent);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::corrupt);
}

}  // namespace
}  // namespace bookends
