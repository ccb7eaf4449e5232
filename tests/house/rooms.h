// The rooms of a library: folders with sources, and which of them each may include (rooms.txt).
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/house/source_tree.h"

namespace bookends::test {

struct Rooms {
  std::map<std::string, std::set<std::string>> allowed;  // "books/values" -> "books/file", "books/work"
  std::vector<std::string> wrong;                        // "line 3: why: the line"
};

// A line is "library/room: room room": the rooms after the colon are of the same library, and written without it. Empty
// lines and those that begin with # are left out.
Rooms read_rooms(const std::vector<std::string>& lines);

// A line for each room that has no sources, and for each that is allowed and not listed.
std::vector<std::string> rooms_that_are_not(const Rooms& rooms, const std::vector<SourceFile>& sources);

// Folders of the libraries that have sources and are not listed.
std::vector<std::string> rooms_not_listed(const Rooms& rooms, const std::vector<SourceFile>& sources);

// Each include of a room that is not allowed as "path:line: what"; also one whose path does not begin at the root, as
// nobody could say which room it means.
std::vector<std::string> room_breaches(const Rooms& rooms, const std::vector<SourceFile>& sources);

// Rooms that may include themselves by way of others, ordered.
std::vector<std::string> rooms_in_circles(const Rooms& rooms);

// Files that count for a room: sources, pages and lists of symbols, below the layers' folders of `root`.
std::vector<std::string> files_of_rooms(const std::filesystem::path& root);

// Folders with more than `most` files directly in them, as "folder: number".
std::vector<std::string> crowded_rooms(const std::vector<std::string>& files, std::size_t most);

}  // namespace bookends::test
