#include "tests/house/rooms.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace bookends::test {
namespace {

namespace fs = std::filesystem;

bool is_library(const std::string& layer) { return layer != "tests"; }

std::string folder_of(const std::string& path) { return fs::path(path).parent_path().string(); }

std::set<std::string> rooms_with_sources(const std::vector<SourceFile>& sources) {
  std::set<std::string> found;
  for (const SourceFile& file : sources)
    if (is_library(file.layer())) found.insert(folder_of(file.path));
  return found;
}

// All that can be reached from a room, itself only by a circle.
std::set<std::string> reached_from(const Rooms& rooms, const std::string& room) {
  std::set<std::string> reached;
  std::vector<std::string> open{room};
  while (!open.empty()) {
    const auto listed = rooms.allowed.find(open.back());
    open.pop_back();
    if (listed == rooms.allowed.end()) continue;
    for (const std::string& next : listed->second)
      if (reached.insert(next).second) open.push_back(next);
  }
  return reached;
}

// Of `included`, which is in quotes: whether it may stand in a file of `room`.
bool may_include(const Rooms& rooms, const std::string& room, const std::string& included) {
  static const std::set<std::string> layers{"core", "tablebases", "books", "gen", "tools"};
  const std::string layer = included.substr(0, included.find('/'));
  if (!layers.contains(layer)) return false;
  const std::string from = folder_of(included);
  if (layer != room.substr(0, room.find('/')) || from == room) return true;  // other layers: layering_breaches()
  const auto listed = rooms.allowed.find(room);
  return listed != rooms.allowed.end() && listed->second.contains(from);
}

}  // namespace

Rooms read_rooms(const std::vector<std::string>& lines) {
  static const std::regex shape("([a-z]+)(/[a-z_/]+)?:(( [a-z_/]+)*)");
  Rooms rooms;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty() || lines[i].starts_with('#')) continue;
    const auto wrong = [&](const std::string& why) {
      rooms.wrong.push_back("line " + std::to_string(i + 1) + ": " + why + ": " + lines[i]);
    };
    std::smatch match;
    if (!std::regex_match(lines[i], match, shape)) {
      wrong("not \"library/room: room room\"");
      continue;
    }
    const auto [room, is_new] = rooms.allowed.try_emplace(match[1].str() + match[2].str());
    if (!is_new) wrong("listed before");
    std::istringstream words(match[3]);
    for (std::string word; words >> word;)
      if (!room->second.insert(match[1].str() + "/" + word).second) wrong("twice " + word);
  }
  return rooms;
}

std::vector<std::string> rooms_that_are_not(const Rooms& rooms, const std::vector<SourceFile>& sources) {
  const std::set<std::string> real = rooms_with_sources(sources);
  std::vector<std::string> found;
  for (const auto& [room, allowed] : rooms.allowed) {
    if (!real.contains(room)) found.push_back(room + ": no sources");
    for (const std::string& other : allowed)
      if (!rooms.allowed.contains(other)) found.push_back(room + ": " + other + " is not listed");
  }
  return found;
}

std::vector<std::string> rooms_not_listed(const Rooms& rooms, const std::vector<SourceFile>& sources) {
  std::vector<std::string> found;
  for (const std::string& room : rooms_with_sources(sources))
    if (!rooms.allowed.contains(room)) found.push_back(room);
  return found;
}

std::vector<std::string> room_breaches(const Rooms& rooms, const std::vector<SourceFile>& sources) {
  static const std::regex include(R"re(^\s*#\s*include\s*("|<(?=(core|tablebases|books|gen|tools)/))([^">]+))re");
  std::vector<std::string> found;
  for (const SourceFile& file : sources) {
    if (!is_library(file.layer())) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch match;
      if (std::regex_search(file.lines[i], match, include) && !may_include(rooms, folder_of(file.path), match[3]))
        found.push_back(file.path + ":" + std::to_string(i + 1) + ": " + file.lines[i]);
    }
  }
  return found;
}

std::vector<std::string> rooms_in_circles(const Rooms& rooms) {
  std::vector<std::string> found;
  for (const auto& [room, allowed] : rooms.allowed)
    if (reached_from(rooms, room).contains(room)) found.push_back(room);
  return found;
}

std::vector<std::string> files_of_rooms(const fs::path& root) {
  static const std::set<std::string> endings{".h", ".cpp", ".c", ".inc", ".md", ".map"};
  std::vector<std::string> files;
  for (const char* layer : {"core", "tablebases", "books", "gen", "tools", "tests"})
    for (const auto& entry : fs::recursive_directory_iterator(root / layer))
      if (entry.is_regular_file() && endings.contains(entry.path().extension().string()))
        files.push_back(fs::relative(entry.path(), root).string());
  return files;
}

std::vector<std::string> crowded_rooms(const std::vector<std::string>& files, std::size_t most) {
  std::map<std::string, std::size_t> sizes;
  for (const std::string& file : files) ++sizes[folder_of(file)];
  std::vector<std::string> found;
  for (const auto& [room, size] : sizes)
    if (size > most) found.push_back(room + ": " + std::to_string(size));
  return found;
}

}  // namespace bookends::test
