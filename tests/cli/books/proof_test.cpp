// Proofs from the command line, and those that are shipped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "books/proof/certificate.h"
#include "books/proof/plan/solved.h"
#include "core/io/file.h"
#include "core/io/folder_lock.h"
#include "core/position/outcome.h"
#include "core/rules/games.h"
#include "tablebases/oracle/oracle.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;

// King and knight shut the king in: without a move he has lost.
constexpr const char* kKnight = "k4/5/2N2/5/4K w - - 0 1";

// Pawns that block each other, and a knight to pass the time.
constexpr const char* kBlocked = "nk3/pp3/5/PP3/1K3 b - - 0 1";

std::vector<std::string> prove_knight(const std::string& out) {
  return {"book",    "prove", "fragments",    "--start", kKnight,        "--out", out,
          "--nodes", "500",   "--tail-nodes", "100",     "--long-nodes", "300",   "--json"};
}

// Unless it is said how much they may take.
TEST(ProofCommands, HaveMemoryForTheirThreads) {
  const TemporaryFolder folder;
  std::vector<std::string> words{"book",  "prove",         "fragments", "--start", kKnight,
                                 "--out", folder / "many", "--threads", "130"};
  EXPECT_EQ(bookends(words).exit_code, 0);
  words[6] = folder / "few";
  words.insert(words.end(), {"--memory", "8192"});
  expect_complaint(words, 5, "allow more (--memory), or fewer threads");
}

TEST(ProofCommands, ProveCheckAndPlay) {
  const TemporaryFolder folder;
  const std::string proof = folder / "knight.proof", book = folder / "knight.book";
  const RunResult proved = run_program(BOOKENDS_PROGRAM, prove_knight(proof));
  ASSERT_EQ(proved.exit_code, 0) << proved.err;
  const auto told = nlohmann::json::parse(proved.out);
  EXPECT_EQ(told["result"], "proved");
  EXPECT_EQ(told["side"], "white");
  for (const std::string command : {"check", "info"})
    EXPECT_EQ(nlohmann::json::parse(bookends({"book", command, proof, "--json"}).out)["side"], "white") << command;
  const RunResult checked = run_program(BOOKENDS_PROGRAM, {"book", "check", proof});
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  EXPECT_THAT(checked.out, testing::StartsWith("ok: White wins from " + std::string(kKnight)));
  const auto alone = nlohmann::json::parse(run_program(BOOKENDS_PROGRAM, {"book", "check", proof, "--json"}).out);
  EXPECT_EQ(alone["tables_checked"], false) << "it asked none";
  ASSERT_EQ(run_program(BOOKENDS_PROGRAM, {"book", "import", "fragments", proof, "--out", book}).exit_code, 0);
  const auto answer = nlohmann::json::parse(run_program(BOOKENDS_PROGRAM, {"book", "info", book, "--json"}).out);
  EXPECT_GE(answer["positions"], told["positions"]);
  const RunResult verified = run_program(BOOKENDS_PROGRAM, {"book", "verify", book});
  EXPECT_EQ(verified.exit_code, 0) << verified.out;
}

TEST(ProofCommands, HoldTheDraw) {
  const TemporaryFolder folder;
  const std::string proof = folder / "held.proof", book = folder / "held.book";
  const RunResult held = run_program(BOOKENDS_PROGRAM, {"book", "prove", "fragments", "--start", kBlocked, "--aim",
                                                        "hold", "--out", proof, "--nodes", "500"});
  ASSERT_EQ(held.exit_code, 0) << held.err;
  EXPECT_THAT(held.out, HasSubstr("held.proof: Black holds the draw; "));
  const RunResult checked = run_program(BOOKENDS_PROGRAM, {"book", "check", proof});
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  EXPECT_THAT(checked.out, testing::StartsWith("ok: Black holds the draw from " + std::string(kBlocked)));
  ASSERT_EQ(run_program(BOOKENDS_PROGRAM, {"book", "import", "fragments", proof, "--out", book}).exit_code, 0);
  EXPECT_EQ(run_program(BOOKENDS_PROGRAM, {"book", "verify", book}).exit_code, 0);
  const RunResult known = run_program(BOOKENDS_PROGRAM, {"book", "prove", "fragments", "--start", kBlocked, "--known",
                                                         proof, "--out", folder / "x.proof"});
  EXPECT_EQ(known.exit_code, 3) << known.err;
  EXPECT_THAT(known.err, HasSubstr("no win"));
}

