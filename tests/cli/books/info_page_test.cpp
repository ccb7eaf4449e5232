// `book info --format html` of a book and of workspaces, made by the program from books and proofs of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "books/work/history_table.h"
#include "core/io/file.h"
#include "tests/cli/bookends.h"
#include "tests/cli/well_formed.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// The part of the page that has that id.
std::string part_of(const std::string& page, const std::string& id) {
  const std::size_t begin = page.find("<section id=\"" + id + "\">");
  return begin == std::string::npos ? "" : page.substr(begin, page.find("</section>", begin) - begin);
}

// The cells of all tables of numbers, row by row.
std::vector<std::vector<std::string>> rows_of(const std::string& part) {
  std::vector<std::vector<std::string>> rows;
  static const std::regex kRow("<tr>(.*)</tr>"), kCell("<t[dh][^>]*>([^<]*)</t[dh]>");
  for (std::sregex_iterator row(part.begin(), part.end(), kRow), last; row != last; ++row) {
    const std::string cells = (*row)[1];
    rows.emplace_back();
    for (std::sregex_iterator cell(cells.begin(), cells.end(), kCell); cell != last; ++cell)
      rows.back().push_back((*cell)[1]);
  }
  return rows;
}

// Well-formed, without anything from elsewhere, every id once, every picture with a title and a description.
void expect_sound_page(const std::string& page, std::size_t pictures) {
  EXPECT_EQ(WellFormed(page).fault(), "");
  for (const char* from_elsewhere : {"src=", "http:", "https:", "url(", "@import"}) {
    const std::size_t at = page.find(from_elsewhere, page.find("<head>"));
    EXPECT_EQ(at, std::string::npos) << page.substr(at, 80);
  }
  static const std::regex kId(" id=\"([^\"]*)\""), kPicture("<svg [^>]*aria-labelledby=\"([^ \"]*) ([^ \"]*)\"");
  std::multiset<std::string> ids;
  for (std::sregex_iterator it(page.begin(), page.end(), kId), last; it != last; ++it) ids.insert((*it)[1]);
  for (const std::string& id : ids) EXPECT_EQ(ids.count(id), 1u) << id;
  std::size_t found = 0;
  for (std::sregex_iterator it(page.begin(), page.end(), kPicture), last; it != last; ++it, ++found) {
    EXPECT_TRUE(ids.contains((*it)[1]));
    EXPECT_TRUE(ids.contains((*it)[2]));
  }
  EXPECT_EQ(found, pictures);
}

class InfoPage : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    made_ = new TemporaryFolder;
    ASSERT_EQ(
        bookends({"book", "build", "fragments", "--positions", "120", "--nodes", "300", "--out", book(), "--quiet"})
            .exit_code,
        0);
    const RunResult run = bookends({"book", "exits", book(), "--nodes", "500", "--json", "--quiet"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    ASSERT_TRUE(write_file(exits(), as_bytes(run.out)));
  }
  static void TearDownTestSuite() {
    delete made_;
    made_ = nullptr;
  }
  static std::string book() { return *made_ / "a.book"; }
  static std::string exits() { return *made_ / "exits.json"; }
  static nlohmann::json info() { return nlohmann::json::parse(bookends({"book", "info", book(), "--json"}).out); }
  static std::string page(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"book", "info", book(), "--format", "html"});
    const RunResult run = bookends(more);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    return run.out;
  }
  static inline TemporaryFolder* made_ = nullptr;
};

TEST_F(InfoPage, IsWholeWithAllItsPictures) {
  expect_sound_page(page(), 2 + 4);  // two starts; positions, values, depths, ends
  expect_sound_page(page({"--exits", exits()}), 2 + 5);
}

TEST_F(InfoPage, HasTheDepthsThatJsonHas) {
  std::map<std::string, std::uint64_t> depths;
  const auto rows = rows_of(part_of(page(), "depth"));
  for (std::size_t i = 1; i < rows.size(); ++i) depths[rows[i].at(0)] = std::stoull(rows[i].at(1));
  EXPECT_EQ(nlohmann::json(depths), info()["depths"]);
}

