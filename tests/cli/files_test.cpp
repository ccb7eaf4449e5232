// The program and its files: whatever is wrong with one is said in one line, with the exit code of its kind, and
// nothing half-written stays behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "core/io/file.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;
using Bytes = std::vector<std::byte>;

constexpr const char* kRightEnding = "4k/5/2K2/5/R4 w - - 0 1";
constexpr int kOk = 0;
constexpr int kNegative = 1;
constexpr int kUsage = 2;
constexpr int kCorrupt = 3;
constexpr int kIo = 4;
constexpr int kLimit = 5;

Arguments build_table(const fs::path& folder) {
  return {"tables", "build", "fragments", "KRvK", "--out", folder, "--quiet"};
}

Arguments build_book(const fs::path& file) {
  return {"book", "build", "fragments", "--positions", "12", "--nodes", "200", "--out", file, "--quiet"};
}

// Tables of king and Right against king, and a small book, made by the program itself.
class Files : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    made_ = new TemporaryFolder;
    ASSERT_EQ(bookends(build_table(*made_ / "tables")).exit_code, kOk);
    ASSERT_EQ(bookends(build_book(*made_ / "small.book")).exit_code, kOk);
  }
  static void TearDownTestSuite() {
    delete made_;
    made_ = nullptr;
  }

  void SetUp() override {
    fs::copy(*made_ / "tables", tables());
    fs::copy(*made_ / "small.book", book());
    table_ = tables() / "KRvK.bkt";
    ASSERT_TRUE(fs::exists(table_));
  }

  fs::path tables() const { return folder_ / "tables"; }
  fs::path book() const { return folder_ / "small.book"; }

  // Writes `file` anew with one byte changed, `at` from its begin or, when negative, from its end.
  static void damage(const fs::path& file, std::ptrdiff_t at) {
    auto bytes = read_file(file);
    ASSERT_TRUE(bytes.ok());
    std::byte& byte = at >= 0 ? bytes->at(static_cast<std::size_t>(at)) : *(bytes->end() + at);
    byte ^= std::byte{0x10};
    ASSERT_TRUE(write_file(file, *bytes).ok());
  }
  static void truncate(const fs::path& file) { fs::resize_file(file, fs::file_size(file) / 2); }

  TemporaryFolder folder_;
  fs::path table_;

 private:
  static TemporaryFolder* made_;
};

TemporaryFolder* Files::made_ = nullptr;

TEST_F(Files, AreFineAsTheyAre) {
  EXPECT_EQ(bookends({"tables", "verify", tables(), "--full"}).exit_code, kOk);
  EXPECT_EQ(bookends({"book", "verify", book()}).exit_code, kOk);
  const RunResult run = bookends({"probe", "fragments", "--tables", tables(), "--fen", kRightEnding});
  EXPECT_EQ(run.exit_code, kOk);
  EXPECT_THAT(run.out, HasSubstr("win in 3 plies"));
}

TEST_F(Files, BuildingAgainChangesNothing) {
  const auto before = fs::last_write_time(table_);
  EXPECT_EQ(bookends(build_table(tables())).exit_code, kOk);
  EXPECT_EQ(fs::last_write_time(table_), before);
}

TEST_F(Files, ADamagedTableIsMadeAgain) {
  const auto whole = read_file(table_);
  damage(table_, -3);
  EXPECT_EQ(bookends(build_table(tables())).exit_code, kOk);
  EXPECT_EQ(read_file(table_).value(), whole.value());
}

TEST_F(Files, DamageOfATableIsNoticed) {
  for (const std::ptrdiff_t at : {0, 9, 40, 200, -100, -1}) {
    damage(table_, at);
    expect_complaint({"tables", "verify", table_}, kCorrupt, "KRvK.bkt");
    damage(table_, at);
  }
  damage(table_, 40);
  expect_complaint({"probe", "fragments", "--tables", tables(), "--fen", kRightEnding}, kCorrupt, "KRvK.bkt");
  truncate(table_);
  expect_complaint({"tables", "verify", table_}, kCorrupt, "KRvK.bkt");
  expect_complaint({"tables", "verify", table_}, kCorrupt,
                   "; `bookends tables build` with its folder as --out makes it");
  expect_complaint({"tables", "stats", table_}, kCorrupt, "KRvK.bkt");
}

