#include <fmt/format.h>

#include "tools/manual/completion.h"
#include "tools/manual/completion_words.h"
#include "tools/manual/man_page.h"

namespace bookends {
namespace {

// `marks` end a part of a specification.
std::string zsh_text(std::string_view text, std::string_view marks) {
  std::string out;
  for (const char ch : text) {
    if (marks.find(ch) != std::string_view::npos || ch == '\\') out += '\\';
    out += ch == '\n' ? ' ' : ch;
  }
  return out;
}

std::string zsh_quoted(std::string_view text) { return in_single_quotes(text, "'\\''", "\\"); }

std::string zsh_value(const OptionText& option) {
  const std::string name = zsh_text(option.value.empty() ? option.word : option.value, ":");
  if (!option.choices.empty()) return ":" + name + ":(" + joined_by(option.choices, " ") + ")";
  return ":" + name + ":" + (option.is_text ? "_files" : "");
}

// An option may be repeated where it takes several values; names of one option exclude each other.
std::string zsh_option(const OptionText& option) {
  std::string lines;
  for (const std::string& name : option.names) {
    const std::string spec = (option.repeated ? "*" : "(" + joined_by(option.names, " ") + ")") + name +
                             (option.value.empty() || !name.starts_with("--") ? "" : "=") + "[" +
                             zsh_text(option.description, "[]:") + "]" +
                             (option.value.empty() ? "" : zsh_value(option));
    lines += " \\\n    " + zsh_quoted(spec);
  }
  return lines;
}

std::string zsh_words(const CommandText& command) {
  std::string lines;
  for (const OptionText& option : command.options)
    if (!option.word.empty()) lines += " \\\n    " + zsh_quoted((option.repeated ? "*" : "") + zsh_value(option));
  return lines;
}

std::string zsh_group(const CommandText& command) {
  std::string names, cases;
  for (const CommandText& below : command.commands) {
    names += "\n    " + zsh_quoted(name_of(below) + ":" + zsh_text(below.description, ":"));
    cases += fmt::format("\n        {}) _{} ;;", name_of(below), identifier_of(below));
  }
  return fmt::format(
      " \\\n    '1: :->command' \\\n    '*:: :->rest'\n  case $state in\n    command)\n      commands=({0})\n"
      "      _describe command commands\n      ;;\n    rest)\n      case $words[1] in{1}\n      esac\n      ;;\n  "
      "esac\n",
      names, cases);
}

std::string zsh_function(const CommandText& command) {
  std::string options;
  for (const OptionText& option : command.options) options += zsh_option(option);
  const std::string name = "_" + identifier_of(command) + "() {\n";
  if (command.commands.empty()) return name + "  _arguments -s" + options + zsh_words(command) + "\n}\n";
  return name + "  local context state state_descr line\n  typeset -A opt_args\n  local -a commands\n  _arguments -C" +
         options + zsh_group(command) + "}\n";
}

}  // namespace

std::string zsh_completion(const std::vector<CommandText>& programs) {
  std::string names, functions, cases;
  for (const CommandText& program : programs) {
    names += ' ' + program.path;
    for (const CommandText* command : with_all_below(program)) functions += zsh_function(*command) + '\n';
    cases += fmt::format("  {}) _{} \"$@\" ;;\n", program.path, identifier_of(program));
  }
  return fmt::format("#compdef{}\n# Completion for zsh.\n\n{}case $service in\n{}esac\n", names, functions, cases);
}

}  // namespace bookends
