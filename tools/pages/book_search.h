// Search in a folder of a book's pages: a script, and files by which it finds a position without reading the pages.
//
// Pages opened as files may not fetch others, but may load scripts: so the files are scripts too, and each is small. A
// position is in the one that the hash of its FEN's first four fields names. All works without, but for the search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bookends {

// Of the board, the turn, the rights and en passant, with single blanks between: two FNV-1a hashes, the upper with
// another prime. As numbers of 32 bits a script can compute them.
std::uint64_t search_hash(std::string_view fen);

class SearchFiles {
 public:
  explicit SearchFiles(int positions) { found_.reserve(static_cast<std::size_t>(positions)); }

  void add(std::string_view fen, int id) { found_.push_back({search_hash(fen), id}); }

  // To be called when all are added.
  void sort();
  int count() const { return files_; }
  // bookFile(NUMBER,{"HASH":ID,...}): file number `index`, as the script loads it. Of positions of one hash the first.
  std::string text(int index) const;

 private:
  struct Found {
    std::uint64_t hash = 0;
    std::int32_t id = 0;
  };
  std::vector<Found> found_;
  int files_ = 1;
};

struct SearchedStart {
  std::string name;
  int id = 0;
};

// The script that every page of the folder loads. `page_positions` is how many positions a page has.
std::string search_script(const std::vector<SearchedStart>& starts, int page_positions, int files);

}  // namespace bookends
