// The work of `bookends book test`: what was asked for, and its matches.
#pragma once

#include <string>
#include <vector>

#include "gen/console/command.h"
#include "tools/match/game/openings.h"

namespace bookends {

// As the options have it.
struct BookTestRequest {
  std::vector<std::string> books;
  std::vector<std::string> limits{"movetime=100", "movetime=400"};
  std::vector<std::string> options;
  int games = 100;
  int concurrency = 1;
  int variety = 15;
  int min_depth = 0;
  int min_plies = 0;
  match::RandomOpenings random{"", 0};
  std::string openings;
  std::string tables;
  std::string pgn;
  bool resume = false;
  std::string engine_log;
  int max_moves = 300;
};

// Plays a match at each limit and says how they went. Errors: of what was asked for, before the first game; of books,
// engines and files.
Result<void> run_book_test(const BookTestRequest& request, Session& session);

}  // namespace bookends
