// `bookends verify` of any file; `book check` of several certificates; what `book info` says of one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/io/file.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace fs = std::filesystem;

constexpr const char* kMateInTwo = "4k/5/2K2/5/Q4 w - - 0 1";

// A table, a book with its workspace, and a proof, made by the program itself.
class VerifyCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    made_ = new TemporaryFolder;
    ASSERT_EQ(bookends({"tables", "build", "fragments", "KRvK", "--out", *made_ / "tables", "--quiet"}).exit_code, 0);
    ASSERT_EQ(bookends({"book", "build", "fragments", "--positions", "12", "--nodes", "200", "--out",
                        *made_ / "small.book", "--quiet"})
                  .exit_code,
              0);
    ASSERT_EQ(bookends({"book", "prove", "fragments", "--at", kMateInTwo, "--side", "white", "--out",
                        *made_ / "mate.proof", "--quiet"})
                  .exit_code,
              0);
  }
  static void TearDownTestSuite() {
    delete made_;
    made_ = nullptr;
  }
  static std::string made(const std::string& name) { return *made_ / name; }

  // A copy in which the last byte but so many is another.
  std::string damaged(const std::string& name, std::size_t from_end) const {
    std::vector<std::byte> bytes = read_file(made(name)).value();
    bytes[bytes.size() - 1 - from_end] ^= std::byte{1};
    const std::string path = folder_ / fs::path(name).filename().string();
    EXPECT_TRUE(write_file(path, bytes));
    return path;
  }

  static TemporaryFolder* made_;
  const TemporaryFolder folder_;
};
TemporaryFolder* VerifyCommand::made_ = nullptr;

TEST_F(VerifyCommand, SaysALineOfEachFile) {
  const RunResult run =
      bookends({"verify", made("tables"), made("small.book"), made("small.book.work"), made("mate.proof")});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_EQ(run.err, "");
  for (const char* line :
       {"tables/KRvK.bkt: a table of fragments, KRvK, ", "small.book: a book of fragments, ",
        "snapshot: a snapshot of a book's build of fragments, ", "journal: a journal of a book's build of fragments, ",
        "history.tsv: a history, ", "mate.proof: a certificate of fragments, "})
    EXPECT_THAT(run.out, HasSubstr(line));
  EXPECT_EQ(std::ranges::count(run.out, '\n'), 6);
}

// Nothing but zeros is what a crash may leave behind. Under no name is that a Polyglot book.
TEST_F(VerifyCommand, ZerosAndOtherKindsUnderAName) {
  const std::vector<std::byte> zeros(1536);
  for (const std::string name : {"KRvK.bkt", "small.book", "zeros.bin", "mate.proof"}) {
    ASSERT_TRUE(write_file(folder_ / name, zeros));
    const RunResult run = bookends({"verify", folder_ / name});
    EXPECT_EQ(run.exit_code, 3) << name << run.out;
  }
  EXPECT_THAT(bookends({"verify", folder_ / "zeros.bin"}).out, HasSubstr("no move has a weight"));
}

TEST_F(VerifyCommand, PassesOverJsonOfOthersInFolders) {
  std::filesystem::create_directory(folder_ / "mixed");
  std::filesystem::copy_file(made("mate.proof"), folder_ / "mixed/mate.proof");
  ASSERT_TRUE(write_file(folder_ / "mixed/package.json", as_bytes("{\"name\": \"x\"}")));
  const RunResult said = bookends({"estimate", "fragments", "--men", "3", "--json"});
  ASSERT_EQ(said.exit_code, 0) << said.err;
  ASSERT_THAT(said.out, testing::StartsWith("{\n  \"game\": ")) << "as a plan does";
  ASSERT_TRUE(write_file(folder_ / "mixed/estimate.json", as_bytes(said.out)));
  const RunResult run = bookends({"verify", folder_ / "mixed"});
  EXPECT_EQ(run.exit_code, 0) << run.out;
}

TEST_F(VerifyCommand, SaysWhereATablesNameIsNotItsEndings) {
  std::filesystem::copy_file(made("tables/KRvK.bkt"), folder_ / "KQvK.bkt");
  const RunResult run = bookends({"verify", folder_ / "KQvK.bkt"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, HasSubstr("named otherwise: no program opens it but as KRvK.bkt"));
}

TEST_F(VerifyCommand, AnEmptyFolderDoesNotHideTheOthers) {
  std::filesystem::create_directory(folder_ / "empty");
  const RunResult run = bookends({"verify", folder_ / "empty", made("mate.proof"), damaged("small.book", 3)});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("empty: no file in it"), HasSubstr("ok: "), HasSubstr("small.book: the checksum")));
  EXPECT_EQ(run.err, "bookends: 2 of 3 files not sound\n");
}

TEST_F(VerifyCommand, GoesOnBehindADamagedFileAndNamesItsBytes) {
  const std::string table = damaged("tables/KRvK.bkt", 3), book = damaged("small.book", 3);
  const RunResult run = bookends({"verify", table, made("mate.proof"), book});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.err, "bookends: 2 of 3 files not sound\n");
  EXPECT_THAT(run.out, testing::MatchesRegex(
                           "wrong: .*KRvK.bkt: [a-z]+ block [0-9]+ of side [01] .bytes [0-9]+ to "
                           "[0-9]+. does not match its checksum; .*fetch it again\nok: .*\nwrong: .*small.book: the "
                           "checksum of the [a-z ]+ .bytes [0-9]+ to [0-9]+. does not match; .*\n"));
}

