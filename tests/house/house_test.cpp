// The rules of the house, checked: each check is also shown to find what it looks for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/house/rooms.h"
#include "tests/house/source_tree.h"

namespace bookends::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::size_t kMaxFileLines = 600;
constexpr std::size_t kMaxFilesOfARoom = 24;
constexpr std::size_t kMaxFirstPageLines = 150;
constexpr std::size_t kMaxReadmeLines = 120;
constexpr std::size_t kMaxImplementationLines = 150;

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream in(std::filesystem::path(BOOKENDS_SOURCE_DIR) / path);
  EXPECT_TRUE(in) << path;
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

const std::vector<SourceFile>& project() {
  static const std::vector<SourceFile> sources = read_sources(BOOKENDS_SOURCE_DIR);
  return sources;
}

TEST(Layering, HasNoBreach) { EXPECT_THAT(layering_breaches(project()), IsEmpty()); }

TEST(Layering, SeesTheWholeTree) {
  EXPECT_GT(project().size(), 50u);
  for (const std::string layer : {"core", "tablebases", "books", "gen", "tools", "tests"})
    EXPECT_TRUE(std::ranges::any_of(project(), [&](const SourceFile& f) { return f.layer() == layer; })) << layer;
}

TEST(Layering, FindsPlantedBreaches) {
  const std::vector<SourceFile> planted{
      {"core/a.cpp", {"#include \"core/rules/rules.h\"", "#include <vector>", "#include \"books/book.h\""}},
      {"books/a.h", {"  #  include \"tablebases/reader.h\""}},
      {"tablebases/solve/a.cpp", {"#include \"books/book.h\"", "#include \"tablebases/material/material.h\""}},
      {"gen/a.cpp", {"#include \"tools/commands/commands.h\"", "#include \"books/book.h\""}},
      {"tools/agent/a.cpp", {"#include \"tests/x.h\"", "#include \"gen/commands/commands.h\""}},
      {"tests/a.cpp", {"#include \"tools/commands/commands.h\""}},
  };
  EXPECT_THAT(layering_breaches(planted), ElementsAre("core/a.cpp:3: #include \"books/book.h\"",
                                                      "books/a.h:1:   #  include \"tablebases/reader.h\"",
                                                      "tablebases/solve/a.cpp:1: #include \"books/book.h\"",
                                                      "gen/a.cpp:1: #include \"tools/commands/commands.h\"",
                                                      "tools/agent/a.cpp:1: #include \"tests/x.h\""));
}

const Rooms& project_rooms() {
  static const Rooms listed = read_rooms(lines_of("tests/house/rooms.txt"));
  return listed;
}

TEST(Rooms, AreAllListed) {
  EXPECT_THAT(project_rooms().wrong, IsEmpty());
  EXPECT_THAT(rooms_that_are_not(project_rooms(), project()), IsEmpty());
  EXPECT_THAT(rooms_not_listed(project_rooms(), project()), IsEmpty());
}

TEST(Rooms, IncludeOnlyWhatTheyMay) { EXPECT_THAT(room_breaches(project_rooms(), project()), IsEmpty()); }

TEST(Rooms, HaveNoCircle) { EXPECT_THAT(rooms_in_circles(project_rooms()), IsEmpty()); }

// What makes tables and books stays out of what asks them, and the prover out of what checks proofs.
TEST(Rooms, KeepApartWhatMustBe) {
  const auto may = [](const std::string& room, const std::string& other) {
    return project_rooms().allowed.at(room).contains(other);
  };
  for (const std::string maker : {"rows", "solution", "ranks", "solve", "pack", "build"})
    for (const std::string asker : {"material", "file", "probe", "oracle"})
      EXPECT_FALSE(may("tablebases/" + asker, "tablebases/" + maker)) << asker << " " << maker;
  for (const std::string maker : {"work", "values", "leaves", "grow", "edit"})
    for (const std::string asker : {"file", "probe", "proof", "proof/check"})
      EXPECT_FALSE(may("books/" + asker, "books/" + maker)) << asker << " " << maker;
  EXPECT_FALSE(may("books/proof/check", "books/proof/prove"));
  EXPECT_FALSE(may("books/proof/prove", "books/proof/check"));
}

