// `book shorten` from the command line.
#include <nlohmann/json.hpp>

#include "books/proof/certificate.h"
#include "core/io/file.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;

// King and knight shut the king in; and pawns that block each other.
constexpr const char* kKnightAlone = "k4/5/2N2/5/4K w - - 0 1";
constexpr const char* kBlockedPawns = "nk3/pp3/5/PP3/1K3 b - - 0 1";

class ShortenCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    ASSERT_EQ(bookends({"book", "prove", "fragments", "--start", kKnightAlone, "--out", old_proof(), "--nodes", "500",
                        "--tail-nodes", "100", "--long-nodes", "300"})
                  .exit_code,
              0);
    ASSERT_EQ(bookends({"book", "prove", "fragments", "--start", kBlockedPawns, "--aim", "hold", "--out", held(),
                        "--nodes", "500"})
                  .exit_code,
              0);
  }
  static void TearDownTestSuite() { delete std::exchange(folder_, nullptr); }
  static std::string old_proof() { return *folder_ / "old.proof"; }
  static std::string held() { return *folder_ / "held.proof"; }

  static TemporaryFolder* folder_;
  const TemporaryFolder own_;
  const std::string out_ = own_ / "new.proof";
};
TemporaryFolder* ShortenCommand::folder_ = nullptr;

