#include <sstream>

#include "core/rules/games.h"
#include "gen/console/command.h"
#include "tools/agent/protocol/settings.h"
#include "tools/agent/protocol/usage.h"
#include "tools/manual/command_text.h"

namespace bookends {
namespace {

void add_lines(std::string_view text, std::vector<std::string>& lines) {
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) lines.push_back(line.substr(line.starts_with("  ") ? 2 : 0));
}

OptionText agent_flag(std::vector<std::string> names, std::string description) {
  OptionText option;
  option.names = std::move(names);
  option.description = std::move(description);
  return option;
}

}  // namespace

CommandText agent_text() {
  CommandText agent;
  agent.path = "bookends-agent";
  agent.description = agent::kSummary;
  agent.notes = {std::string(agent::kUse), std::string(agent::kBeyondUci), "Options of UCI, with their defaults:"};
  add_lines(agent::explain_options(), agent.tables);
  add_lines(agent::kExamples, agent.examples);
  agent.options = {agent_flag({"--help", "-h"}, "Print a help and exit"),
                   agent_flag({"--version", "-v"}, "Print the version and exit"),
                   agent_flag({"--variant"}, "The game until UCI_Variant is set")};
  agent.exit_codes = {kExitOk, kExitUsage, kExitIo};
  OptionText& variant = agent.options.back();
  variant.value = "GAME";
  for (const Rules* rules : all_games()) variant.choices.emplace_back(rules->name);
  return agent;
}

}  // namespace bookends
