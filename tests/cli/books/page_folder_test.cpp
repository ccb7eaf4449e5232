// `dump --format html` into a folder of pages, made by the program from books of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "core/io/file.h"
#include "tests/cli/bookends.h"
#include "tests/cli/well_formed.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace fs = std::filesystem;

std::vector<std::string> found_in(const std::string& page, const std::string& pattern) {
  const std::regex wanted(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator it(page.begin(), page.end(), wanted), last; it != last; ++it) found.push_back((*it)[1]);
  return found;
}

// What is in a folder, by the names within it.
std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files[fs::relative(entry.path(), folder).string()] = read_text_file(entry.path()).value();
  return files;
}

// "p/0.html" and what stands there, "../index.html", as "index.html".
std::string from(const std::string& page, const std::string& link) {
  if (link.starts_with('#')) return page + link;
  return (fs::path(page).parent_path() / link).lexically_normal().string();
}

class BookFolder : public testing::Test {
 protected:
  // Enough for several pages, so that links lead from one to another, and for several files of the search.
  static void SetUpTestSuite() {
    place_ = new TemporaryFolder;
    ASSERT_EQ(
        bookends({"book", "build", "fragments", "--positions", "700", "--nodes", "100", "--out", book()}).exit_code, 0);
    ASSERT_EQ(bookends({"dump", book(), "--format", "html", "--out", pages() + "/"}).exit_code, 0);
  }
  static void TearDownTestSuite() { delete place_; }

  static std::string book() { return *place_ / "a.book"; }
  static std::string pages() { return *place_ / "pages"; }
  static nlohmann::json json() { return nlohmann::json::parse(bookends({"dump", book(), "--format", "json"}).out); }

  static inline TemporaryFolder* place_ = nullptr;
};

TEST_F(BookFolder, IsWellFormedAndItsLinksLeadToSomething) {
  std::set<std::string> places;
  std::multiset<std::string> links;
  const auto files = files_in(pages());
  EXPECT_TRUE(files.contains("index.html"));
  EXPECT_TRUE(files.contains("p/2.html"));
  std::size_t across = 0;
  for (const auto& [name, text] : files) {
    if (!name.ends_with(".html")) continue;
    EXPECT_EQ(WellFormed(text).fault(), "") << name;
    places.insert(name);
    const auto ids = found_in(text, " id=\"([^\"]*)\"");
    for (const std::string& id : ids) EXPECT_TRUE(places.insert(name + '#' + id).second) << name << ' ' << id;
    for (const std::string& link : found_in(text, " (?:href|src)=\"([^\"]*)\"")) {
      links.insert(from(name, link));
      if (name.starts_with("p/") && link.find(".html#") != std::string::npos) ++across;
    }
  }
  EXPECT_GT(across, 10u);
  for (const std::string& link : links) EXPECT_TRUE(places.contains(link) || files.contains(link)) << link;
}

// By links alone, as one goes who has no scripts.
TEST_F(BookFolder, HasEveryPositionAndAWayToIt) {
  std::map<std::string, std::set<std::string>> ways;
  std::multiset<std::string> keys;
  const auto files = files_in(pages());
  for (const auto& [name, text] : files) {
    if (!name.starts_with("p/")) continue;
    for (std::size_t at = text.find("<section"); at != std::string::npos; at = text.find("<section", at + 1)) {
      const std::string section = text.substr(at, text.find("</section>", at) - at);
      std::set<std::string>& out = ways[name + '#' + found_in(section, "<section [^>]*id=\"([^\"]*)\"").at(0)];
      for (const std::string& link : found_in(section, "<td><a href=\"([^\"]*)\"")) out.insert(from(name, link));
      keys.merge(std::multiset<std::string>{found_in(section, "key <code>([0-9a-f]*)<").at(0)});
    }
  }
  const auto nodes = json()["nodes"];
  EXPECT_EQ(ways.size(), nodes.size());
  for (const auto& node : nodes) EXPECT_EQ(keys.count(node["key"]), 1u) << node["fen"];
  std::vector<std::string> waiting = found_in(files.at("index.html"), "<h2><a href=\"([^\"]*)\"");
  EXPECT_EQ(waiting.size(), 2u);  // the starts
  std::set<std::string> reached(waiting.begin(), waiting.end());
  while (!waiting.empty()) {
    const std::string at = waiting.back();
    waiting.pop_back();
    for (const std::string& next : ways.at(at))
      if (reached.insert(next).second) waiting.push_back(next);
  }
  EXPECT_EQ(reached.size(), ways.size());
}

// FNV-1a of the first four fields.
std::uint32_t hash_of(const std::string& fen, std::uint32_t prime) {
  std::size_t end = 0;
  for (int field = 0; field < 4; ++field) end = fen.find(' ', end + 1);
  std::uint32_t hash = 2166136261;
  for (const char ch : fen.substr(0, end)) hash = (hash ^ static_cast<unsigned char>(ch)) * prime;
  return hash;
}

