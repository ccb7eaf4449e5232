// `bookends games`: what can be played, and under which rules.
#include "core/rules/games.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/commands/commands.h"

namespace bookends {
namespace {

std::string rules_id(const Rules& rules) { return fmt::format("{:016x}", fingerprint(rules)); }

std::string board_text(const Rules& rules) { return fmt::format("{}x{}", rules.files, rules.ranks); }

void print_text(const Rules& rules) {
  fmt::print("{:<14}{}\n", rules.name, rules.title);
  fmt::print("  board       {}\n", board_text(rules));
  for (std::size_t i = 0; i < rules.starts.size() && !rules.starts[i].empty(); ++i)
    fmt::print("  start       {:<8}{}\n", rules.start_names[i], rules.starts[i]);
  fmt::print("  pieces     ");
  for (const Piece& piece : rules.pieces)
    if (!piece.absent()) fmt::print(" {}", piece.letter);
  fmt::print("\n  promotes to {}\n  rules       {}\n", rules.promotes_to, rules_id(rules));
}

nlohmann::ordered_json as_json(const Rules& rules) {
  nlohmann::ordered_json out{{"name", rules.name},
                             {"title", rules.title},
                             {"board", board_text(rules)},
                             {"files", rules.files},
                             {"ranks", rules.ranks},
                             {"starts", nlohmann::ordered_json::object()},
                             {"pieces", nlohmann::ordered_json::array()},
                             {"promotes_to", rules.promotes_to},
                             {"rules", rules_id(rules)}};
  for (std::size_t i = 0; i < rules.starts.size() && !rules.starts[i].empty(); ++i)
    out["starts"][std::string(rules.start_names[i])] = rules.starts[i];
  for (const Piece& piece : rules.pieces)
    if (!piece.absent()) out["pieces"].push_back(std::string(1, piece.letter));
  return out;
}

void run(const Session& session) {
  if (!session.json) {
    for (const Rules* rules : all_games()) print_text(*rules);
    return;
  }
  auto games = nlohmann::ordered_json::array();
  for (const Rules* rules : all_games()) games.push_back(as_json(*rules));
  fmt::print("{}\n", games.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace

void add_command_games(CLI::App& group, Session& session) {
  CLI::App* command =
      group.add_subcommand("games", "List the games: board, start positions, pieces, rules fingerprint");
  add_common_options(*command, session, false, true);
  command->footer("Examples:\n  bookends games\n  bookends games --json");
  command->callback([&session] { run(session); });
}

}  // namespace bookends