TEST_F(InfoPage, HasTheEndsOfLinesThatJsonHas) {
  const nlohmann::json told = info();
  const std::string part = part_of(page(), "ends");
  EXPECT_THAT(part, HasSubstr("<p>" + std::to_string(told["lines"].get<int>()) + " lines: "));
  const auto rows = rows_of(part);
  ASSERT_GT(rows.size(), 3u);
  std::uint64_t lines = 0;
  for (const auto& [kind, counts] : told["line_ends"].items()) {
    const auto column = std::find(rows[0].begin(), rows[0].end(), kind) - rows[0].begin();
    for (std::size_t ply = 0; ply < counts.size(); ++ply) {
      lines += counts[ply].get<std::uint64_t>();
      if (static_cast<std::size_t>(column) == rows[0].size()) {
        EXPECT_EQ(counts[ply], 0) << kind << " has no column";
      } else {
        EXPECT_EQ(rows.at(ply + 1).at(static_cast<std::size_t>(column)), counts[ply].dump()) << kind << " " << ply;
      }
    }
  }
  EXPECT_EQ(lines, told["lines"].get<std::uint64_t>());
}

TEST_F(InfoPage, HasTheHistoryOfItsBuild) {
  const HistoryTable history = read_history(book() + ".work/history.tsv").value();
  ASSERT_LE(history.rows.size(), 100u) << "else they are thinned";
  const std::string part = part_of(page(), "how-it-grew");
  const auto rows = rows_of(part);
  ASSERT_EQ(rows.size(), 2 * (history.rows.size() + 1)) << "positions, values";
  EXPECT_EQ(rows[history.rows.size() + 1], (std::vector<std::string>{"seconds", "start1", "start0"}));
  for (std::size_t i = 0; i < history.rows.size(); ++i) {
    EXPECT_EQ(std::stod(rows[i + 1].at(1)), history.rows[i][1]);
    EXPECT_NEAR(std::stod(rows[history.rows.size() + 2 + i].at(1)) * 100, history.rows[i][2], 0.51);
  }
}

TEST_F(InfoPage, SaysWhereThereIsNoHistory) {
  const TemporaryFolder folder;
  const std::string copy = folder / "copy.book";
  std::filesystem::copy(book(), copy);
  const RunResult without = bookends({"book", "info", copy, "--format", "html"});
  EXPECT_EQ(without.exit_code, 0);
  expect_sound_page(without.out, 2 + 2);
  EXPECT_THAT(part_of(without.out, "how-it-grew"), HasSubstr("Not known: a build keeps it in " + copy + ".work"));
  const RunResult with = bookends({"book", "info", copy, "--format", "html", "--workspace", book() + ".work"});
  expect_sound_page(with.out, 2 + 4);
  expect_complaint({"book", "info", copy, "--format", "html", "--workspace", folder / "none"}, 2, "none");
}

TEST_F(InfoPage, HasTheDeeperSearches) {
  const nlohmann::json told = nlohmann::json::parse(text_of(exits()));
  const std::string part = part_of(page({"--exits", exits()}), "sure");
  const auto rows = rows_of(part);
  ASSERT_EQ(rows.size(), told["exits"].size() + 1);
  for (std::size_t i = 0; i < told["exits"].size(); ++i) {
    const nlohmann::json& end = told["exits"][i];
    EXPECT_EQ(rows[i + 1].at(2), end["depth"].dump());
    EXPECT_EQ(rows[i + 1].at(4), end["search_depth"].dump());
    if (std::abs(end["search_score"].get<int>()) < 30000) {
      EXPECT_NEAR(std::stod(rows[i + 1].at(3)) * 100, end["search_score"].get<int>(), 0.51);
    }
    EXPECT_EQ(rows[i + 1].at(5) == "yes", end["flagged"].get<bool>());
  }
  EXPECT_THAT(part, HasSubstr(std::to_string(told["searched"].get<int>()) + " of "));
  EXPECT_THAT(part_of(page(), "sure"), HasSubstr("bookends book exits " + book() + " --json"));
}

TEST_F(InfoPage, RefusesWhatIsNotOfTheBook) {
  const TemporaryFolder folder;
  const auto refuses = [&](const std::string& text, const std::string& why) {
    ASSERT_TRUE(write_file(folder / "x.json", as_bytes(text)));
    expect_complaint({"book", "info", book(), "--format", "html", "--exits", folder / "x.json"}, 2, why);
  };
  refuses("no JSON", "it is no JSON");
  refuses("[]", "no ends");
  refuses(R"({"ends":1,"searched":1,"nodes":null,"by":"x"})", "no exits");
  refuses(R"({"ends":1,"searched":1,"nodes":null,"by":"x","exits":[{"line":""}]})", "no fen in end 1");
  nlohmann::json other = nlohmann::json::parse(text_of(exits()));
  other["exits"][0]["fen"] = "4k/5/2K2/5/R4 w - - 0 1";
  refuses(other.dump(), "of another book: " + book() + " does not have 4k/5/2K2/5/R4 w - - 0 1");
  other["exits"][0]["fen"] = 7;
  refuses(other.dump(), "no fen in end 1");
  expect_complaint({"book", "info", book(), "--exits", exits()}, 2, "add --format html");
  expect_complaint({"book", "info", book(), "--format", "html", "--json"}, 2, "--json");
}