// As search.js does it.
TEST_F(BookFolder, FindsEachPositionByItsFen) {
  const auto files = files_in(pages());
  const std::string& script = files.at("search.js");
  const std::uint64_t page = std::stoul(found_in(script, "const book = \\{page: (\\d+)").at(0)),
                      count = std::stoul(found_in(script, "files: (\\d+)").at(0));
  EXPECT_GT(count, 1u);
  int checked = 0;
  const auto nodes = json()["nodes"];
  for (const auto& node : nodes) {
    const std::string fen = node["fen"];
    const std::uint32_t low = hash_of(fen, 16777619), high = hash_of(fen, 2246822519);
    const std::string& index = files.at("find/" + std::to_string(low % count) + ".js");
    char name[20];
    std::snprintf(name, sizeof name, "%08x%08x", high, low);
    const auto ids = found_in(index, "\"" + std::string(name) + "\":(\\d+)");
    ASSERT_EQ(ids.size(), 1u) << fen;
    const std::uint64_t id = std::stoul(ids[0]);
    const std::string& text = files.at("p/" + std::to_string(id / page) + ".html");
    const std::size_t at = text.find("<section class=\"position\" id=\"p" + std::to_string(id + 1) + "\"");
    ASSERT_NE(at, std::string::npos) << fen;
    EXPECT_EQ(found_in(text.substr(at, text.find("</section>", at) - at), "class=\"fen\"><code>([^<]*)<").at(0), fen);
    ++checked;
  }
  EXPECT_GT(checked, 600);
}

TEST_F(BookFolder, IsTheSameTwice) {
  const std::string again = *place_ / "again";
  ASSERT_EQ(bookends({"dump", book(), "--format", "html", "--out", again + "/"}).exit_code, 0);
  EXPECT_EQ(files_in(again), files_in(pages()));
}

TEST_F(BookFolder, TakesThePlaceOfItsLikeByForceOnly) {
  const std::string there = *place_ / "there";
  ASSERT_EQ(bookends({"dump", book(), "--format", "html", "--out", there + "/"}).exit_code, 0);
  const auto before = files_in(there);
  expect_complaint({"dump", book(), "--format", "html", "--max-ply", "1", "--out", there}, 2, "--force replaces it");
  EXPECT_EQ(files_in(there), before);
  ASSERT_EQ(bookends({"dump", book(), "--format", "html", "--max-ply", "1", "--out", there, "--force"}).exit_code, 0);
  EXPECT_FALSE(fs::exists(there + "/p/1.html"));
  for (const fs::path mine : {"mine.txt", "p/mine.txt", "find/mine.js", "p/7.html.old", "p/.html", "find/7.html",
                              "p/7.html/mine", "mine/7.html"}) {
    const TemporaryFolder place;
    fs::copy(there, place / "pages", fs::copy_options::recursive);
    fs::create_directories((place / "pages" / mine).parent_path());
    ASSERT_TRUE(write_file(place / "pages" / mine, as_bytes("mine")));
    const auto with_mine = files_in(place / "pages");
    expect_complaint({"dump", book(), "--format", "html", "--out", place / "pages/", "--force"}, 3,
                     "is no folder of a book's pages alone");
    EXPECT_EQ(files_in(place / "pages"), with_mine) << mine;
  }
  EXPECT_EQ(bookends({"dump", book(), "--format", "html", "--out", there, "--force"}).exit_code, 0);
  expect_complaint({"dump", book(), "--format", "html", "--out", book() + "/", "--force"}, 4, "a.book");
}

TEST_F(BookFolder, IsForHtmlOnly) {
  expect_complaint({"dump", book(), "--format", "pgn", "--out", *place_ / "none/"}, 2, "names no file");
  EXPECT_FALSE(fs::exists(*place_ / "none"));
}

class LargeBook : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    place_ = new TemporaryFolder;
    ASSERT_EQ(bookends({"book", "build", "fragments", "--positions", "5200", "--nodes", "100", "--net", "none", "--out",
                        book()})
                  .exit_code,
              0);
  }
  static void TearDownTestSuite() { delete place_; }
  static std::string book() { return *place_ / "large.book"; }

  static inline TemporaryFolder* place_ = nullptr;
};

TEST_F(LargeBook, IsNoSinglePage) {
  const TemporaryFolder place;
  expect_complaint({"dump", book(), "--format", "html", "--out", place / "a.html"}, 2, "name a folder of pages");
  expect_complaint({"dump", book(), "--format", "html"}, 2, "too many for one page, which has 5000 at most");
  EXPECT_THAT(place.names(), IsEmpty());
  EXPECT_EQ(bookends({"dump", book(), "--format", "html", "--max-ply", "4", "--out", place / "a.html"}).exit_code, 0);
  EXPECT_EQ(bookends({"dump", book(), "--format", "html", "--out", place / "pages"}).exit_code, 0);
  EXPECT_THAT(place.names(), UnorderedElementsAre("a.html", "pages"));
  EXPECT_TRUE(fs::exists(place / "pages/index.html"));
}

TEST_F(LargeBook, LeavesNothingBehindWhenInterrupted) {
  const TemporaryFolder place;
  RunOptions options;
  options.interrupt_when = [&] { return fs::exists(place / ".pages.part/bookends-new/p/0.html"); };
  const RunResult run = bookends({"dump", book(), "--format", "html", "--out", place / "pages"}, options);
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_THAT(run.err, HasSubstr("nothing is written"));
  EXPECT_THAT(place.names(), IsEmpty());
}

}  // namespace
}  // namespace bookends::test
