// The rules of the house, checked: each check is also shown to find what it looks for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/house/source_tree.h"

namespace bookends::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::size_t kMaxFileLines = 600;
constexpr std::size_t kMaxReadmeLines = 150;

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

std::vector<std::string> libraries_in_headers(std::vector<SourceFile> sources) {
  std::erase_if(sources, [](const SourceFile& file) { return !file.path.ends_with(".h"); });
  return matching_lines(sources, "#include <(CLI|fmt|nlohmann|boost)/");
}

TEST(Headers, DoWithoutTheLibrariesOfTheCode) {
  EXPECT_THAT(libraries_in_headers(project()), IsEmpty());
  EXPECT_THAT(libraries_in_headers({{"core/a.h", {"#include <nlohmann/json_fwd.hpp>", "#include <vector>"}},
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

TEST(Size, OfTheReadme) {
  std::ifstream in(std::filesystem::path(BOOKENDS_SOURCE_DIR) / "README.md");
  ASSERT_TRUE(in);
  std::size_t lines = 0;
  for (std::string line; std::getline(in, line);) ++lines;
  EXPECT_LE(lines, kMaxReadmeLines);
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
