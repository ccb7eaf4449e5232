// The page of `tables stats --format html`, made by the program from tables of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "core/rules/games.h"
#include "tests/cli/bookends.h"
#include "tests/cli/well_formed.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(WellFormedness, IsFoundWanting) {
  EXPECT_EQ(WellFormed("<!DOCTYPE html><a b=\"c\"><d/>e &amp; f</a>").fault(), "");
  for (const char* text : {"<a>", "</a>", "<a></b>", "<a b=c></a>", "a & b", "<a", "<a b=\"<\"></a>"})
    EXPECT_NE(WellFormed(text).fault(), "") << text;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

// The part of the page that is about one ending.
std::string section_of(const std::string& page, const std::string& id) {
  const std::size_t begin = page.find("<section id=\"" + id + "\">");
  return begin == std::string::npos ? "" : page.substr(begin, page.find("</section>", begin) - begin);
}

struct Line {
  std::string start, end;  // FENs
  std::vector<std::string> moves;
};

Line line_of(const std::string& section) {
  Line line;
  static const std::regex kFen("<code>([^<]*)</code>"), kMoves("<p class=\"moves\">([^<]*)</p>");
  std::vector<std::string> fens;
  for (std::sregex_iterator it(section.begin(), section.end(), kFen), last; it != last; ++it) fens.push_back((*it)[1]);
  if (fens.size() == 2) line.start = fens[0], line.end = fens[1];
  std::smatch found;
  if (!std::regex_search(section, found, kMoves)) return line;
  for (const std::string& word : words_of(found[1]))
    if (word.back() != '.') line.moves.push_back(word);
  return line;
}

// Plays the line; it must be as long as the longest distance, and over at its end and not before.
template <const Rules& R>
void expect_line(const Line& line, int plies) {
  ASSERT_EQ(static_cast<int>(line.moves.size()), plies);
  auto position = Position<R>::from_fen(line.start).value();
  for (const std::string& san : line.moves) {
    ASSERT_TRUE(position.has_legal_move()) << position.fen();
    const Result<Move> move = parse_san(position, san);
    ASSERT_TRUE(move.ok()) << san << " in " << position.fen();
    EXPECT_EQ(format_san(position, *move), san);
    position.play(*move);
  }
  EXPECT_EQ(verdict(position).outcome, Outcome::loss);
  EXPECT_EQ(Position<R>::from_fen(line.end).value().setup().board, position.setup().board);
}

// Every ending of the statistics has its section, its charts and its line.
template <const Rules& R>
void expect_page(const std::vector<std::string>& wanted) {
  const TemporaryFolder folder;
  std::vector<std::string> build{"tables", "build", std::string(R.name)};
  build.insert(build.end(), wanted.begin(), wanted.end());
  build.insert(build.end(), {"--out", folder.path(), "--quiet"});
  ASSERT_EQ(bookends(build).exit_code, 0);
  const RunResult run = bookends({"tables", "stats", folder.path(), "--format", "html", "--quiet"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(WellFormed(run.out).fault(), "");
  EXPECT_THAT(run.out, Not(HasSubstr("cannot be followed")));
  EXPECT_THAT(run.out, Not(HasSubstr("src=")));

  std::map<std::string, int> longest;
  const auto rows = nlohmann::json::parse(bookends({"tables", "stats", folder.path(), "--format", "json"}).out);
  for (const auto& row : rows)
    longest[row["ending"]] =
        std::max({longest[row["ending"]], row["max_win_plies"].get<int>(), row["max_loss_plies"].get<int>()});
  ASSERT_GT(longest.size(), wanted.size());
  for (const auto& row : rows) {
    const std::string ending = row["ending"], section = section_of(run.out, std::string(R.name) + "-" + ending);
    if (section.empty()) continue;  // a mirrored name, or bare kings
    EXPECT_THAT(run.out, HasSubstr("<td>" + std::to_string(row["legal"].get<std::uint64_t>()) + "</td>"));
    if (longest[ending] <= 0) continue;
    EXPECT_THAT(section, HasSubstr("<svg class=\"chart\""));
    EXPECT_THAT(section, HasSubstr("class=\"arrow table\""));
    EXPECT_THAT(section, HasSubstr("class=\"last\""));
    SCOPED_TRACE(ending);
    expect_line<R>(line_of(section), longest[ending]);
  }
  for (const std::string& ending : wanted)
    EXPECT_NE(section_of(run.out, std::string(R.name) + "-" + ending), "") << ending;
}

TEST(TablesPage, WithoutDistancesToMateItSaysSo) {
  const TemporaryFolder folder;
  ASSERT_EQ(bookends({"tables", "build", "chess", "KQvK", "--metrics", "wdl,dtz", "--out", folder.path(), "--quiet"})
                .exit_code,
            0);
  const RunResult run = bookends({"tables", "stats", folder.path(), "--format", "html", "--quiet"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(WellFormed(run.out).fault(), "");
  EXPECT_THAT(run.out, HasSubstr("its table has no distances to mate"));
  EXPECT_THAT(run.out, Not(HasSubstr("No side ever wins")));
}

TEST(TablesPage, FollowsTheLongestLinesOfChess) { expect_page<games::chess>({"KQvK", "KRvK", "KPvK"}); }
TEST(TablesPage, FollowsTheLongestLinesWhereStalemateLoses) { expect_page<games::fragments>({"KQvKR", "KPvKP"}); }
TEST(TablesPage, FollowsTheLongestLinesOfMakruk) { expect_page<games::makruk>({"KRvK", "KPvK"}); }

TEST(TablesPage, NamesEveryPictureAndEveryIdOnce) {
  const TemporaryFolder folder;
  ASSERT_EQ(bookends({"tables", "build", "gardner", "--men", "3", "--out", folder.path(), "--quiet"}).exit_code, 0);
  const std::string page = bookends({"tables", "stats", folder.path(), "--format", "html"}).out;
  static const std::regex kId(" id=\"([^\"]*)\""), kPicture("<svg [^>]*aria-labelledby=\"([^ \"]*) ([^ \"]*)\"");
  std::multiset<std::string> ids;
  for (std::sregex_iterator it(page.begin(), page.end(), kId), last; it != last; ++it) ids.insert((*it)[1]);
  for (const std::string& id : ids) EXPECT_EQ(ids.count(id), 1u) << id;
  int pictures = 0;
  for (std::sregex_iterator it(page.begin(), page.end(), kPicture), last; it != last; ++it, ++pictures) {
    EXPECT_TRUE(ids.contains((*it)[1]));
    EXPECT_TRUE(ids.contains((*it)[2]));
  }
  EXPECT_GT(pictures, 10);
}

// A table without the ones its line passes through: the page says so and is whole all the same.
TEST(TablesPage, SaysWhereALineCannotBeFollowed) {
  const TemporaryFolder folder, alone;
  ASSERT_EQ(bookends({"tables", "build", "fragments", "KQvKR", "--out", folder.path(), "--quiet"}).exit_code, 0);
  std::filesystem::copy(folder.path() / "KQvKR.bkt", alone.path() / "KQvKR.bkt");
  const RunResult run = bookends({"tables", "stats", alone.path(), "--format", "html"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(WellFormed(run.out).fault(), "");
  EXPECT_THAT(run.out, HasSubstr("cannot be followed"));
}

}  // namespace
}  // namespace bookends::test
