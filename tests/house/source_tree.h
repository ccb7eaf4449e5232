// The project's sources as text, for the tests of the house itself.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace bookends::test {

struct SourceFile {
  std::string path;  // from the root: "core/rules/rules.h"
  std::vector<std::string> lines;
  std::string layer() const { return path.substr(0, path.find('/')); }
};

// All C and C++ sources below the layers' folders of `root`, ordered by path.
std::vector<SourceFile> read_sources(const std::filesystem::path& root);

// Each breach as "path:line: what". The rules: the layers include downwards only, and books and tablebases not each
// other at all.
std::vector<std::string> layering_breaches(const std::vector<SourceFile>& sources);

// Code that asks which game it plays, outside core/rules/games.*.
std::vector<std::string> questions_for_the_game(const std::vector<SourceFile>& sources);

// Lines that match the regular expression.
std::vector<std::string> matching_lines(const std::vector<SourceFile>& sources, const std::string& expression);

}  // namespace bookends::test
