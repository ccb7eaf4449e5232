// The work of `bookends match`: what was asked for, and the match itself.
#pragma once

#include <string>
#include <vector>

#include "gen/console/command.h"
#include "tools/match/game/openings.h"

namespace bookends {

// As the options have it.
struct MatchRequest {
  std::string game;
  std::vector<std::string> engines;
  std::string movetime, nodes, depth, tc;  // as they were written; empty = not given
  int margin = 50;
  int patience = 60;
  int games = 100;
  int concurrency = 1;
  std::string openings;
  bool shuffle = false;
  match::RandomOpenings random;
  std::string tables;
  std::string resign = "1000,4";
  std::string draw = "40,10,10";
  int max_moves = 300;
  std::string sprt;
  std::string pgn;
  bool resume = false;
  std::string engine_log;
};

// Plays it and says how it went. Errors: of what was asked for, before the first game; of engines and files.
Result<void> run_match(const MatchRequest& request, Session& session);

}  // namespace bookends