// In any order; and texts that say no side change nothing.
TEST(ProofCommands, ProofsOfDifferentSidesAreTwoBooks) {
  const TemporaryFolder folder;
  const std::string white = folder / "knight.proof", black = folder / "held.proof", whites = folder / "white.book";
  ASSERT_EQ(run_program(BOOKENDS_PROGRAM, prove_knight(white)).exit_code, 0);
  ASSERT_EQ(run_program(BOOKENDS_PROGRAM, {"book", "prove", "fragments", "--start", kBlocked, "--aim", "hold", "--out",
                                           black, "--nodes", "500"})
                .exit_code,
            0);
  const auto import = [&](std::vector<std::string> files, const std::string& out) {
    files.insert(files.begin(), {"book", "import", "fragments"});
    files.insert(files.end(), {"--out", out, "--force"});
    return run_program(BOOKENDS_PROGRAM, files);
  };
  const auto side_of = [&](const std::string& file) {
    return nlohmann::json::parse(run_program(BOOKENDS_PROGRAM, {"book", "info", file, "--json"}).out)["side"];
  };
  ASSERT_EQ(import({white}, whites).exit_code, 0);
  EXPECT_EQ(side_of(whites), "white");
  for (const std::string format : {"json", "pgn", "epd"})
    ASSERT_EQ(run_program(BOOKENDS_PROGRAM, {"dump", "fragments", "--book", whites, "--format", format, "--side",
                                             "both", "--out", folder / ("white." + format)})
                  .exit_code,
              0);
  const std::string json = folder / "white.json", pgn = folder / "white.pgn", epd = folder / "white.epd";
  const std::string mixed = folder / "mixed.book";
  const std::vector<std::pair<std::vector<std::string>, std::string>> refused = {
      {{white, black}, "held.proof: is for black, the files before it for white"},
      {{json, pgn, black}, "held.proof: is for black, the files before it for white"},
      {{black, epd, json}, "white.json: is for white, the files before it for black"}};
  for (const auto& [files, why] : refused) {
    const RunResult result = import(files, mixed);
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_THAT(result.err, HasSubstr(why));
  }
  const std::vector<std::pair<std::vector<std::string>, std::string>> taken = {
      {{pgn, epd}, "both"}, {{pgn, json}, "white"}, {{json, epd, white}, "white"}};
  for (const auto& [files, side] : taken) {
    const RunResult result = import(files, mixed);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr(side == "both" ? "for both sides\n" : "for " + side + "\n"));
    EXPECT_EQ(side_of(mixed), side);
    std::vector<std::string> asked = files;
    asked.push_back("--json");
    const nlohmann::json told = nlohmann::json::parse(import(asked, mixed).out);
    EXPECT_EQ(told["side"], side);
    EXPECT_GT(told["positions"], 0);
  }
}

// Tables of three men, and a proof of more men of which one is taken.
class ProofsWithTables : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    made_ = new TemporaryFolder;
    ASSERT_EQ(
        run_program(BOOKENDS_PROGRAM, {"tables", "build", "fragments", "--men", "3", "--out", tables()}).exit_code, 0);
    const RunResult taken =
        run_program(BOOKENDS_PROGRAM, {"book", "prove", "fragments", "--start", "2k2/5/2n2/2Q2/2K2 w - - 0 1",
                                       "--tables", tables(), "--out", proof(), "--nodes", "500"});
    ASSERT_EQ(taken.exit_code, 0) << taken.err;
  }
  static void TearDownTestSuite() {
    delete made_;
    made_ = nullptr;
  }
  static std::string tables() { return *made_ / "tables"; }
  static std::string proof() { return *made_ / "taken.proof"; }
  static inline TemporaryFolder* made_ = nullptr;
};

