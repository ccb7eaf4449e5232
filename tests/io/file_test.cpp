#include "core/io/file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "core/io/folder.h"
#include "tests/io/faults.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(ReadFile, SaysWhichFileIsNotThere) {
  const TemporaryFolder folder;
  const auto read = read_file(folder / "nothing");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, ErrorCode::not_found);
  EXPECT_THAT(read.error().message, HasSubstr((folder / "nothing").string()));
}

TEST(ReadTextFile, LeavesAByteOrderMarkOut) {
  const TemporaryFolder folder;
  const auto path = folder / "text";
  for (const std::string text : {"", "\xEF\xBB", "words \xEF\xBB\xBF\n"}) {
    ASSERT_TRUE(write_file(path, as_bytes(text)));
    EXPECT_EQ(read_text_file(path).value(), text);
    ASSERT_TRUE(write_file(path, as_bytes("\xEF\xBB\xBF" + text)));
    EXPECT_EQ(read_text_file(path).value(), text);
  }
  EXPECT_EQ(read_text_file(folder / "nothing").error().code, ErrorCode::not_found);
}

TEST(ReadFile, RefusesAFolder) {
  const TemporaryFolder folder;
  const auto read = read_file(folder.path());
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, ErrorCode::io);
}

TEST(ReadRegularFile, ReadsAFileAndNothingElse) {
  const TemporaryFolder folder;
  for (const std::string text : {"", "some words"}) {
    ASSERT_TRUE(write_file(folder / "file", as_bytes(text)));
    const auto read = read_regular_file(folder / "file");
    ASSERT_TRUE(read.ok());
    EXPECT_TRUE(std::ranges::equal(*read, as_bytes(text)));
  }
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const std::filesystem::path& other : {folder / "pipe", folder.path(), std::filesystem::path("/dev/zero")})
    EXPECT_EQ(read_regular_file(other).error().code, ErrorCode::io) << other;
  EXPECT_EQ(read_regular_file(folder / "nothing").error().code, ErrorCode::not_found);
  for (const std::filesystem::path& other : {folder / "pipe", folder.path(), folder / "nothing"})
    EXPECT_EQ(peek_text(other, 10), "") << other;
  ASSERT_TRUE(write_file(folder / "file", as_bytes("BKBOOK04 and more")).ok());
  EXPECT_EQ(peek_text(folder / "file", 8), "BKBOOK04");
  EXPECT_EQ(peek_text(folder / "file", 100), "BKBOOK04 and more");
}

// Such files say that their size is 0.
TEST(ReadFile, RefusesDevicesWhichMayHaveNoEnd) {
  const auto read = read_file("/dev/zero");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("/dev/zero: not a regular file"));
}

TEST(ReadFile, ReadsFilesThatDoNotKnowTheirSize) { EXPECT_THAT(text_of("/proc/self/status"), HasSubstr("Pid:")); }

RC_GTEST_PROP(WriteFile, IsReadBackAsItWas, (const std::vector<std::uint8_t>& data)) {
  const TemporaryFolder folder;
  const auto bytes = std::as_bytes(std::span(data));
  RC_ASSERT(write_file(folder / "file", bytes).ok());
  const auto read = read_file(folder / "file");
  RC_ASSERT(read.ok());
  RC_ASSERT(std::equal(bytes.begin(), bytes.end(), read->begin(), read->end()));
  const std::size_t most = data.size() / 2;
  const auto beginning = read_beginning(folder / "file", most);
  RC_ASSERT(beginning.ok() && beginning->size() == most);
  RC_ASSERT(std::equal(beginning->begin(), beginning->end(), bytes.begin()));
}

TEST(AtomicFile, AppearsOnlyWhenCommitted) {
  const TemporaryFolder folder;
  auto file = AtomicFile::create(folder / "file");
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(file->append(as_bytes("head body")).ok());
  ASSERT_TRUE(file->write_at(0, as_bytes("HEAD")).ok());
  EXPECT_FALSE(std::filesystem::exists(folder / "file"));
  ASSERT_TRUE(file->commit().ok());
  EXPECT_EQ(text_of(folder / "file"), "HEAD body");
  EXPECT_THAT(folder.names(), ElementsAre("file"));
}

