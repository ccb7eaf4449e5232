#include <fmt/format.h>

#include "tools/manual/completion.h"
#include "tools/manual/completion_words.h"
#include "tools/manual/man_page.h"

namespace bookends {
namespace {

std::string fish_quoted(std::string_view text) { return in_single_quotes(text, "\\'", "\\\\"); }

// A function that says how far the command line has come, and one that asks whether it has come just there.
std::string fish_walk(const CommandText& program) {
  std::vector<std::string> paths;
  for (const CommandText* command : with_all_below(program))
    if (command != &program) paths.push_back("'" + command->path + "'");
  std::string walk;
  if (!paths.empty())
    walk = fmt::format(
        "    for word in (commandline -opc)[2..-1]\n        switch \"$path $word\"\n            case {}\n"
        "                set path \"$path $word\"\n        end\n    end\n",
        joined_by(paths, " "));
  return fmt::format(
      "function __{0}_at\n    set -l path '{1}'\n{2}    test \"$path\" = \"$argv\"\nend\ncomplete -c {1} -f\n",
      identifier_of(program), program.path, walk);
}

std::string fish_option(const OptionText& option) {
  std::string text;
  for (const std::string& name : option.names)
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.value.empty()) text += option.is_text && option.choices.empty() ? " -r -F" : " -x";
  if (!option.choices.empty()) text += " -a '" + joined_by(option.choices, " ") + "'";
  return text + " -d " + fish_quoted(option.description);
}

std::string fish_command(const CommandText& program, const CommandText& command) {
  const std::string begin =
      fmt::format("complete -c {} -n '__{}_at {}'", program.path, identifier_of(program), command.path);
  std::string lines;
  for (const CommandText& below : command.commands)
    lines += fmt::format("{} -a {} -d {}\n", begin, name_of(below), fish_quoted(below.description));
  const WordsTaken taken = words_taken(command);
  if (!taken.choices.empty()) lines += fmt::format("{} -a '{}'\n", begin, joined_by(taken.choices, " "));
  if (taken.files) lines += begin + " -F\n";
  for (const OptionText& option : command.options)
    if (!option.names.empty()) lines += begin + fish_option(option) + '\n';
  return lines;
}

}  // namespace

std::string fish_completion(const std::vector<CommandText>& programs) {
  std::string script = "# Completion for fish.\n";
  for (const CommandText& program : programs) {
    script += '\n' + fish_walk(program);
    for (const CommandText* command : with_all_below(program)) script += fish_command(program, *command);
  }
  return script;
}

}  // namespace bookends