TEST_F(ProofsWithTables, AreCheckedWithTheTables) {
  const RunResult checked = run_program(BOOKENDS_PROGRAM, {"book", "check", proof(), "--tables", tables(), "--json"});
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
  const auto told = nlohmann::json::parse(checked.out);
  EXPECT_GT(told["table_positions"], 0);
  EXPECT_EQ(told["tables_checked"], true);
  ASSERT_FALSE(told["tables"].empty());
  for (const auto& ending : told["tables"])
    EXPECT_TRUE(std::filesystem::exists(tables() + "/" + ending.get<std::string>() + ".bkt")) << ending;
  const RunResult trusted =
      run_program(BOOKENDS_PROGRAM, {"book", "check", proof(), "--tables", tables(), "--trust-tables"});
  EXPECT_THAT(trusted.out, HasSubstr("which were not checked"));
  const RunResult file = run_program(BOOKENDS_PROGRAM, {"book", "check", proof(), "--tables", tables() + "/KQvK.bkt"});
  EXPECT_EQ(file.exit_code, 2) << "the tables that it rests on would not be checked";
}

// Of a proof that is wrong by itself the tables are asked, but nobody checks them.
TEST_F(ProofsWithTables, ThatAreWrongNeedNoCheckOfThem) {
  auto reader = CertificateReader::open(proof());
  ASSERT_TRUE(reader);
  CertificateHeader header = reader->header();
  --header.distance;
  auto records = reader->next();
  ASSERT_TRUE(records);
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "wrong.proof", encode_certificate(header, std::move(*records)).value()));
  const RunResult checked = bookends({"book", "check", folder / "wrong.proof", "--tables", tables(), "--json"});
  EXPECT_EQ(checked.exit_code, 1) << checked.err;
  const auto told = nlohmann::json::parse(checked.out);
  EXPECT_EQ(told["ok"], false);
  EXPECT_FALSE(told["tables"].empty());
  EXPECT_EQ(told["tables_checked"], false);
}

TEST_F(ProofsWithTables, BecomeBooksWithAndWithoutThem) {
  const TemporaryFolder folder;
  const std::string book = folder / "taken.book";
  const RunResult imported = run_program(BOOKENDS_PROGRAM, {"book", "import", "fragments", proof(), "--out", book});
  EXPECT_EQ(imported.exit_code, 0) << imported.err;
  EXPECT_THAT(imported.err, HasSubstr("taken for granted"));
  const RunResult leaning = run_program(
      BOOKENDS_PROGRAM, {"book", "import", "fragments", proof(), "--tables", tables(), "--out", book, "--force"});
  EXPECT_EQ(leaning.exit_code, 0) << leaning.err;
  EXPECT_EQ(leaning.err, "");
}