TEST(AtomicFile, LeavesNothingWhenDropped) {
  const TemporaryFolder folder;
  {
    auto file = AtomicFile::create(folder / "file");
    ASSERT_TRUE(file->append(as_bytes("half")).ok());
  }
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(AtomicFile, KeepsTheOldFileUntilCommitted) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "file", as_bytes("old")).ok());
  {
    auto file = AtomicFile::create(folder / "file");
    ASSERT_TRUE(file->append(as_bytes("new")).ok());
  }
  EXPECT_EQ(text_of(folder / "file"), "old");
  ASSERT_TRUE(write_file(folder / "file", as_bytes("new")).ok());
  EXPECT_EQ(text_of(folder / "file"), "new");
}

TEST(AtomicFile, MovesWithItsContents) {
  const TemporaryFolder folder;
  auto first = AtomicFile::create(folder / "first");
  auto second = AtomicFile::create(folder / "second");
  ASSERT_TRUE(first->append(as_bytes("1")).ok());
  *second = std::move(*first);
  ASSERT_TRUE(second->append(as_bytes("2")).ok());
  ASSERT_TRUE(second->commit().ok());
  EXPECT_EQ(text_of(folder / "first"), "12");
  EXPECT_THAT(folder.names(), ElementsAre("first"));
}

// What a killed writer leaves is longer than what comes after it: none of it may show.
TEST(AtomicFile, TakesOverWhatAKilledWriterLeft) {
  const TemporaryFolder folder;
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    auto file = AtomicFile::create(folder / "file");
    const bool ok = file->append(as_bytes("a long half-written text")).ok();
    _exit(ok ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  ASSERT_EQ(folder.names().size(), 1u);
  ASSERT_TRUE(write_file(folder / "file", as_bytes("short")).ok());
  EXPECT_EQ(text_of(folder / "file"), "short");
  EXPECT_THAT(folder.names(), ElementsAre("file"));
}

TEST(AtomicFile, RefusesASecondWriterOfTheSameFile) {
  const TemporaryFolder folder;
  auto first = AtomicFile::create(folder / "file");
  ASSERT_TRUE(first.ok());
  const auto second = AtomicFile::create(folder / "file");
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, ErrorCode::io);
  EXPECT_THAT(second.error().message, HasSubstr("another process"));
  ASSERT_TRUE(first->append(as_bytes("first")).ok());
  ASSERT_TRUE(first->commit().ok());
  EXPECT_EQ(text_of(folder / "file"), "first");
}

TEST(AtomicFile, WritesTheFileThatALinkLeadsTo) {
  const TemporaryFolder folder;
  const std::filesystem::path store = folder / "store";
  std::filesystem::create_directory(store);
  ASSERT_TRUE(write_file(store / "file", as_bytes("old")).ok());
  std::filesystem::create_symlink("store/file", folder / "second");
  std::filesystem::create_symlink(folder / "second", folder / "first");
  std::filesystem::create_symlink(store / "later", folder / "dangling");
  {
    const auto file = AtomicFile::create(folder / "first");
    ASSERT_TRUE(file.ok());
    EXPECT_TRUE(AtomicFile::is_being_written(folder / "second"));
    EXPECT_TRUE(AtomicFile::is_being_written(store / "file"));
  }
  for (const auto& [link, target] : {std::pair("first", "file"), std::pair("dangling", "later")}) {
    ASSERT_TRUE(write_file(folder / link, as_bytes("new")).ok()) << link;
    EXPECT_TRUE(std::filesystem::is_symlink(folder / link));
    EXPECT_FALSE(std::filesystem::is_symlink(store / target));
    EXPECT_EQ(text_of(store / target), "new");
  }
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "second"));
  EXPECT_THAT(folder.names(), UnorderedElementsAre("dangling", "first", "second", "store")) << "nothing temporary";
}

TEST(AtomicFile, SaysThatALinkLeadsNowhere) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("two", folder / "one");
  std::filesystem::create_symlink("one", folder / "two");
  std::filesystem::create_symlink(folder / "no" / "file", folder / "away");
  std::filesystem::create_symlink("folder/", folder / "slash");
  for (const auto& [link, why] :
       {std::pair("one", "symbolic links"), std::pair("away", "no/file: there is no folder "),
        std::pair("away", "away leads there"), std::pair("slash", "folder/: Is a directory")}) {
    const Result<void> done = write_file(folder / link, as_bytes("x"));
    ASSERT_FALSE(done.ok()) << link;
    EXPECT_EQ(done.error().code, ErrorCode::io);
    EXPECT_THAT(done.error().message, HasSubstr(why));
    EXPECT_TRUE(std::filesystem::is_symlink(folder / link));
  }
  EXPECT_FALSE(AtomicFile::is_being_written(folder / "one"));
}

