#include "tools/manual/command_text.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "core/rules/games.h"

namespace bookends {
namespace {

std::vector<std::string> game_names() {
  std::vector<std::string> names;
  for (const Rules* rules : all_games()) names.emplace_back(rules->name);
  return names;
}

// "TEXT:{text,html,pgn}" and "INT:from 3 to 8" are how CLI11 puts a type with what checks it.
void read_type(const std::string& type, OptionText& option) {
  const std::size_t colon = type.find(':');
  option.value = type.substr(0, colon);
  const std::string check = colon == std::string::npos ? "" : type.substr(colon + 1);
  if (check.starts_with('{') && check.ends_with('}')) {
    std::istringstream list(check.substr(1, check.size() - 2));
    for (std::string choice; std::getline(list, choice, ',');) option.choices.push_back(choice);
  } else {
    option.range = check;
  }
}

bool names_a_game(const OptionText& option) {
  return option.word == "GAME" || std::ranges::find(option.names, "--game") != option.names.end();
}

OptionText option_text(const CLI::Option& from) {
  OptionText option;
  for (const std::string& name : from.get_lnames()) option.names.push_back("--" + name);
  for (const std::string& name : from.get_snames()) option.names.push_back("-" + name);
  if (from.get_positional()) option.word = from.get_name(true);
  option.description = from.get_description();
  option.required = from.get_required();
  option.repeated = from.get_items_expected_max() > 1;
  option.standard = from.get_default_str();
  for (const CLI::Option* other : from.get_excludes()) option.excludes.push_back(other->get_name());
  std::ranges::sort(option.excludes);
  if (from.get_items_expected_max() == 0) return option;
  read_type(from.get_type_name(), option);
  if (names_a_game(option)) option.choices = game_names();
  option.is_text = option.value == "TEXT";
  return option;
}

// The lines of a footer: examples are indented below a heading of theirs, all else is prose, broken where the screen of
// a help ends.
void read_footer(const std::string& footer, CommandText& command) {
  std::istringstream lines(footer);
  bool in_examples = false, ended = true;
  for (std::string line; std::getline(lines, line);) {
    if (line == "Example:" || line == "Examples:") {
      in_examples = true;
    } else if (in_examples && line.starts_with("  ")) {
      command.examples.push_back(line.substr(2));
    } else if (line.empty()) {
      ended = true;
    } else {
      in_examples = false;
      if (ended || command.notes.empty())
        command.notes.push_back(line);
      else
        command.notes.back() += "\n" + line;
      ended = false;
    }
  }
}

}  // namespace

std::string name_of(const CommandText& command) { return command.path.substr(command.path.rfind(' ') + 1); }

CommandText command_text(const CLI::App& app, const std::string& parents) {
  CommandText command;
  command.path = parents.empty() ? app.get_name() : parents + " " + app.get_name();
  command.description = app.get_description();
  read_footer(app.get_footer(), command);
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty()) command.options.push_back(option_text(*option));
  for (const CLI::App* below : app.get_subcommands({}))
    if (!below->get_name().empty()) command.commands.push_back(command_text(*below, command.path));
  return command;
}

std::vector<const CommandText*> with_all_below(const CommandText& command) {
  std::vector<const CommandText*> all{&command};
  for (const CommandText& below : command.commands) {
    const std::vector<const CommandText*> more = with_all_below(below);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace bookends