// With three men there is nothing to prove: no record is in the certificate. With one it is as short as one gets.
TEST_F(ProofsWithTables, OfHardlyAnyPositionAreReadByAll) {
  const TemporaryFolder folder;
  const std::string root = "4k/5/2K2/5/R4 w - - 0 1", none = folder / "none.proof";
  const RunResult proved =
      bookends({"book", "prove", "fragments", "--start", root, "--tables", tables(), "--out", none});
  ASSERT_EQ(proved.exit_code, 0) << proved.err;
  ASSERT_THAT(proved.out, HasSubstr("White wins in 3 plies at most; 0 positions, "));
  const std::string reader = std::string(BOOKENDS_SOURCE_DIR) + "/books/proofs/read_certificate";
  const RunResult read = run_program(reader, {none, proof()});
  EXPECT_EQ(read.exit_code, 0) << read.err;
  EXPECT_THAT(read.out, HasSubstr("white wins in at most 3 plies from " + root + "; 0 positions, tables of 3 men"));
  EXPECT_THAT(read.out, HasSubstr("; 1 positions, tables of 3 men"));
  const RunResult dumped = bookends({"dump", none});
  EXPECT_EQ(dumped.exit_code, 0) << dumped.err;
  EXPECT_THAT(dumped.out, HasSubstr("opening book of 0 positions"));
  EXPECT_THAT(dumped.out, HasSubstr("FEN " + root));
  EXPECT_THAT(dumped.err, HasSubstr("White wins from " + root + " in 3 plies at most, all by tables: it has no move"));
  const auto json = nlohmann::json::parse(bookends({"dump", none, "--json"}).out);
  EXPECT_EQ(json["positions"], 0);
  EXPECT_EQ(json["nodes"][0]["fen"], root);
  EXPECT_EQ(json["nodes"][0]["in_book"], false);
  for (const std::string format : {"html", "pgn", "epd"})
    EXPECT_EQ(bookends({"dump", none, "--format", format}).exit_code, 0) << format;
  const RunResult probed = bookends({"probe", "fragments", "--proof", none, "--at", root});
  EXPECT_EQ(probed.exit_code, 0) << probed.err;
  EXPECT_THAT(probed.out, HasSubstr("  proof   White wins in at most 3 plies (none.proof)\n"));
  const RunResult with_tables = bookends({"probe", "fragments", "--proof", none, "--tables", tables(), "--at", root});
  EXPECT_THAT(with_tables.out, HasSubstr("(none.proof)\n    Rd1     at most 2\n"));
  EXPECT_EQ(bookends({"probe", "fragments", "--proof", none, "--at", "4k/5/2K2/5/R4 b - - 0 1"}).exit_code, 1);
}

// What tables know is neither in the plan nor among its wins. The last one is theirs altogether: its plan is empty.
TEST_F(ProofsWithTables, AreFoundAgainInSmallWorkspaces) {
  for (const auto& [start, aim] :
       std::vector<std::pair<std::string, std::string>>{{"2k2/5/2n2/2Q2/2K2 w - - 0 1", "win"},
                                                        {"nk3/pp3/5/PP3/1K3 b - - 0 1", "hold"},
                                                        {"2k2/1p1p1/pPpPp/P1P1P/2K2 b - - 0 1", "hold"},
                                                        {"4k/5/2K2/5/R4 w - - 0 1", "win"}}) {
    SCOPED_TRACE(start);
    const TemporaryFolder folder;
    const std::string out = folder / "a.proof";
    const auto prove = [&, &start = start, &aim = aim] {
      const RunResult made = bookends({"book", "prove", "fragments", "--start", start, "--aim", aim, "--tables",
                                       tables(), "--out", out, "--nodes", "500", "--force"});
      EXPECT_EQ(made.exit_code, 0) << made.err;
      return read_file(out).value();
    };
    const std::vector<std::byte> first = prove();
    const RunResult small = bookends({"book", "compact", out + ".work"});
    EXPECT_EQ(small.exit_code, 0) << small.err;
    EXPECT_EQ(prove(), first);
  }
}

// A checker asks about every position with so few men.
TEST_F(ProofsWithTables, LeanOnWholeSetsOnly) {
  const TemporaryFolder folder;
  const auto prove = [&](const std::string& with) {
    std::vector<std::string> arguments = prove_knight(folder / "knight.proof");
    arguments.insert(arguments.end(), {"--force", "--tables", with});
    return run_program(BOOKENDS_PROGRAM, arguments);
  };
  const RunResult whole = prove(tables());
  EXPECT_EQ(whole.exit_code, 0) << whole.err;
  const std::string holed = folder / "holed";
  std::filesystem::copy(tables(), holed);
  std::filesystem::remove(holed + "/KBvK.bkt");
  const RunResult refused = prove(holed);
  EXPECT_EQ(refused.exit_code, 2) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr("KBvK is missing"));
}

