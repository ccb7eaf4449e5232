#include "tests/house/source_tree.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "core/rules/games.h"

namespace bookends::test {
namespace {

namespace fs = std::filesystem;

// What each layer may include.
const std::map<std::string, std::set<std::string>>& allowed_layers() {
  static const std::map<std::string, std::set<std::string>> allowed{
      {"core", {"core"}},
      {"tablebases", {"core", "tablebases"}},
      {"books", {"core", "books"}},
      {"gen", {"core", "tablebases", "books", "gen"}},
      {"tools", {"core", "tablebases", "books", "gen", "tools"}},
      {"tests", {"core", "tablebases", "books", "gen", "tools", "tests"}},
  };
  return allowed;
}

bool is_source(const fs::path& path) {
  static const std::set<std::string> endings{".h", ".cpp", ".c", ".inc"};
  return endings.contains(path.extension().string());
}

std::string at(const SourceFile& file, std::size_t line) {
  return file.path + ":" + std::to_string(line + 1) + ": " + file.lines[line];
}

}  // namespace

std::vector<SourceFile> read_sources(const fs::path& root) {
  std::vector<SourceFile> sources;
  for (const auto& [layer, ignored] : allowed_layers()) {
    if (!fs::is_directory(root / layer)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / layer)) {
      if (!entry.is_regular_file() || !is_source(entry.path())) continue;
      SourceFile file{fs::relative(entry.path(), root).string(), {}};
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) file.lines.push_back(line);
      sources.push_back(std::move(file));
    }
  }
  std::ranges::sort(sources, {}, &SourceFile::path);
  return sources;
}

std::vector<std::string> layering_breaches(const std::vector<SourceFile>& sources) {
  static const std::regex include(R"(^\s*#\s*include\s*["<]([a-z_]+)/)");
  std::vector<std::string> breaches;
  for (const SourceFile& file : sources) {
    const std::set<std::string>& allowed = allowed_layers().at(file.layer());
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch match;
      if (!std::regex_search(file.lines[i], match, include)) continue;
      const std::string included = match[1];
      if (allowed_layers().contains(included) && !allowed.contains(included)) breaches.push_back(at(file, i));
    }
  }
  return breaches;
}

std::vector<std::string> questions_for_the_game(const std::vector<SourceFile>& sources) {
  std::string names;
  for (const Rules* rules : all_games()) names += (names.empty() ? "" : "|") + std::string(rules->name);
  const std::string by_field = R"((\bR|rules_?|game_?)(\)*)(\.|->)name\s*[=!]=)";  // rules.name == ...
  const std::string by_literal = "[=!]=\\s*\"(" + names + ")\"";                   // ... == "chess"
  const std::string by_address = R"(&\s*R\s*[=!]=|[=!]=\s*&\s*games::)";           // &R == &games::chess
  const std::regex question(by_field + "|" + by_literal + "|" + by_address);
  std::vector<std::string> found;
  for (const SourceFile& file : sources) {
    if (file.layer() == "tests" || file.path.starts_with("core/rules/games.")) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      if (std::regex_search(file.lines[i], question)) found.push_back(at(file, i));
  }
  return found;
}

std::vector<std::string> matching_lines(const std::vector<SourceFile>& sources, const std::string& expression) {
  const std::regex pattern(expression);
  std::vector<std::string> found;
  for (const SourceFile& file : sources)
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      if (std::regex_search(file.lines[i], pattern)) found.push_back(at(file, i));
  return found;
}

}  // namespace bookends::test
