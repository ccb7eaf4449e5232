#include <fmt/format.h>

#include "tools/manual/completion.h"
#include "tools/manual/completion_words.h"
#include "tools/manual/man_page.h"

namespace bookends {
namespace {

// Bash parts words at `=` too. What may hold blanks is a line each.
constexpr const char* kBashBegin = R"(# Completion for bash. It needs no other package.
# shellcheck shell=bash
_bookends_offer() { # words, parted by blanks; "files" or nothing; what the word begins with
  local IFS=$'\n'
  # shellcheck disable=SC2207
  COMPREPLY=($(compgen -W "${1// /$'\n'}" -- "$3"))
  [ "$2" = files ] || return 0
  compopt -o filenames 2>/dev/null
  # shellcheck disable=SC2207
  COMPREPLY+=($(compgen -f -- "$3"))
}

)";

std::string words_in_quotes(const std::vector<std::string>& words) { return "'" + joined_by(words, " ") + "'"; }

// The command so far, as "bookends tables".
std::string bash_walk(const std::vector<const CommandText*>& commands) {
  std::string cases;
  for (const CommandText* command : commands)
    if (command != commands.front()) cases += fmt::format("      '{0}') path='{0}' ;;\n", command->path);
  if (cases.empty()) return "";
  return "  for ((i = 1; i < COMP_CWORD; ++i)); do\n    case \"$path ${COMP_WORDS[i]}\" in\n" + cases +
         "    esac\n  done\n";
}

// What may stand behind an option.
std::string bash_values(const std::vector<const CommandText*>& commands) {
  std::string cases;
  for (const CommandText* command : commands)
    for (const OptionText& option : command->options) {
      if (option.names.empty() || option.value.empty()) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) patterns.push_back("'" + command->path + " " + name + "'");
      cases += fmt::format("    {}) _bookends_offer {} {} \"$cur\"; return ;;\n", joined_by(patterns, " | "),
                           words_in_quotes(option.choices), option.is_text && option.choices.empty() ? "files" : "''");
    }
  return "  case \"$path $prev\" in\n" + cases + "  esac\n";
}

std::string bash_options(const std::vector<const CommandText*>& commands) {
  std::string cases;
  for (const CommandText* command : commands)
    cases += fmt::format("      '{}') _bookends_offer {} '' \"$cur\" ;;\n", command->path,
                         words_in_quotes(option_names(*command)));
  return "  if [[ $cur == -* ]]; then\n    case $path in\n" + cases + "    esac\n    return\n  fi\n";
}

std::string bash_words(const std::vector<const CommandText*>& commands) {
  std::string cases;
  for (const CommandText* command : commands) {
    WordsTaken taken = words_taken(*command);
    for (const CommandText& below : command->commands) taken.choices.push_back(name_of(below));
    cases += fmt::format("    '{}') _bookends_offer {} {} \"$cur\" ;;\n", command->path, words_in_quotes(taken.choices),
                         taken.files ? "files" : "''");
  }
  return "  case $path in\n" + cases + "  esac\n";
}

std::string bash_function(const CommandText& program) {
  const std::vector<const CommandText*> commands = with_all_below(program);
  return fmt::format(
             "_{0}() {{\n  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}} path='{1}' i\n"
             "  if [ \"$cur\" = = ]; then\n    cur=\n"
             "  elif [ \"$prev\" = = ] && [ \"$COMP_CWORD\" -gt 1 ]; then\n    prev=${{COMP_WORDS[COMP_CWORD - 2]}}\n  "
             "fi\n"
             "  COMPREPLY=()\n",
             identifier_of(program), program.path) +
         bash_walk(commands) + bash_values(commands) + bash_options(commands) + bash_words(commands) +
         fmt::format("}}\ncomplete -F _{} {}\n", identifier_of(program), program.path);
}

}  // namespace

std::string bash_completion(const std::vector<CommandText>& programs) {
  std::string script = kBashBegin;
  for (const CommandText& program : programs) script += bash_function(program) + "\n";
  script.pop_back();
  return script;
}

}  // namespace bookends