TEST_F(VerifyCommand, AnswersInJson) {
  const RunResult run = bookends({"verify", "--json", made("small.book"), damaged("mate.proof", 0)});
  EXPECT_EQ(run.exit_code, 3);
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["ok"], false);
  EXPECT_EQ(json["wrong"], 1);
  ASSERT_EQ(json["files"].size(), 2u);
  EXPECT_EQ(json["files"][0]["kind"], "book");
  EXPECT_EQ(json["files"][0]["game"], "fragments");
  EXPECT_EQ(json["files"][0]["ok"], true);
  EXPECT_EQ(json["files"][1]["ok"], false);
  EXPECT_THAT(json["files"][1]["wrong"], HasSubstr("the content's checksum does not match (bytes "));
}

TEST_F(VerifyCommand, WhatIsNoneOfOursIsSaidToBe) {
  ASSERT_TRUE(write_file(folder_ / "notes", as_bytes("a text")));
  ASSERT_TRUE(write_file(folder_ / "empty", {}));
  for (const char* name : {"notes", "empty"}) {
    const RunResult run = bookends({"verify", folder_ / name});
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_THAT(run.out, HasSubstr("of no kind that bookends makes"));
  }
  const RunResult gone = bookends({"verify", folder_ / "gone"});
  EXPECT_EQ(gone.exit_code, 2);
  EXPECT_THAT(gone.out, HasSubstr("gone: no such file"));
  expect_complaint({"verify", folder_.path()}, 2, "no file in it that bookends makes");
}

// Nobody writes to the pipe, and nobody may read what the system shows of a process at its first byte: that is no
// matter of rights, which the tests of an administrator would have.
TEST_F(VerifyCommand, SaysWhatCannotBeRead) {
  const std::string pipe = folder_ / "pipe.proof";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& [path, why] :
       {std::pair{pipe, ": not a file"}, {std::string("/proc/self/mem"), ": cannot be read"}}) {
    const RunResult run = bookends({"verify", made("mate.proof"), path});
    EXPECT_EQ(run.exit_code, 4) << run.out;
    EXPECT_THAT(run.out, AllOf(StartsWith("ok: "), HasSubstr("wrong: " + path + why)));
    EXPECT_EQ(run.err, "bookends: 1 of 2 files not sound\n");
  }
  const RunResult run = bookends({"verify", folder_.path()});
  EXPECT_EQ(run.exit_code, 4) << run.out;
  EXPECT_THAT(run.out, HasSubstr("pipe.proof: not a file"));
}

TEST_F(VerifyCommand, FollowsLinksToFilesAndNotToFolders) {
  fs::create_symlink(made("mate.proof"), folder_ / "linked.proof");
  fs::create_symlink(folder_.path(), folder_ / "again");
  fs::create_symlink(made("tables"), folder_ / "tables.book");
  const RunResult run = bookends({"verify", folder_.path()});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("linked.proof: a certificate"), Not(HasSubstr("KRvK"))));
  EXPECT_EQ(std::ranges::count(run.out, '\n'), 1);
  EXPECT_EQ(bookends({"verify", folder_ / "tables.book"}).exit_code, 0) << "named, it is looked into";

  fs::create_symlink(folder_ / "gone", folder_ / "lost.bkt");
  fs::create_symlink(folder_ / "round", folder_ / "round");
  const RunResult lost = bookends({"verify", folder_.path()});
  EXPECT_EQ(lost.exit_code, 2) << lost.out;
  EXPECT_THAT(lost.out, HasSubstr("lost.bkt: no such file"));
  EXPECT_EQ(lost.err, "bookends: 1 of 2 files not sound\n");
}

TEST_F(VerifyCommand, BookCheckTakesSeveralCertificates) {
  const std::string wrong = damaged("mate.proof", 0);
  const RunResult one = bookends({"book", "check", made("mate.proof")});
  EXPECT_THAT(one.out, StartsWith("ok: White wins from "));
  const RunResult run = bookends({"book", "check", wrong, made("mate.proof")});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.out, StartsWith(made("mate.proof") + ": ok: White wins from "));
  EXPECT_THAT(run.err, HasSubstr("the content's checksum does not match (bytes "));
  const RunResult twice = bookends({"book", "check", made("mate.proof"), made("mate.proof"), "--json"});
  EXPECT_EQ(twice.exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(twice.out).size(), 2u);
}

TEST_F(VerifyCommand, BookInfoSaysWhatACertificateClaims) {
  const RunResult run = bookends({"book", "info", made("mate.proof")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("a certificate of `bookends book prove`"),
                             HasSubstr("White wins from " + std::string(kMateInTwo)), HasSubstr("within      "),
                             HasSubstr("bookends book check " + made("mate.proof"))));
  const auto json = nlohmann::json::parse(bookends({"book", "info", made("mate.proof"), "--json"}).out);
  EXPECT_EQ(json["format"], "certificate");
  EXPECT_GT(json["plies"], 2);
  expect_complaint({"book", "info", made("mate.proof"), "--format", "html"}, 3, "a certificate has no page");
}

}  // namespace
}  // namespace bookends::test
