// Certificates that are shown: `probe --proof`, and `dump` of one.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/bookends.h"
#include "tests/cli/well_formed.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;

// After 1. b3 Black wins.
const std::string kShipped = std::string(BOOKENDS_SOURCE_DIR) + "/books/proofs/fragments-start1-b2b3.proof";

int shipped_plies() { return nlohmann::json::parse(bookends({"book", "info", kShipped, "--json"}).out)["plies"]; }

std::vector<std::string> probe_with(const std::string& at, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"probe", "fragments", "--proof", kShipped, "--at", at};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(ProbedProofs, SayWhatIsProvedOfEveryMove) {
  const RunResult own = bookends(probe_with("b3"));
  EXPECT_EQ(own.exit_code, 0) << own.err;
  const int plies = shipped_plies();
  EXPECT_THAT(own.out, HasSubstr(fmt::format("  proof   Black wins in at most {} plies (fragments-start1-b2b3.proof)\n"
                                             "    axb3    at most {}; the proof's move\n",
                                             plies, plies - 1)));
  EXPECT_THAT(own.out, testing::ContainsRegex("\n    Rxb3\\+   not in this proof: [a-zA-Z0-9+=]+ leads out\n"));
  const RunResult replies = bookends(probe_with("b3 axb3"));
  EXPECT_THAT(replies.out, HasSubstr(fmt::format("  proof   Black wins in at most {} plies", plies - 1)));
  EXPECT_THAT(replies.out, HasSubstr(fmt::format("\n    a3      at most {}; holds out longest\n", plies - 2)));
  EXPECT_THAT(replies.out, HasSubstr("; loses fastest\n"));
}

TEST(ProbedProofs, SayThatTheyDoNotKnowAPosition) {
  const RunResult one = bookends(probe_with("a3"));
  EXPECT_EQ(one.exit_code, 1) << one.err;
  EXPECT_THAT(one.out, testing::EndsWith("\n  proof   does not know it\n"));
  const RunResult two = bookends(probe_with("a3", {"--proof", kShipped}));
  EXPECT_EQ(two.exit_code, 1) << two.err;
  EXPECT_THAT(two.out, testing::EndsWith("\n  proof   none of 2 knows it\n"));
  const RunResult json = bookends(probe_with("a3", {"--json"}));
  EXPECT_EQ(json.exit_code, 1) << json.err;
  const auto told = nlohmann::json::parse(json.out);
  ASSERT_TRUE(told.contains("proof"));
  EXPECT_TRUE(told["proof"].is_null());
}

TEST(ProbedProofs, SayItAsJson) {
  const auto told = nlohmann::json::parse(bookends(probe_with("b3", {"--json"})).out)["proof"];
  EXPECT_EQ(told["file"], "fragments-start1-b2b3.proof");
  EXPECT_EQ(told["side"], "black");
  EXPECT_EQ(told["aim"], "win");
  const int plies = shipped_plies();
  EXPECT_EQ(told["plies"], plies);
  ASSERT_EQ(told["moves"].size(), 9u);
  EXPECT_EQ(told["moves"][0],
            (nlohmann::json{{"uci", "a4b3"}, {"san", "axb3"}, {"by", "record"}, {"plies", plies - 1}, {"own", true}}));
  for (std::size_t i = 1; i < told["moves"].size(); ++i) {
    const auto& move = told["moves"][i];
    EXPECT_EQ(move["by"], "nothing");
    EXPECT_TRUE(move["plies"].is_null());
    EXPECT_TRUE(move["out"].is_string());
  }
}

TEST(ProbedProofs, SayItAsColumns) {
  const RunResult run = run_program(BOOKENDS_PROGRAM, {"probe", "fragments", "--proof", kShipped, "--format", "tsv"},
                                    {"rqknb/ppppp/1P3/P1PPP/BNKQR b - - 0 1\nrqknb/1pppp/1p3/P1PPP/BNKQR w - - 0 2\n"
                                     "start1\n",
                                     "",
                                     {}});
  EXPECT_EQ(run.out, fmt::format("rqknb/ppppp/1P3/P1PPP/BNKQR b - - 0 1\tunknown\t-\tblack\twin\t{}\ta4b3\n"
                                 "rqknb/1pppp/1p3/P1PPP/BNKQR w - - 0 2\tunknown\t-\tblack\twin\t{}\t-\n"
                                 "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1\tunknown\t-\t-\t-\t-\t-\n",
                                 shipped_plies(), shipped_plies() - 1))
      << run.err;
}

