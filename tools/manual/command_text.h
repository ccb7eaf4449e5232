// What a program's commands and options are called and mean, as its --help has it: for manual pages and for shells.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace bookends {

struct OptionText {
  std::vector<std::string> names;  // "-h", "--help", the usual one first; empty for what is only a word of its own
  std::string word;                // "BOOK", where it may also be given without a name; else empty
  std::string value;               // what is to be given, as "TEXT" or "INT"; empty for a flag
  std::string range;               // of numbers: "at least 1"
  std::string standard;            // the value that it has when it is not given
  std::vector<std::string> choices;
  std::vector<std::string> excludes;
  bool required = false;
  bool repeated = false;  // takes several values
  bool is_text = false;   // which may be the name of a file: that is what shells offer for it, if there are no choices
  std::string description;
};

struct CommandText {
  std::string path;  // "bookends tables build"
  std::string description;
  std::vector<std::string> notes;     // paragraphs
  std::vector<std::string> tables;    // lines below them, whose columns stand as they are
  std::vector<std::string> examples;  // lines
  std::vector<OptionText> options;
  std::vector<CommandText> commands;  // those below it
  std::vector<int> exit_codes;        // empty: any of `bookends`
};

// A command and all below it.
std::vector<const CommandText*> with_all_below(const CommandText& command);

// The last word of the path.
std::string name_of(const CommandText& command);

// Of an application and of all commands below it. What its help does not show is left out.
CommandText command_text(const CLI::App& app, const std::string& parents = {});

// Of bookends-agent, which reads its few options itself.
CommandText agent_text();

}  // namespace bookends