TEST(AtomicFile, NamesTheFileItCannotMake) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "plain", as_bytes("x")).ok());
  for (const auto& path : {folder / "no" / "file", folder / "plain" / "file", folder.path(),
                           folder / std::string(300, 'n'), std::filesystem::path("/proc/bookends-test")}) {
    const auto file = AtomicFile::create(path);
    ASSERT_FALSE(file.ok()) << path;
    EXPECT_EQ(file.error().code, ErrorCode::io);
    EXPECT_THAT(file.error().message, HasSubstr(path.string()));
    EXPECT_THAT(file.error().message, testing::Not(HasSubstr("No such file"))) << "it is to be made";
  }
}

TEST(Folders, SayWhyTheyCannotBeMade) {
  const auto why = [](const std::filesystem::path& folder) { return make_writable_folder(folder).error().message; };
  // Who is not root is refused before the file system is asked.
  const auto ends = [](const char* text) { return testing::AnyOf(testing::EndsWith(text), HasSubstr("Permission")); };
  EXPECT_THAT(why("/proc/none/deeper"), ends("folder /proc/none/deeper: no folders can be made in /proc"));
  EXPECT_THAT(why("/proc"), ends("folder /proc: no files can be made in it"));
}

TEST(AtomicFile, GoesOnAfterShortAndInterruptedWrites) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 1000; ++i) text += std::to_string(i);
  {
    const FaultScope faults({.short_write = 7, .interrupt_every = 3, .interrupted_fsyncs = 2});
    ASSERT_TRUE(write_file(folder / "file", as_bytes(text)).ok());
    EXPECT_GT(faults.writes(), 100);
  }
  EXPECT_EQ(text_of(folder / "file"), text);
}

// Three appends and a header: whichever write fails, the old file stands and nothing else is left.
TEST(AtomicFile, SurvivesAFailureOfAnyWrite) {
  const auto write_in_parts = [](const std::filesystem::path& path) -> Result<void> {
    auto file = AtomicFile::create(path);
    if (!file) return file.error();
    for (const auto* part : {"head", "one", "two"})
      if (auto done = file->append(as_bytes(part)); !done) return done;
    if (auto done = file->write_at(0, as_bytes("HEAD")); !done) return done;
    return file->commit();
  };
  for (int failing = 0; failing <= 4; ++failing) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_file(folder / "file", as_bytes("old")).ok());
    Result<void> done;
    {
      const FaultScope faults({.fail_write_at = failing, .write_error = ENOSPC});
      done = write_in_parts(folder / "file");
    }
    EXPECT_EQ(done.ok(), failing == 4);
    EXPECT_EQ(text_of(folder / "file"), failing == 4 ? "HEADonetwo" : "old");
    EXPECT_THAT(folder.names(), ElementsAre("file"));
    if (failing == 4) continue;
    EXPECT_EQ(done.error().code, ErrorCode::io);
    EXPECT_THAT(done.error().message, HasSubstr("disk full"));
    EXPECT_THAT(done.error().message, HasSubstr((folder / "file").string()));
  }
}

TEST(AtomicFile, SurvivesAFailureOfSyncAndRename) {
  for (const Faults& faults : {Faults{.fsync_error = EIO}, Faults{.rename_error = EACCES}}) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_file(folder / "file", as_bytes("old")).ok());
    Result<void> done;
    {
      const FaultScope scope(faults);
      done = write_file(folder / "file", as_bytes("new"));
    }
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().code, ErrorCode::io);
    EXPECT_EQ(text_of(folder / "file"), "old");
    EXPECT_THAT(folder.names(), ElementsAre("file"));
  }
}

// A real full disk, where this process may mount one; where it may not, the injected ones above have to do.
TEST(AtomicFile, SurvivesARealFullDisk) {
  const TemporaryFolder folder;
  if (mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=64k") != 0) {
    GTEST_SKIP() << "no permission to mount a full disk";
  }
  const std::string large(1 << 20, 'x');
  const Result<void> done = write_file(folder / "file", as_bytes(large));
  const std::vector<std::string> names = folder.names();
  umount(folder.path().c_str());
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, ErrorCode::io);
  EXPECT_THAT(done.error().message, HasSubstr("disk full"));
  EXPECT_THAT(names, IsEmpty());
}