// What they make would be another file than with sound tables.
TEST_F(Files, CommandsThatNeedADamagedTableSaySo) {
  const std::string start = "4k/5/2K2/4p/R4 w - - 0 1", out = folder_ / "out";
  const std::vector<Arguments> commands{
      {"selfplay", "fragments", "--positions", "100", "--nodes", "100", "--start", start, "--random-plies", "0"},
      {"book", "build", "fragments", "--positions", "20", "--nodes", "300", "--start", start},
      {"book", "exits", (folder_ / "ends.book").string(), "--nodes", "300"}};
  ASSERT_EQ(bookends({"book", "build", "fragments", "--positions", "9", "--nodes", "100", "--start", start, "--out",
                      folder_ / "ends.book", "--quiet"})
                .exit_code,
            kOk);
  damage(table_, -40);
  for (Arguments command : commands) {
    command.insert(command.end(), {"--tables", tables(), "--out", out, "--quiet"});
    const RunResult run = bookends(command);  // which may have answered in part
    EXPECT_EQ(run.exit_code, kCorrupt) << joined(command) << run.err;
    EXPECT_THAT(run.err, HasSubstr("KRvK.bkt: damaged, or cannot be read"));
    EXPECT_FALSE(fs::exists(out)) << command[1];
    fs::remove_all(out + ".work");
  }
}

TEST_F(Files, ALimitOfFileSizesIsAnErrorOfTheWrite) {
  const std::string out = folder_ / "long.txt";
  const RunResult run =
      run_program("/bin/sh", {"-c", "ulimit -f 1; exec '" BOOKENDS_PROGRAM "' dump fragments --book '" +
                                        book().string() + "' --format json --out '" + out + "'"});
  EXPECT_EQ(run.exit_code, kIo) << run.err;
  EXPECT_EQ(run.err, "bookends: cannot write " + out + ": File too large\n");
  EXPECT_THAT(folder_.names(), testing::Not(testing::Contains(HasSubstr(".part"))));
}

TEST_F(Files, DamageOfABookIsNoticed) {
  for (const std::ptrdiff_t at : {0, 9, 40, 200, -100, -1}) {
    damage(book(), at);
    expect_complaint({"book", "verify", book()}, kCorrupt, "small.book");
    damage(book(), at);
  }
  truncate(book());
  for (const Arguments& arguments :
       std::vector<Arguments>{{"book", "verify", book()},
                              {"book", "info", book()},
                              {"dump", "fragments", "--book", book()},
                              {"probe", "fragments", "--tables", tables(), "--book", book(), "--fen", kRightEnding}})
    expect_complaint(arguments, kCorrupt, "small.book");
}

TEST_F(Files, ForeignFilesAreRefused) {
  const fs::path foreign = folder_ / "foreign";
  ASSERT_TRUE(
      write_file(foreign, as_bytes("This is a text, and long enough to be taken for a header of some kind.")).ok());
  expect_complaint({"tables", "verify", foreign}, kCorrupt, "foreign");
  expect_complaint({"book", "info", foreign}, kCorrupt, "foreign");
  expect_complaint({"dump", "fragments", "--book", foreign}, kCorrupt, "foreign");
  expect_complaint({"dump", "fragments", "--book", table_}, kCorrupt, "KRvK.bkt");
  expect_complaint({"tables", "verify", book()}, kCorrupt, "small.book");
}

TEST_F(Files, FilesOfAnotherGameAreRefused) {
  for (const std::string game : {"fragments-sd", "gardner", "chess"}) {
    const RunResult dump = bookends({"dump", game, "--book", book()});
    EXPECT_EQ(dump.exit_code, kCorrupt) << game;
    EXPECT_THAT(dump.err, HasSubstr("fragments")) << game;
    const RunResult probe = bookends({"probe", game, "--tables", tables(), "--fen", kRightEnding});
    EXPECT_EQ(probe.exit_code, kCorrupt) << game;
    EXPECT_THAT(probe.out, IsEmpty()) << game;
  }
}

TEST_F(Files, TooLittleMemoryIsSaidBeforeAnythingIsMade) {
  const std::string out = folder_ / "small";
  expect_complaint({"tables", "build", "fragments", "KQvK", "--memory", "1M", "--out", out}, kLimit,
                   "KQvK needs 65M of memory, allowed are 1M (--memory)");
  EXPECT_FALSE(fs::exists(out));
}

TEST_F(Files, WhatIsNotThereIsSaidToBeMissing) {
  expect_complaint({"tables", "verify", folder_ / "nothing"}, kUsage, "nothing");
  expect_complaint({"book", "info", folder_ / "nothing"}, kUsage, "nothing");
  expect_complaint({"dump", "fragments", "--book", folder_ / "nothing"}, kUsage, "nothing");
  expect_complaint({"probe", "fragments", "--tables", folder_ / "nothing", "--fen", kRightEnding}, kUsage, "nothing");
}

TEST_F(Files, APositionThatIsNotCoveredIsANegativeAnswer) {
  const RunResult run = bookends({"probe", "fragments", "--tables", tables(), "--fen", "4k/5/2K2/5/Q4 w - - 0 1"});
  EXPECT_EQ(run.exit_code, kNegative);
  EXPECT_THAT(run.out, HasSubstr("unknown"));
}