// A damaged table knows nothing: no proof is wrong for that, and none is sought for ever.
TEST_F(ProofsWithTables, SayThatATableIsDamaged) {
  const TemporaryFolder folder;
  const std::string holed = folder / "holed", again = folder / "again.proof";
  std::filesystem::copy(tables(), holed);
  auto bytes = read_file(holed + "/KQvK.bkt").value();
  bytes[bytes.size() - 40] ^= std::byte{1};
  ASSERT_TRUE(write_file(holed + "/KQvK.bkt", bytes));
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"prove", "fragments", "--start", "2k2/5/2n2/2Q2/2K2 w - - 0 1", "--out", again, "--nodes", "500"},
           {"check", proof()},
           {"import", "fragments", proof(), "--out", folder / "a.book"}}) {
    std::vector<std::string> arguments{"book"};
    arguments.insert(arguments.end(), command.begin(), command.end());
    arguments.insert(arguments.end(), {"--tables", holed});
    const RunResult run = run_program(BOOKENDS_PROGRAM, arguments);
    EXPECT_EQ(run.exit_code, 3) << run.out << run.err;
    EXPECT_THAT(run.err, HasSubstr("KQvK.bkt: damaged, or cannot be read")) << command.front();
  }
  EXPECT_FALSE(std::filesystem::exists(again));
}

// That is no fault of the proof.
TEST_F(ProofsWithTables, AreNotWrongWhereATableIsMissing) {
  const TemporaryFolder folder;
  const std::string holed = folder / "holed";
  std::filesystem::copy(tables(), holed);
  std::filesystem::remove(holed + "/KQvK.bkt");
  const RunResult run = run_program(BOOKENDS_PROGRAM, {"book", "check", proof(), "--tables", holed});
  EXPECT_EQ(run.exit_code, 2) << run.out;
  EXPECT_THAT(run.err, HasSubstr("the tables do not know it; the proof leans on all endings of up to 3 men"));
}

// What a damaged table has left out is not gone on with.
TEST_F(ProofsWithTables, GoOnWhenATableIsMended) {
  const TemporaryFolder folder;
  const std::string holed = folder / "holed";
  std::filesystem::copy(tables(), holed);
  auto bytes = read_file(holed + "/KQvK.bkt").value();
  bytes[bytes.size() - 40] ^= std::byte{1};
  ASSERT_TRUE(write_file(holed + "/KQvK.bkt", bytes));
  const auto prove = [&](const std::string& with, const std::string& out) {
    return run_program(BOOKENDS_PROGRAM, {"book", "prove", "fragments", "--side", "white", "--start",
                                          "k4/P4/5/4Q/2K2 b - - 0 1", "--nodes", "500", "--tables", with, "--out",
                                          folder / out, "--workspace", folder / (out + ".work")});
  };
  EXPECT_EQ(prove(holed, "a.proof").exit_code, 3);
  for (const char* out : {"a.proof", "b.proof"}) {
    const RunResult run = prove(tables(), out);
    EXPECT_EQ(run.exit_code, 0) << run.err;
  }
  EXPECT_EQ(read_file(folder / "a.proof").value(), read_file(folder / "b.proof").value());
}

// What a certificate says is looked at before a book is made of it.
TEST(ProofCommands, MakeNoBookOfWhatIsNoProof) {
  const TemporaryFolder folder;
  const std::string proof = folder / "a.proof", wrong = folder / "wrong.proof";
  ASSERT_EQ(run_program(BOOKENDS_PROGRAM, prove_knight(proof)).exit_code, 0);
  CertificateReader reader = CertificateReader::open(proof).value();
  std::vector<CertificateRecord> records = reader.next().value();
  records.erase(records.begin());
  ASSERT_TRUE(write_file(wrong, encode_certificate(reader.header(), records).value()));
  const RunResult run = run_program(BOOKENDS_PROGRAM, {"book", "import", "fragments", wrong, "--out", folder / "b"});
  EXPECT_EQ(run.exit_code, 3) << run.err;
  EXPECT_THAT(run.err, HasSubstr("no proof: "));
}

