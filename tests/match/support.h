// Matches between scripted engines.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tools/match/game/openings.h"
#include "tools/match/match.h"

namespace bookends::match {

using uci::EngineSpec;
using uci::Milliseconds;
using uci::parse_time_control;
using uci::Thought;
using uci::Time;

// An engine that follows a script (see engine/scripted_engine.cpp): "crash=3 score=100". It plays fragments, unless the
// script says otherwise.
inline EngineSpec scripted(const std::string& name, const std::string& script = "") {
  EngineSpec spec =
      uci::parse_engine_spec("\"cmd=" BOOKENDS_SCRIPTED_ENGINE " variants=fragments " + script + "\"").value();
  spec.name = name;
  return spec;
}

// Nodes as limits, so that time plays no part, and no adjudication.
inline MatchSettings settings_of(std::vector<EngineSpec> engines, int games) {
  MatchSettings settings;
  settings.engines = std::move(engines);
  settings.engine_setting.variant = "fragments";
  settings.play.limits.nodes = 100;
  settings.play.adjudication = {.resign = {}, .draw = {}, .max_moves = 100};
  settings.games = games;
  return settings;
}

template <const Rules& R>
std::vector<Position<R>> some_openings(std::size_t count) {
  Progress progress;
  return random_openings<R>({.start = "", .plies = 4, .seed = 1, .balance = kInfinite, .depth = 1}, count, 1, progress)
      .value();
}

// Plays it and returns the games.
template <const Rules& R = games::fragments>
std::vector<GameRecord> games_of(const MatchSettings& settings, const Oracle<R>* tables = nullptr) {
  std::vector<GameRecord> games;
  Progress progress;
  const auto sink = [&games](const GameRecord& game) -> Result<bool> {
    games.push_back(game);
    return true;
  };
  const Result<void> played = play_match<R>(
      settings, some_openings<R>(3), tables, sink, [] { return ""; }, progress);
  EXPECT_TRUE(played) << played.error().message;
  return games;
}

}  // namespace bookends::match
