// `dump --format html`, made by the program from a book of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "tests/cli/bookends.h"
#include "tests/cli/well_formed.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::multiset<std::string> all(const std::string& page, const std::string& pattern) {
  const std::regex wanted(pattern);
  std::multiset<std::string> found;
  for (std::sregex_iterator it(page.begin(), page.end(), wanted), last; it != last; ++it) found.insert((*it)[1]);
  return found;
}

class BookPage : public testing::TestWithParam<const char*> {
 protected:
  BookPage() {
    EXPECT_EQ(bookends({"book", "build", GetParam(), "--positions", "60", "--nodes", "100", "--out", book()}).exit_code,
              0);
  }
  std::string book() const { return folder_ / "a.book"; }
  RunResult dump(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"dump", "--book", book()});
    return bookends(arguments);
  }

  TemporaryFolder folder_;
};

TEST_P(BookPage, HasEveryPositionOnceAndEveryLinkLeadsToOne) {
  const RunResult run = dump({"--format", "html"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(WellFormed(run.out).fault(), "");
  EXPECT_THAT(run.out, Not(HasSubstr("src=")));
  const auto ids = all(run.out, " id=\"([^\"]*)\""), links = all(run.out, "href=\"#([^\"]*)\"");
  for (const std::string& id : ids) EXPECT_EQ(ids.count(id), 1u) << id;
  for (const std::string& link : links) EXPECT_TRUE(ids.contains(link)) << link;
  const auto json = nlohmann::json::parse(dump({"--format", "json"}).out);
  const auto keys = all(run.out, "key <code>([0-9a-f]*)</code>"),
             fens = all(run.out, "<p class=\"fen\"><code>([^<]*)<");
  EXPECT_EQ(keys.size(), json["nodes"].size());
  for (const auto& node : json["nodes"]) {
    EXPECT_EQ(keys.count(node["key"]), 1u) << node["fen"];
    EXPECT_EQ(fens.count(node["fen"]), 1u) << node["fen"];
  }
}

// A board has the move that led to it and the book's own.
TEST_P(BookPage, ShowsMovesOnItsBoards) {
  const std::string page = dump({"--format", "html"}).out;
  const auto json = nlohmann::json::parse(dump({"--format", "json"}).out);
  std::size_t reached = 0, moves = 0;
  for (const auto& node : json["nodes"]) {
    if (!node["line"].get<std::string>().empty()) ++reached;
    if (node.contains("move")) ++moves;
  }
  EXPECT_GT(reached, 20u);
  EXPECT_EQ(all(page, "<path class=\"(last)\"").size(), reached);
  EXPECT_EQ(all(page, "<path class=\"arrow (book)\"").size(), moves);
  EXPECT_EQ(all(page, "<use href=\"#[a-z-]*-(names)\"").size(), json["nodes"].size());
}

INSTANTIATE_TEST_SUITE_P(Games, BookPage, testing::Values("fragments", "chess", "makruk"));

using OneBookPage = BookPage;

TEST_P(OneBookPage, ShowsRemarksAsText) {
  ASSERT_EQ(
      bookends({"book", "set", book(), "--at", "", "--remark", "<b>5 & 6\t\"quoted\"", "--out", book()}).exit_code, 0);
  const RunResult run = dump({"--format", "html", "--max-ply", "1"});
  EXPECT_THAT(run.out, HasSubstr("<p>&lt;b&gt;5 &amp; 6 &quot;quoted&quot;</p>"));
  EXPECT_EQ(WellFormed(run.out).fault(), "");
}

TEST_P(OneBookPage, SaysWhoseBookItIsAndWhatIsLeftOut) {
  EXPECT_THAT(dump({"--format", "html"}).out, HasSubstr("<p>A book for both sides, all of it.</p>"));
  EXPECT_THAT(dump({"--format", "html", "--max-ply", "2"}).out,
              testing::ContainsRegex("<p>A book for both sides; [0-9]+ positions of it are not on this page.</p>"));
  EXPECT_THAT(dump({"--format", "html", "--side", "white", "--max-ply", "2"}).out,
              testing::ContainsRegex("both sides; White's best moves against every reply; [0-9]+ positions of it are"));
}

TEST_P(OneBookPage, IsSeenFromTheSideWhoseLinesItShows) {
  EXPECT_THAT(dump({"--format", "html", "--side", "white"}).out, Not(HasSubstr("href=\"#fragments-names-flipped")));
  const std::string black = dump({"--format", "html", "--side", "black"}).out;
  EXPECT_THAT(black, HasSubstr("href=\"#fragments-names-flipped\""));
  EXPECT_THAT(black, Not(HasSubstr("href=\"#fragments-names\"")));
}

INSTANTIATE_TEST_SUITE_P(One, OneBookPage, testing::Values("fragments"));

}  // namespace
}  // namespace bookends::test