TEST(ProofCommands, GoOnWhereTheyWereCutOff) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = prove_knight(folder / "a.proof");
  ASSERT_EQ(run_program(BOOKENDS_PROGRAM, arguments).exit_code, 0);
  arguments = prove_knight(folder / "b.proof");
  arguments.insert(arguments.end(), {"--time", "1ms"});
  const RunResult open = run_program(BOOKENDS_PROGRAM, arguments);
  EXPECT_EQ(open.exit_code, 1) << open.err;
  EXPECT_EQ(nlohmann::json::parse(open.out)["result"], "open");
  EXPECT_FALSE(std::filesystem::exists(folder / "b.proof"));
  ASSERT_EQ(run_program(BOOKENDS_PROGRAM, prove_knight(folder / "b.proof")).exit_code, 0);
  EXPECT_EQ(read_file(folder / "a.proof").value(), read_file(folder / "b.proof").value());
}

TEST(ProofCommands, BuildOnOtherProofs) {
  const TemporaryFolder folder;
  const std::string proof = folder / "a.proof", whole = folder / "b.proof";
  ASSERT_EQ(run_program(BOOKENDS_PROGRAM, prove_knight(proof)).exit_code, 0);
  std::vector<std::string> arguments = prove_knight(whole);
  arguments.insert(arguments.end(), {"--known", proof});
  const RunResult known = run_program(BOOKENDS_PROGRAM, arguments);
  ASSERT_EQ(known.exit_code, 0) << known.err;
  EXPECT_EQ(nlohmann::json::parse(known.out)["rounds"], 0) << "it was solved already";
  EXPECT_EQ(run_program(BOOKENDS_PROGRAM, {"book", "check", whole}).exit_code, 0);
  arguments = {"book", "prove", "fragments", "--side", "black", "--known", proof, "--out", folder / "c.proof"};
  const RunResult other = run_program(BOOKENDS_PROGRAM, arguments);
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_THAT(other.err, HasSubstr("of another game or side"));
}

TEST(ProofCommands, ReplaceNothingUnasked) {
  const TemporaryFolder folder;
  const std::string out = folder / "a.proof", other = folder / "games.pgn";
  ASSERT_EQ(run_program(BOOKENDS_PROGRAM, prove_knight(out)).exit_code, 0);
  const RunResult again = run_program(BOOKENDS_PROGRAM, prove_knight(out));
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("a.proof is there already; --force replaces it"));
  std::vector<std::string> forced = prove_knight(out);
  forced.push_back("--force");
  EXPECT_EQ(run_program(BOOKENDS_PROGRAM, forced).exit_code, 0);
  ASSERT_TRUE(write_file(other, as_bytes("1. e4 *")));
  forced = prove_knight(other);
  forced.push_back("--force");
  EXPECT_EQ(run_program(BOOKENDS_PROGRAM, forced).exit_code, 3);
  EXPECT_EQ(read_file(other).value().size(), 7u);
  for (const std::string& none : {std::string("-"), std::string(), (folder / "new").string() + "/"}) {
    const RunResult run = run_program(BOOKENDS_PROGRAM, prove_knight(none));
    EXPECT_EQ(run.exit_code, 2) << none;
    EXPECT_THAT(run.err, HasSubstr("--out")) << none;
  }
}

TEST(ProofCommands, HaveTheirWorkspaceToThemselves) {
  const TemporaryFolder folder;
  const std::string work = folder / "work";
  std::vector<std::string> arguments = prove_knight(folder / "a.proof");
  arguments.insert(arguments.end(), {"--workspace", work});
  std::filesystem::create_directory(work);
  {
    const Result<FolderLock> mine = FolderLock::take(work);
    ASSERT_TRUE(mine) << mine.error().message;
    const RunResult run = run_program(BOOKENDS_PROGRAM, arguments);
    EXPECT_EQ(run.exit_code, 4) << run.err;
    EXPECT_THAT(run.err, HasSubstr("work: in use by another run"));
  }
  EXPECT_EQ(run_program(BOOKENDS_PROGRAM, arguments).exit_code, 0);
}