TEST(Rooms, FindsPlantedBreaches) {
  const Rooms planted = read_rooms({"# books", "", "books/file:", "books/probe: file", "books/work: file"});
  EXPECT_THAT(planted.wrong, IsEmpty());
  const std::vector<SourceFile> sources{
      {"books/file/a.h", {"#include \"books/file/b.h\"", "#include \"core/io/file.h\"", "#include <books/work/a.h>"}},
      {"books/probe/a.cpp", {"#include \"books/file/a.h\"", "#include <vector>", "# include \"books/work/a.h\""}},
      {"books/work/a.cpp", {"#include \"../probe/a.h\"", "#include \"books/file/deeper/a.h\""}},
      {"books/new/a.cpp", {"#include \"books/file/a.h\""}},
      {"tests/books/a.cpp", {"#include \"books/work/a.h\""}}};
  EXPECT_THAT(room_breaches(planted, sources), ElementsAre("books/file/a.h:3: #include <books/work/a.h>",
                                                           "books/probe/a.cpp:3: # include \"books/work/a.h\"",
                                                           "books/work/a.cpp:1: #include \"../probe/a.h\"",
                                                           "books/work/a.cpp:2: #include \"books/file/deeper/a.h\"",
                                                           "books/new/a.cpp:1: #include \"books/file/a.h\""));
}

TEST(Rooms, FindsPlantedErrorsOfTheList) {
  const std::vector<SourceFile> sources{{"gen/a/x.h", {}}, {"gen/b/x.h", {}}, {"gen/x.h", {}}, {"tests/t/x.h", {}}};
  const Rooms planted = read_rooms({"gen/a: c", "gen/c: d"});
  EXPECT_THAT(rooms_not_listed(planted, sources), ElementsAre("gen", "gen/b"));
  EXPECT_THAT(rooms_that_are_not(planted, sources), ElementsAre("gen/c: no sources", "gen/c: gen/d is not listed"));
  EXPECT_THAT(read_rooms({"gen/a: b", "gen/a:", "gen/b b", "gen/c: b  d", "gen/d: b b"}).wrong, SizeIs(4));
}

TEST(Rooms, FindsPlantedCircles) {
  EXPECT_THAT(rooms_in_circles(read_rooms({"gen/a: b", "gen/b: c", "gen/c: a", "gen/d: a"})),
              ElementsAre("gen/a", "gen/b", "gen/c"));
  EXPECT_THAT(rooms_in_circles(read_rooms({"gen/a: a"})), ElementsAre("gen/a"));
  EXPECT_THAT(rooms_in_circles(read_rooms({"gen/a: b c", "gen/b: c", "gen/c:"})), IsEmpty());
}

std::vector<std::string> libraries_in_headers(std::vector<SourceFile> sources) {
  // A part of a .cpp file is no header.
  std::erase_if(sources, [](const SourceFile& f) { return !f.path.ends_with(".h") || f.path.ends_with("-inl.h"); });
  return matching_lines(sources, "#include <(CLI|fmt|nlohmann|boost)/");
}

TEST(Headers, DoWithoutTheLibrariesOfTheCode) {
  EXPECT_THAT(libraries_in_headers(project()), IsEmpty());
  EXPECT_THAT(libraries_in_headers({{"core/a.h", {"#include <nlohmann/json_fwd.hpp>", "#include <vector>"}},
                                    {"core/a-inl.h", {"#include <fmt/core.h>"}},
                                    {"core/a.cpp", {"#include <fmt/core.h>"}}}),
              SizeIs(1));
}

TEST(Games, NobodyAsksWhichGameItIs) { EXPECT_THAT(questions_for_the_game(project()), IsEmpty()); }

TEST(Games, FindsPlantedQuestions) {
  const std::vector<SourceFile> planted{
      {"books/a.cpp",
       {"if (rules.name == other) {}", "if (rules->name != \"x\") {}", "if (variant == \"makruk\") {}",
        "if constexpr (&R == &games::chess) {}", "if (option.name == wanted) {}", "if (R.castling) {}"}},
      {"core/rules/games.h", {"if (rules.name == games::chess.name) {}"}}};
  EXPECT_THAT(questions_for_the_game(planted), SizeIs(4));
}

TEST(Size, OfFiles) {
  for (const SourceFile& file : project()) {
    if (file.path.ends_with(".inc")) continue;  // data
    EXPECT_LE(file.lines.size(), kMaxFileLines) << file.path;
  }
}

TEST(Size, OfRooms) {
  const std::vector<std::string> files = files_of_rooms(BOOKENDS_SOURCE_DIR);
  EXPECT_TRUE(std::ranges::any_of(files, [](const std::string& file) { return file.starts_with("tests/books/"); }));
  EXPECT_THAT(crowded_rooms(files, kMaxFilesOfARoom), IsEmpty());
  EXPECT_THAT(crowded_rooms({"gen/a/x.h", "gen/a/x.cpp", "gen/a/b/x.h", "gen/b/x.h", "gen/a/README.md"}, 2),
              ElementsAre("gen/a: 3"));
}

// Lines more than the page may have, or 0.
std::size_t excess(const std::string& path, std::size_t lines) {
  const std::size_t most = path == "README.md"                    ? kMaxFirstPageLines
                           : path.ends_with("/README.md")         ? kMaxReadmeLines
                           : path.ends_with("/IMPLEMENTATION.md") ? kMaxImplementationLines
                                                                  : lines;
  return lines - std::min(lines, most);
}

