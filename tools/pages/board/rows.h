// Rows of men that boards of one page share. Most of a board's ranks are as they were before the move: with each row
// once on a page, a position of fragments takes 1.7 kB rather than 2.3, one of chess 1.6 rather than 2.6, still without
// a script. (A script that draws boards from FENs would save about as much again, and leave nothing to who has none.)
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace bookends {

class BoardRows {
 public:
  // The id of the part that draws `row`: uses of men, each with its x.
  std::string part(std::string_view row);
  // The rows that are new since the last call, for the page's body before what uses them: browsers that meet a use
  // first draw all twice. Empty when none is new.
  std::string take_parts();

 private:
  std::map<std::string, int, std::less<>> numbers_;
  std::string parts_;
};

}  // namespace bookends