TEST(ProofCommands, SayWhatIsWrong) {
  const TemporaryFolder folder;
  const std::string out = folder / "x.proof";
  expect_complaint({"book", "prove", "fragments", "--line", "a1a5", "--out", out}, 2, "--at: ");
  expect_complaint({"book", "prove", "fragments", "--time", "soon", "--out", out}, 2, "--time soon");
  for (const std::string game : {"chess", "makruk"})
    expect_complaint({"book", "prove", game, "--out", folder / "new/x.proof"}, 2, "in " + game + " a move limit");
  EXPECT_FALSE(std::filesystem::exists(folder / "new"));
  expect_complaint({"book", "check", out}, 2, "x.proof");
  ASSERT_TRUE(write_file(out, as_bytes("no proof at all, but as long as the header of one would have to be")));
  expect_complaint({"book", "check", out}, 3, "x.proof");
  expect_complaint({"book", "import", "fragments", "--format", "proof", out, "--out", folder / "b"}, 3, "x.proof");
}

// The certificates of books/SOLVED.md, with the tables that they lean on.
class ShippedProofsSlow : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    made_ = new TemporaryFolder;
    for (const std::filesystem::path& proof : proofs()) {
      const std::string game = CertificateReader::open(proof).value().header().game;
      if (std::filesystem::exists(tables(game))) continue;
      ASSERT_EQ(run_program(BOOKENDS_PROGRAM, {"tables", "build", game, "--men", "4", "--out", tables(game)}).exit_code,
                0);
    }
  }
  static void TearDownTestSuite() {
    delete made_;
    made_ = nullptr;
  }
  static std::string tables(const std::string& game) { return *made_ / game; }
  static std::vector<std::filesystem::path> proofs() {
    std::vector<std::filesystem::path> found;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(BOOKENDS_SOURCE_DIR) / "books" / "proofs"))
      if (entry.path().extension() == ".proof") found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
  }
  static inline TemporaryFolder* made_ = nullptr;
};

TEST_F(ShippedProofsSlow, Hold) {
  ASSERT_GE(proofs().size(), 10u);
  std::set<std::string> verified;
  for (const std::filesystem::path& proof : proofs()) {
    const std::string game = CertificateReader::open(proof).value().header().game;
    // The tables once, rather than for every proof.
    if (verified.insert(game).second) {
      EXPECT_EQ(run_program(BOOKENDS_PROGRAM, {"tables", "verify", tables(game), "--full"}).exit_code, 0);
    }
    const RunResult run =
        run_program(BOOKENDS_PROGRAM, {"book", "check", proof, "--tables", tables(game), "--trust-tables"});
    EXPECT_EQ(run.exit_code, 0) << proof << ": " << run.out << run.err;
  }
}

// A win and a draw that are quick to find: the others are made in the same way, in minutes.
TEST_F(ShippedProofsSlow, AreWhatTheCommandsMake) {
  const auto remade = [](const std::string& move, const std::string& aim) {
    const std::string made = *made_ / (move + ".proof"), shorter = *made_ / (move + ".shorter.proof");
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"prove", "fragments", "--line", move, "--side", "black", "--aim", aim, "--out",
                                   made},
          {"shorten", made, "--out", shorter}}) {
      std::vector<std::string> command{"book"};
      command.insert(command.end(), words.begin(), words.end());
      command.insert(command.end(), {"--tables", tables("fragments")});
      EXPECT_EQ(run_program(BOOKENDS_PROGRAM, command).exit_code, 0) << move;
    }
    return read_file(shorter).value();
  };
  const std::filesystem::path shipped = std::filesystem::path(BOOKENDS_SOURCE_DIR) / "books" / "proofs";
  const std::string otherwise = "another program makes another proof: all of that aim are to be made anew";
  EXPECT_TRUE(remade("b2b3", "win") == read_file(shipped / "fragments-start1-b2b3.proof").value()) << otherwise;
  EXPECT_TRUE(remade("a2a3", "hold") == read_file(shipped / "fragments-start1-a2a3-black.proof").value()) << otherwise;
}