TEST_F(ShortenCommand, WritesAShorterProofThatHolds) {
  const RunResult made = bookends({"book", "shorten", old_proof(), "--out", out_, "--nodes", "2000", "--json"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const auto told = nlohmann::json::parse(made.out);
  EXPECT_EQ(told["gained"], true);
  EXPECT_EQ(told["side"], "white");
  EXPECT_LT(told["plies"], told["plies_before"]);
  EXPECT_LE(told["positions"], told["positions_before"]);
  EXPECT_EQ(told["bytes"], std::filesystem::file_size(out_));
  EXPECT_EQ(told["bytes_before"], std::filesystem::file_size(old_proof()));
  const RunResult checked = bookends({"book", "check", out_, "--json"});
  ASSERT_EQ(checked.exit_code, 0) << checked.err;
  const auto found = nlohmann::json::parse(checked.out);
  for (const char* what : {"plies", "positions", "root", "side"}) EXPECT_EQ(found[what], told[what]) << what;
}

TEST_F(ShortenCommand, WritesTheSameWhereNothingIsGained) {
  const std::string mate = own_ / "mate.proof";
  ASSERT_EQ(bookends({"book", "prove", "fragments", "--start", "k4/3Q1/1K3/5/5 w", "--out", mate}).exit_code, 0);
  const RunResult made = bookends({"book", "shorten", mate, "--out", out_});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("new.proof: nothing to gain, the same certificate: White wins in "));
  EXPECT_EQ(read_file(out_).value(), read_file(mate).value());
}

TEST_F(ShortenCommand, GivesTheSameBytesWithAnyThreads) {
  const std::string other = own_ / "other.proof";
  ASSERT_EQ(bookends({"book", "shorten", old_proof(), "--out", out_, "--nodes", "500", "--threads", "1"}).exit_code, 0);
  ASSERT_EQ(bookends({"book", "shorten", old_proof(), "--out", other, "--nodes", "500", "--threads", "2"}).exit_code,
            0);
  EXPECT_EQ(read_file(out_).value(), read_file(other).value());
}

TEST_F(ShortenCommand, TakesADrawThatIsHeldAndTheFileItself) {
  const std::string copy = own_ / "copy.proof";
  std::filesystem::copy_file(held(), copy);
  const RunResult made = bookends({"book", "shorten", copy, "--out", copy, "--force"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("Black holds the draw; "));
  EXPECT_EQ(bookends({"book", "check", copy}).exit_code, 0);
}

TEST_F(ShortenCommand, BuildsOnOtherCertificates) {
  ASSERT_EQ(bookends({"book", "shorten", old_proof(), "--out", out_, "--nodes", "2000"}).exit_code, 0);
  const std::string built = own_ / "built.proof";
  const RunResult made =
      bookends({"book", "shorten", old_proof(), "--known", out_, "--out", built, "--nodes", "0", "--json"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const auto told = nlohmann::json::parse(made.out);
  EXPECT_EQ(told["searches"], 0);
  EXPECT_LE(told["plies"], nlohmann::json::parse(bookends({"book", "check", out_, "--json"}).out)["plies"]);
}

TEST_F(ShortenCommand, RefusesWhatItCannotUse) {
  const std::string bad = own_ / "bad.proof", missing = own_ / "missing.proof", text = own_ / "text";
  auto bytes = read_file(old_proof()).value();
  bytes[bytes.size() / 2] ^= std::byte{1};
  ASSERT_TRUE(write_file(bad, bytes));
  ASSERT_TRUE(write_file(text, as_bytes("hello\n")));
  expect_complaint({"book", "shorten", bad, "--out", out_}, 3, "bad.proof");
  expect_complaint({"book", "shorten", text, "--out", out_}, 3, "text");
  expect_complaint({"book", "shorten", missing, "--out", out_}, 2, "missing.proof");
  expect_complaint({"book", "shorten", old_proof(), "--out", text}, 3, "text");
  expect_complaint({"book", "shorten", old_proof(), "--out", old_proof()}, 2, "--force");
  expect_complaint({"book", "shorten", old_proof(), "--out", "-"}, 2, "a certificate");
  expect_complaint({"book", "shorten", old_proof(), "--out", out_, "--tables", own_ / "none"}, 2, "none");
  expect_complaint({"book", "shorten", old_proof(), "--out", out_, "--known", held()}, 3, "of the same side");
  expect_complaint({"book", "shorten", held(), "--out", out_, "--known", old_proof()}, 3, "of the same side");
  expect_complaint({"book", "shorten", old_proof(), "--out", out_, "--nodes", "-1"}, 2, "--nodes");
  expect_complaint({"book", "shorten", old_proof(), "--out", "/proc/none/proof"}, 4, "/proc/none");
  expect_complaint({"book", "shorten", old_proof(), "--out", out_, "--memory", "0"}, 2, "--memory");
  EXPECT_FALSE(std::filesystem::exists(out_));
}

// Whoever has a certificate that stands alone may not have tables.
TEST_F(ShortenCommand, LeansOnTablesWhereItDidOrIsTold) {
  const std::string tables = own_ / "tables", alone = own_ / "alone.proof", leaning = own_ / "leaning.proof";
  ASSERT_EQ(bookends({"tables", "build", "fragments", "--men", "3", "--out", tables, "--quiet"}).exit_code, 0);
  ASSERT_EQ(bookends({"book", "prove", "fragments", "--start", "2k2/5/2n2/2Q2/2K2 w", "--out", alone}).exit_code, 0);
  const RunResult kept = bookends({"book", "shorten", alone, "--tables", tables, "--out", out_, "--json"});
  ASSERT_EQ(kept.exit_code, 0) << kept.err;
  EXPECT_THAT(kept.err,
              HasSubstr("alone.proof leans on no tables, and so will the new one; --lean lets it use all of"));
  EXPECT_EQ(nlohmann::json::parse(kept.out)["table_men"], 0);
  EXPECT_EQ(bookends({"book", "check", out_}).exit_code, 0);
  const RunResult told = bookends({"book", "shorten", alone, "--tables", tables, "--lean", "--out", leaning});
  ASSERT_EQ(told.exit_code, 0) << told.err;
  EXPECT_THAT(told.out, HasSubstr("; leans on tables of up to 3 men (no tables before); "));
  EXPECT_EQ(told.err, "");
  EXPECT_EQ(bookends({"book", "check", leaning}).exit_code, 2) << "it needs them now";
  const RunResult more = bookends({"book", "shorten", leaning, "--tables", tables, "--out", out_, "--force", "--json"});
  EXPECT_EQ(more.exit_code, 0) << more.err;
  EXPECT_EQ(more.err, "");
  const auto said = nlohmann::json::parse(more.out);
  EXPECT_EQ(said["table_men"], 3);
  EXPECT_EQ(said["table_men_before"], 3);
  const std::vector<std::string> built{"book",     "shorten", alone,   "--known",           leaning,
                                       "--tables", tables,    "--out", own_ / "built.proof"};
  const RunResult refused = bookends(built);
  EXPECT_EQ(refused.exit_code, 2) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr("leaning.proof: it leans on tables of up to 3 men, but "));
}

// A record too few, sealed anew; and one that leans on tables.
TEST_F(ShortenCommand, RefusesAProofThatDoesNotHold) {
  CertificateReader reader = CertificateReader::open(old_proof()).value();
  auto records = reader.next().value();
  CertificateHeader header = reader.header();
  const std::string gap = own_ / "gap.proof", leaning = own_ / "leaning.proof";
  header.table_men = 2;
  ASSERT_TRUE(write_file(leaning, encode_certificate(header, records).value()));
  header.table_men = 0;
  records.erase(records.begin());
  ASSERT_TRUE(write_file(gap, encode_certificate(header, records).value()));
  expect_complaint({"book", "shorten", gap, "--out", out_}, 3, "no proof");
  expect_complaint({"book", "shorten", leaning, "--out", out_}, 2, "--tables");
  header.game = "draughts";
  ASSERT_TRUE(write_file(gap, encode_certificate(header, records).value()));
  expect_complaint({"book", "shorten", gap, "--out", out_}, 3, "draughts");
  EXPECT_FALSE(std::filesystem::exists(out_));
}

}  // namespace
}  // namespace bookends::test