// White wins from the start; that another first move loses is proved by a certificate of its own.
TEST(ProbedProofs, OfOtherMovesSayWhatOtherCertificatesProve) {
  const std::string whole = std::string(BOOKENDS_SOURCE_DIR) + "/books/proofs/fragments-start1.proof";
  EXPECT_THAT(bookends(probe_with("start1", {"--proof", whole})).out,
              HasSubstr(fmt::format("\n    b3      Black wins in at most {} plies (fragments-start1-b2b3.proof)\n",
                                    shipped_plies())));
  const auto told = nlohmann::json::parse(bookends(probe_with("start1", {"--proof", whole, "--json"})).out)["proof"];
  int elsewhere = 0;
  for (const auto& move : told["moves"]) {
    if (!move.contains("elsewhere")) continue;
    ++elsewhere;
    EXPECT_EQ(move["uci"], "b2b3");
    EXPECT_EQ(
        move["elsewhere"],
        (nlohmann::json{
            {"file", "fragments-start1-b2b3.proof"}, {"side", "black"}, {"aim", "win"}, {"plies", shipped_plies()}}));
  }
  EXPECT_EQ(elsewhere, 1);
}

TEST(ProbedProofs, RefuseInOneLine) {
  const TemporaryFolder folder;
  const std::string cut = folder / "cut.proof";
  std::filesystem::copy_file(kShipped, cut);
  std::filesystem::resize_file(cut, 5000);
  expect_complaint({"probe", "fragments", "--at", "startpos"}, 2, "give --tables, --book or --proof");
  expect_complaint({"probe", "fragments", "--proof", folder / "none.proof", "--at", "startpos"}, 2, "none.proof");
  expect_complaint({"probe", "fragments", "--proof", cut, "--at", "startpos"}, 3, "fetch it again, or make it anew");
  expect_complaint({"probe", "gardner", "--proof", kShipped, "--at", "startpos"}, 3, "of the game fragments");
  expect_complaint({"probe", "fragments", "--book", kShipped, "--at", "startpos"}, 3,
                   "fragments-start1-b2b3.proof: the certificate of a proof, not a book");
  const std::string net = std::string(BOOKENDS_SOURCE_DIR) + "/core/eval/nets/fragments.net";
  expect_complaint({"probe", "fragments", "--proof", net, "--at", "startpos"}, 3,
                   "fragments.net: a network, not a proof");
  const std::string page = std::string(BOOKENDS_SOURCE_DIR) + "/README.md";
  expect_complaint({"probe", "fragments", "--proof", page, "--at", "startpos"}, 3, "README.md: a text, not a proof");
  expect_complaint({"serve", "--proof", page}, 3, "README.md: a text, not a proof");
  const std::string unknown = folder / "unknown.proof";
  ASSERT_TRUE(write_file(unknown, as_bytes(std::string("\0\1\2\3", 4))));
  expect_complaint({"probe", "fragments", "--proof", unknown, "--at", "startpos"}, 3,
                   "not a certificate, or its first bytes are damaged");
  expect_complaint({"dump", cut}, 3, "cut.proof");
  expect_complaint({"dump", "gardner", kShipped}, 3, "a proof for fragments");
}

TEST(DumpedProofs, AreTheBooksThatAnImportMakes) {
  const TemporaryFolder folder;
  const std::string book = folder / "b3.book", page = folder / "b3.html";
  ASSERT_EQ(bookends({"book", "import", "fragments", kShipped, "--out", book, "--quiet"}).exit_code, 0);
  for (const std::vector<std::string>& form : {std::vector<std::string>{"--max-ply", "3"},
                                               {"--format", "pgn", "--max-ply", "5"},
                                               {"--format", "json", "--max-ply", "3"}}) {
    std::vector<std::string> of_proof{"dump", kShipped, "--quiet"}, of_book{"dump", book, "--quiet"};
    of_proof.insert(of_proof.end(), form.begin(), form.end());
    of_book.insert(of_book.end(), form.begin(), form.end());
    const RunResult run = bookends(of_proof);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out, bookends(of_book).out) << form[0];
  }
  const RunResult html = bookends({"dump", kShipped, "--format", "html", "--max-ply", "4", "--out", page});
  EXPECT_EQ(html.exit_code, 0) << html.err;
  EXPECT_THAT(html.err, HasSubstr("what tables of up to 4 men would say is taken for granted"));
  EXPECT_EQ(WellFormed(text_of(page)).fault(), "");
  EXPECT_THAT(text_of(page), HasSubstr("proved win"));
}

}  // namespace
}  // namespace bookends::test