struct Proof {
  CertificateHeader header;
  std::map<std::array<std::uint8_t, PackedPosition::kBytes>, ProofStep> steps;
};

Proof read_proof(const std::filesystem::path& path) {
  CertificateReader reader = CertificateReader::open(path).value();
  Proof proof{reader.header(), {}};
  for (auto block = reader.next().value(); !block.empty(); block = reader.next().value())
    for (const CertificateRecord& record : block) proof.steps[record.position.bytes] = {record.move, record.distance};
  return proof;
}

template <const Rules& R>
ProofStep const* step_of(const Proof& proof, const Position<R>& position) {
  const auto found = proof.steps.find(pack(R, position.setup()).bytes);
  return found == proof.steps.end() ? nullptr : &found->second;
}

// A random reply, or the one after which the proof still takes longest.
template <const Rules& R>
Move defend(const Proof& proof, const Position<R>& position, bool stubborn, std::mt19937& dice) {
  const MoveList list = position.legal_moves();
  Move best = list[static_cast<int>(dice() % static_cast<unsigned>(list.size()))];
  int longest = -1;
  for (const Move m : list) {
    const ProofStep* step = stubborn ? step_of<R>(proof, position.after(m)) : nullptr;
    if (step == nullptr || int{step->distance} <= longest) continue;
    longest = step->distance;
    best = m;
  }
  return best;
}

// Plies of a game that the proof plays to its end, by its own moves and then the tables'.
template <const Rules& R>
int play(const Proof& proof, const TableOracle<R>& tables, bool stubborn, std::mt19937& dice) {
  Game<R> game(Position<R>::from_fen(proof.header.root).value());
  int plies = 0;
  for (; !game.verdict().over(); ++plies) {
    const Position<R>& position = game.position();
    if (position.turn() != proof.header.attacker) {
      game.play(defend<R>(proof, position, stubborn, dice));
    } else if (const ProofStep* step = step_of<R>(proof, position)) {
      game.play(step->move);
    } else {
      const auto choice = tables.choose(position);
      if (!choice) return -1;
      game.play(choice->move);
    }
  }
  const bool won = game.position().turn() != proof.header.attacker && game.verdict().outcome == Outcome::loss;
  return won ? plies : -1;
}

// BOOKENDS_PROOF_GAMES, where it is set, is how many are played from every proof.
int games_to_play() {
  const char* number = std::getenv("BOOKENDS_PROOF_GAMES");
  return number == nullptr ? 100 : std::atoi(number);
}

template <const Rules& R>
void play_all(const std::filesystem::path& path, const std::string& folder) {
  const auto tables = TableOracle<R>::open(folder);
  ASSERT_TRUE(tables);
  const Proof proof = read_proof(path);
  std::mt19937 dice(1);
  for (int i = 0, games = games_to_play(); i < games; ++i) {
    const int plies = play<R>(proof, **tables, i % 2 == 0, dice);
    ASSERT_GE(plies, 0) << path;
    EXPECT_LE(plies, proof.header.distance) << path;
  }
}

TEST_F(ShippedProofsSlow, WinAgainstRandomAndStubbornDefenders) {
  for (const std::filesystem::path& path : proofs()) {
    const CertificateHeader header = CertificateReader::open(path).value().header();
    if (header.aim != ProofAim::win) continue;
    with_game(*find_game(header.game).value(), [&]<const Rules & R>() { play_all<R>(path, tables(header.game)); });
  }
}

}  // namespace
}  // namespace bookends::test