TEST(Size, OfPages) {
  std::vector<std::string> pages = files_of_rooms(BOOKENDS_SOURCE_DIR);
  pages.push_back("README.md");
  std::erase_if(pages, [](const std::string& file) { return !file.ends_with(".md"); });
  for (const std::string& page : pages) EXPECT_EQ(excess(page, lines_of(page).size()), 0u) << page;
  EXPECT_EQ(excess("README.md", 150), 0u);
  EXPECT_EQ(excess("README.md", 151), 1u);
  EXPECT_EQ(excess("core/eval/nets/README.md", 121), 1u);
  EXPECT_EQ(excess("gen/IMPLEMENTATION.md", 152), 2u);
  EXPECT_EQ(excess("books/file/FORMAT.md", 256), 0u);
}

TEST(Words, NothingIsLeftUnfinished) {
  // In two parts, so that this line is not found itself.
  const std::string unfinished = std::string(R"(\b(TO)") + R"(DO|FIX)" + R"(ME|XX)" + R"(X)\b)";
  EXPECT_THAT(matching_lines(project(), unfinished), IsEmpty());
  EXPECT_THAT(matching_lines({{"core/a.h",
                               {"// TO"
                                "DO: later"}}},
                             unfinished),
              SizeIs(1));
}

TEST(Headers, AreIncludedOnce) {
  for (const SourceFile& file : project()) {
    if (!file.path.ends_with(".h") || file.path.ends_with("-inl.h")) continue;  // those: once for each instruction set
    EXPECT_TRUE(std::ranges::any_of(file.lines, [](const std::string& l) {
      return l == "#pragma once" || l.starts_with("#ifndef");
    })) << file.path;
  }
}

// Numbers are put together from bytes (core/io/bytes.h), so no pointer is misaligned. The sanitizer's own check of that
// sees only what the tests run through, and only core and the probe libraries are built with it.
TEST(Casts, GoFromBytesToNothingLarger) {
  const std::string larger =
      R"(reinterpret_cast<(?!(const )?(char|std::byte|void|unsigned char)\s*\*>|std::uintptr_t>))";
  const std::string from_void = R"(static_cast<(?!(const )?(std::byte|void)\s*\*)[^<>()]*(<[^<>]*>)?\s*\*>)";
  std::vector<SourceFile> ours;
  for (const SourceFile& file : project()) {
    if (file.layer() == "tests") continue;
    ours.push_back(file);  // the lines of interest: expressions are slow
    std::erase_if(ours.back().lines, [](const std::string& l) { return l.find("_cast<") == l.npos; });
  }
  EXPECT_THAT(matching_lines(ours, larger), IsEmpty());
  // What comes as void* has been allocated as what it becomes, and aligned.
  for (const char* allocates :
       {"core/base/large_pages.h", "core/search/tree/transposition.cpp", "tablebases/probe/block_cache.cpp",
        "tablebases/probe/board.h", "tablebases/rows/buffer.h", "tablebases/solution/array_memory.h",
        "tablebases/syzygy/page_cache.cpp"})
    std::erase_if(ours, [&](const SourceFile& f) { return f.path == allocates; });
  EXPECT_THAT(matching_lines(ours, from_void), IsEmpty());
  const std::vector<SourceFile> planted{
      {"core/a.cpp",
       {"f(reinterpret_cast<const std::uint32_t*>(bytes));", "g = reinterpret_cast<Head *>(at)->size;",
        "reinterpret_cast<const char*>(bytes)", "h(static_cast<const std::vector<int>*>(p));", "static_cast<T*>(p)",
        "static_cast<const std::byte*>(p)", "static_cast<int>(a * b)"}}};
  EXPECT_THAT(matching_lines(planted, larger), SizeIs(2));
  EXPECT_THAT(matching_lines(planted, from_void), SizeIs(2));
}

// The libraries return errors; only programs print and exit.
TEST(Libraries, NeitherPrintNorExit) {
  std::vector<SourceFile> libraries;
  std::ranges::copy_if(project(), std::back_inserter(libraries), [](const SourceFile& f) {
    return f.layer() == "core" || f.layer() == "books" || f.layer() == "tablebases";
  });
  // Not in a comment.
  const std::string speech = R"(^((?!//).)*(std::(cout|cerr|clog)|\b(printf|puts|fputs|abort|exit|quick_exit)\s*\())";
  EXPECT_THAT(matching_lines(libraries, speech), IsEmpty());
  EXPECT_THAT(matching_lines({{"core/a.cpp", {"std::exit(1);", "std::cout << 1;", "fmt::print()"}}}, speech),
              SizeIs(2));
}

}  // namespace
}  // namespace bookends::test