TEST(MakeWritableFolder, MakesParentsAndLeavesNoTrace) {
  const TemporaryFolder folder;
  ASSERT_TRUE(make_writable_folder(folder / "a" / "b").ok());
  ASSERT_TRUE(make_writable_folder(folder / "a" / "b").ok());
  EXPECT_TRUE(std::filesystem::is_empty(folder / "a" / "b"));
}

TEST(MakeWritableFolder, RefusesWhatCannotBeOne) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "plain", as_bytes("x")).ok());
  for (const auto& path :
       {folder / "plain", folder / "plain" / "below", std::filesystem::path("/proc/bookends-test")}) {
    const Result<void> made = make_writable_folder(path);
    ASSERT_FALSE(made.ok()) << path;
    EXPECT_EQ(made.error().code, ErrorCode::io);
    EXPECT_THAT(made.error().message, HasSubstr(path.string()));
  }
}

TEST(ReadRegularFile, RefusesWhatIsNoFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_regular_file(folder.path()).error().code, ErrorCode::io);
  EXPECT_EQ(read_regular_file("/dev/null").error().code, ErrorCode::io);
  // One that nobody writes to is not waited for.
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_regular_file(folder / "pipe").error().code, ErrorCode::io);
  EXPECT_EQ(read_regular_file(folder / "nothing").error().code, ErrorCode::not_found);
  EXPECT_EQ(read_beginning(folder / "nothing", 3).error().code, ErrorCode::not_found);
}

TEST(EntriesOf, AreAllOfTheFolderInOrder) {
  const TemporaryFolder folder;
  EXPECT_THAT(*entries_of(folder.path()), IsEmpty());
  for (const std::string name : {"b", ".hidden", "a.bkt"}) ASSERT_TRUE(write_file(folder / name, as_bytes("x")).ok());
  std::filesystem::create_directory(folder / "c");
  EXPECT_THAT(*entries_of(folder.path()),
              ElementsAre(folder / ".hidden", folder / "a.bkt", folder / "b", folder / "c"));
}

TEST(EntriesOf, SayWhyThereAreNone) {
  const TemporaryFolder folder;
  EXPECT_EQ(entries_of(folder / "nothing").error().code, ErrorCode::not_found);
  ASSERT_TRUE(write_file(folder / "file", as_bytes("x")).ok());
  const auto of_file = entries_of(folder / "file");
  ASSERT_FALSE(of_file.ok());
  EXPECT_EQ(of_file.error().code, ErrorCode::io);
  EXPECT_THAT(of_file.error().message, HasSubstr("file"));
}

// What somebody else put there since is not replaced; what was there is.
TEST(FileStamp, TellsOfAnotherFile) {
  const TemporaryFolder folder;
  const FileStamp nothing(folder / "file");
  ASSERT_TRUE(write_file(folder / "file", as_bytes("one"), nothing).ok());
  const Result<void> late = write_file(folder / "file", as_bytes("two"), nothing);
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().code, ErrorCode::io);
  EXPECT_THAT(late.error().message, HasSubstr("another process has written it meanwhile"));
  EXPECT_EQ(text_of(folder / "file"), "one");
  EXPECT_THAT(folder.names(), ElementsAre("file"));
  const FileStamp one(folder / "file");
  ASSERT_TRUE(write_file(folder / "file", as_bytes("two"), one).ok());
  EXPECT_FALSE(write_file(folder / "file", as_bytes("three"), one).ok()) << "it is another file, if as long";
  EXPECT_EQ(text_of(folder / "file"), "two");
}

// Whose old output is taken away meanwhile does not lose the new one.
TEST(FileStamp, WhatWasTakenAwayMayBeWritten) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "file", as_bytes("old")).ok());
  auto file = AtomicFile::create(folder / "file", FileStamp(folder / "file"));
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(file->append(as_bytes("new")).ok());
  std::filesystem::remove(folder / "file");
  EXPECT_TRUE(file->commit().ok());
  EXPECT_EQ(text_of(folder / "file"), "new");
}

}  // namespace
}  // namespace bookends::test