TEST_F(Files, AnIllegalPositionIsRefused) {
  for (const std::string fen : {"4k/5/2K2/5 w", "4k/5/2K2/5/4R w - - 0 1", "k"})
    expect_complaint({"probe", "fragments", "--tables", tables(), "--fen", fen}, kUsage, "");
}

// Even root may not write there.
TEST_F(Files, AFolderThatCannotBeWrittenToIsRefused) {
  expect_complaint(build_table("/proc/bookends-tables"), kIo, "/proc/bookends-tables");
  expect_complaint(build_book("/proc/bookends.book"), kIo, "/proc");
  expect_complaint(build_table(table_), kIo, "KRvK.bkt");
}

TEST_F(Files, EndingsThatDoNotExistAreRefused) {
  expect_complaint({"tables", "build", "fragments", "KXvK", "--out", folder_ / "out"}, kUsage, "KXvK");
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

// Where this process may mount a small disk; where it may not, the tests of core/io fill one by injected faults.
TEST_F(Files, AFullDiskIsSaidAndLeavesNothingHalfWritten) {
  const TemporaryFolder disk;
  if (mount("tmpfs", disk.path().c_str(), "tmpfs", 0, "size=8k") != 0) {
    GTEST_SKIP() << "no permission to mount a full disk";
  }
  ASSERT_TRUE(write_file(disk / "filler", Bytes(4096)).ok());
  expect_complaint({"tables", "build", "fragments", "--men", "3", "--out", disk.path(), "--quiet"}, kIo, "disk full");
  const std::vector<std::string> after_tables = disk.names();
  expect_complaint(build_book(disk / "b.book"), kIo, "disk full");
  const bool half_a_book = fs::exists(disk / "b.book");
  umount(disk.path().c_str());
  EXPECT_FALSE(half_a_book);
  for (const std::string& name : after_tables) EXPECT_THAT(name, testing::Not(HasSubstr(".part")));
}

TEST_F(Files, WhatIsNoBookIsNotReplacedByOne) {
  const fs::path text = folder_ / "letter.txt";
  ASSERT_TRUE(write_file(text, as_bytes("Dear reader, this is no book.")).ok());
  expect_complaint(build_book(text), kCorrupt, "is no book");
  EXPECT_EQ(fs::file_size(text), 29u);
  fs::create_directory(folder_ / "somewhere");
  expect_complaint(build_book(folder_ / "somewhere"), kIo, "not a regular file");
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  expect_complaint(build_book(folder_ / "pipe"), kIo, "not a regular file");
}

// Somebody's work may still be read from it. The workspace that made it makes it again.
TEST_F(Files, ADamagedBookIsReplacedByItsWorkspaceOnlyOrByForce) {
  const fs::path out = folder_ / "grown.book", workspace = folder_ / "grown.book.work";
  ASSERT_EQ(bookends(build_book(out)).exit_code, kOk);
  const Bytes whole = read_file(out).value();
  damage(out, std::ssize(whole) / 2);
  EXPECT_EQ(bookends(build_book(out)).exit_code, kOk);
  EXPECT_EQ(read_file(out).value(), whole);

  damage(out, std::ssize(whole) / 2);
  const Bytes damaged = read_file(out).value();
  fs::remove_all(workspace);
  expect_complaint(
      build_book(out), kCorrupt,
      out.string() + " is there already, a damaged book; choose another --out, or add --force to replace it\n");
  EXPECT_EQ(read_file(out).value(), damaged);
  Arguments forced = build_book(out);
  forced.push_back("--force");
  EXPECT_EQ(bookends(forced).exit_code, kOk);
  EXPECT_EQ(read_file(out).value(), whole);
}

TEST_F(Files, OfADamagedWorkspaceItIsSaidWhatToDo) {
  const fs::path out = folder_ / "grown.book", workspace = folder_ / "grown.book.work";
  ASSERT_EQ(bookends(build_book(out)).exit_code, kOk);
  for (const std::string name : {"snapshot", "journal"}) {
    damage(workspace / name, 0);
    expect_complaint(build_book(out), kCorrupt, name);
    expect_complaint(build_book(out), kCorrupt, "remove the folder " + workspace.string());
    damage(workspace / name, 0);
  }
  ASSERT_EQ(bookends(build_book(out)).exit_code, kOk);
  // What is said to help does.
  damage(workspace / "journal", 0);
  fs::remove_all(workspace);
  Arguments forced = build_book(out);
  forced.push_back("--force");
  EXPECT_EQ(bookends(forced).exit_code, kOk);
}

TEST_F(Files, AnEmptyFenIsAFenToo) {
  expect_complaint({"probe", "fragments", "--tables", folder_ / "tables", "--fen", ""}, kUsage, "");
}

}  // namespace
}  // namespace bookends::test
