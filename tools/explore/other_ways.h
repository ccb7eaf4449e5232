// The lines of a book that lead to the position of a page, beside the page's own.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tools/explore/explored.h"

namespace bookends {

struct OtherWay {
  std::string start;       // FEN
  std::string start_name;  // where that is not the page's start; "" of one without a name
  std::vector<ExploredPly> line;
  bool black_begins = false;
  int first_move = 1;
};

struct OtherWays {
  std::vector<OtherWay> shown;  // the shortest first
  std::uint64_t more = 0;
  bool counted_all = true;  // else there are more than that
};

// Finds them by a map of each book (books/review/ways.h), which is made when the book is first asked for: who asks
// meanwhile waits for it, a second or two for the largest book that it is made of. Any number of threads may ask.
class WaysOfBooks {
 public:
  // Of larger books nothing is said.
  static constexpr std::size_t kMostPositions = 300'000;

  WaysOfBooks();
  ~WaysOfBooks();
  WaysOfBooks(const WaysOfBooks&) = delete;
  WaysOfBooks& operator=(const WaysOfBooks&) = delete;

  // Before any is asked for.
  void add(const Rules& rules, const std::string& file);
  // By the first book of the game that has the position. None where no book has it, or it cannot be read.
  OtherWays to(const Explored& position) const;

 private:
  struct LazyMap;
  std::map<const Rules*, std::vector<std::unique_ptr<LazyMap>>> maps_;
};

}  // namespace bookends