TEST_F(InfoPage, GoesToAFile) {
  const TemporaryFolder folder;
  const std::string out = folder / "a.html";
  const std::vector<std::string> write{"book", "info", book(), "--format", "html", "--out", out};
  EXPECT_EQ(bookends(write).exit_code, 0);
  EXPECT_EQ(text_of(out), page());
  expect_complaint(write, 2, "a.html is there already; --force replaces it");
  for (const std::string format : {"text", "json"}) {
    EXPECT_EQ(bookends({"book", "info", book(), "--format", format, "--out", out, "--force"}).exit_code, 0);
    EXPECT_EQ(text_of(out), bookends({"book", "info", book(), "--format", format}).out);
  }
  EXPECT_EQ(text_of(out), bookends({"book", "info", book(), "--json"}).out);
  EXPECT_EQ(bookends({"book", "info", book()}).out, bookends({"book", "info", book(), "--format", "text"}).out);
}

TEST_F(InfoPage, OfAWorkspaceIsHowTheBuildWent) {
  const RunResult run = bookends({"book", "info", book() + ".work/", "--format", "html"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  expect_sound_page(run.out, 2);
  EXPECT_THAT(run.out, HasSubstr("<h1>Book in a.book.work</h1>"));
  EXPECT_THAT(bookends({"book", "info", book() + ".work"}).out, StartsWith("work on       a book\n"));
}

// King and knight shut the king in.
std::vector<std::string> shut_in(const std::string& out) {
  return {"book",         "prove", "fragments",    "--start", "k4/5/2N2/5/4K w - - 0 1", "--out", out, "--nodes", "500",
          "--tail-nodes", "100",   "--long-nodes", "300"};
}

TEST(ProofPage, HasTheHistoryThatJsonHas) {
  const TemporaryFolder folder;
  const std::string work = folder / "a.proof.work";
  ASSERT_EQ(bookends(shut_in(folder / "a.proof")).exit_code, 0);
  const RunResult run = bookends({"book", "info", work, "--format", "html"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  expect_sound_page(run.out, 4);
  const nlohmann::json told = nlohmann::json::parse(bookends({"book", "info", work, "--json"}).out);
  EXPECT_EQ(told["of"], "proof");
  const auto rows = rows_of(run.out);
  ASSERT_LE(told["history"].size(), 120u);
  ASSERT_EQ(rows.size(), told["history"].size() + 1);
  for (std::size_t i = 0; i < told["history"].size(); ++i) {
    const nlohmann::json& line = told["history"][i];
    EXPECT_EQ(std::stod(rows[i + 1].at(3)), line["searches"].get<double>());
    for (const char* count : {"rounds", "searches", "planned", "searches_left"})
      EXPECT_TRUE(line[count].is_number_integer()) << count;
    EXPECT_TRUE(line["seconds"].is_number_float());
    EXPECT_EQ(std::stod(rows[i + 1].at(7)), line["open"].get<double>());
    EXPECT_NEAR(std::stod(rows[i + 1].back()), 100 * line["closed"].get<double>() / line["planned"].get<double>(),
                0.06);
  }
  EXPECT_EQ(told["history"].back()["open"], 0);
  EXPECT_EQ(told["outlook"]["root"], "k4/5/2N2/5/4K w - - 0 1");
  EXPECT_EQ(told["outlook"]["open"].size(), 0u);
  EXPECT_EQ(told["outlook"]["proved"], true);
  EXPECT_THAT(bookends({"book", "info", work}).out, HasSubstr("\nfor           White to win, proved\n"));
  for (const auto& reply : told["outlook"]["replies"]) EXPECT_TRUE(reply["proved"]) << reply;
  EXPECT_THAT(bookends({"book", "info", work}).out, HasSubstr("\nopen          0\n"));
}

// Stopped with a snapshot, gone on with, and killed by SIGKILL when it has noted more than it has saved.
TEST(ProofPage, SurvivesAKill) {
  const TemporaryFolder folder;
  const auto prove = [&](const std::string& name) {
    return std::vector<std::string>{"book",
                                    "prove",
                                    "fragments",
                                    "--line",
                                    "e1d3 c4d3 e2d3",
                                    "--side",
                                    "black",
                                    "--out",
                                    folder / (name + ".proof"),
                                    "--nodes",
                                    "500",
                                    "--tail-nodes",
                                    "100",
                                    "--long-nodes",
                                    "300",
                                    "--threads",
                                    "1"};
  };
  const std::string history = folder / "b.proof.work/history.tsv";
  const auto lines = [&] { return std::ranges::count(text_of(history), '\n'); };
  ASSERT_EQ(bookends(prove("a")).exit_code, 0);
  RunOptions stopping;
  stopping.interrupt_when = [&] { return lines() >= 3; };
  ASSERT_EQ(bookends(prove("b"), stopping).exit_code, 130);
  const auto saved = lines();
  std::string command = BOOKENDS_PROGRAM;
  for (const std::string& word : prove("b")) command += " '" + word + "'";
  command += " --quiet & while kill -0 $! && [ $(wc -l <'" + history + "') -le " + std::to_string(saved) +
             " ]; do sleep 0.01; done; kill -KILL $!; wait";
  run_program("/bin/sh", {"-c", command});
  ASSERT_FALSE(std::filesystem::exists(folder / "b.proof")) << "it was not killed";
  ASSERT_GT(lines(), saved) << "there is nothing to take back";
  const auto killed = read_history(history).value().rows;
  ASSERT_EQ(bookends(prove("b")).exit_code, 0);
  EXPECT_EQ(read_file(folder / "a.proof").value(), read_file(folder / "b.proof").value());
  const HistoryTable after = read_history(history).value();
  for (std::size_t i = 1; i < after.rows.size(); ++i) EXPECT_GT(after.rows[i][0], after.rows[i - 1][0]);
  for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(saved); ++i) EXPECT_EQ(after.rows.at(i), killed.at(i));
  EXPECT_EQ(std::ranges::count(after.rows, killed.back()), 0) << "its round is done again, and takes its own time";
  const HistoryTable whole = read_history(folder / "a.proof.work/history.tsv").value();
  for (const char* column : {"rounds", "searches", "planned", "closed", "solved", "open"})
    EXPECT_EQ(after.rows.back().at(after.find(column).value()), whole.rows.back().at(whole.find(column).value()));
}

TEST(ProofPage, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  const std::string work = folder / "work", file = work + "/history.tsv";
  std::filesystem::create_directory(work);
  expect_complaint({"book", "info", work}, 2, "a folder without history.tsv, which `book build` and `book prove` keep");
  ASSERT_TRUE(write_file(file, as_bytes("hours\tdays\n1\t2\n")));
  expect_complaint({"book", "info", work}, 3, "neither of a build nor of a proof");
  ASSERT_TRUE(write_file(file, as_bytes("seconds\tpositions\n1\tmany\n")));
  expect_complaint({"book", "info", work}, 3, "line 2 is not 2 numbers");
  ASSERT_TRUE(write_file(file, as_bytes("seconds\tpositions\n")));
  expect_complaint({"book", "info", work, "--format", "html"}, 2, "nothing in it yet");
}

// A hard one, for a moment: what is left is told, in all forms alike.
TEST(ProofPage, SaysWhatIsLeftToDo) {
  const TemporaryFolder folder;
  const std::string work = folder / "a.proof.work";
  ASSERT_EQ(bookends({"book", "prove", "fragments", "--line", "d2d3", "--side", "white", "--out", folder / "a.proof",
                      "--nodes", "100", "--tail-nodes", "100", "--long-nodes", "200", "--time", "0.5s"})
                .exit_code,
            1);
  const nlohmann::json told = nlohmann::json::parse(bookends({"book", "info", work, "--json"}).out)["outlook"];
  EXPECT_EQ(told["side"], "white");
  EXPECT_EQ(told["proved"], false);
  EXPECT_EQ(told["choice"], nullptr);  // Black is to move at the root
  ASSERT_EQ(told["replies"].size(), 9u);
  ASSERT_GT(told["open"].size(), 0u);
  double dearest = told["open"][0]["searches_left"];
  for (const auto& place : told["open"]) {
    EXPECT_EQ(place["ply"].get<int>() % 2, 1);
    EXPECT_LE(place["searches_left"].get<double>(), dearest);
    dearest = place["searches_left"];
  }
  const std::string text = bookends({"book", "info", work}).out;
  EXPECT_THAT(text, HasSubstr("\nfor           White to win\nreplies       0 of 9 proved\n"));
  EXPECT_THAT(text, Not(HasSubstr(told["open"][0]["fen"].get<std::string>())));
  EXPECT_THAT(bookends({"book", "info", work, "--all"}).out, HasSubstr(told["open"][0]["fen"].get<std::string>()));
  EXPECT_THAT(bookends({"book", "info", work, "--format", "html"}).out, HasSubstr("Of the replies, 0 of 9 proved:"));
}

}  // namespace
}  // namespace bookends::test
