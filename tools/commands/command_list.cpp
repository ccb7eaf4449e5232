#include "tools/commands/command_list.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "gen/commands/commands.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

struct Command {
  std::string_view name;
  void (*add)(CLI::App& group, Session& session);
};

constexpr std::array kTablesCommands{
    Command{"list", add_command_tables_list},     Command{"build", add_command_tables_build},
    Command{"stats", add_command_tables_stats},   Command{"verify", add_command_tables_verify},
    Command{"orders", add_command_tables_orders},
};
constexpr std::array kBookCommands{
    Command{"build", add_command_book_build},     Command{"info", add_command_book_info},
    Command{"verify", add_command_book_verify},   Command{"pack", add_command_book_pack},
    Command{"unpack", add_command_book_unpack},   Command{"import", add_command_book_import},
    Command{"exits", add_command_book_exits},     Command{"diff", add_command_book_diff},
    Command{"merge", add_command_book_merge},     Command{"prune", add_command_book_prune},
    Command{"subtree", add_command_book_subtree}, Command{"fix", add_command_book_fix},
    Command{"set", add_command_book_set},         Command{"test", add_command_book_test},
    Command{"prove", add_command_book_prove},     Command{"shorten", add_command_book_shorten},
    Command{"compact", add_command_book_compact}, Command{"check", add_command_book_check},
};
constexpr std::array kCommands{
    Command{"plan", add_command_plan},         Command{"estimate", add_command_estimate},
    Command{"probe", add_command_probe},       Command{"dump", add_command_dump},
    Command{"games", add_command_games},       Command{"perft", add_command_perft},
    Command{"bench", add_command_bench},       Command{"match", add_command_match},
    Command{"serve", add_command_serve},       Command{"verify", add_command_verify},
    Command{"selfplay", add_command_selfplay}, Command{"tune", add_command_tune},
    Command{"train", add_command_train},
};
// They speak of all others.
constexpr std::array kCommandsAboutAll{
    Command{"help", add_command_help},
    Command{"man", add_command_man},
    Command{"completion", add_command_completion},
};

// Commands of two words: "tables build".
struct CommandGroup {
  std::string_view name, title, examples;
  std::span<const Command> commands;
};

constexpr std::array kGroups{
    CommandGroup{"tables", "Endgame tables: list, build, stats, verify, orders",
                 "Examples:\n  bookends tables build fragments --men 4 --out tables\n"
                 "  bookends tables verify tables --full\n"
                 "  bookends probe fragments --tables tables --fen \"4k/5/2K2/5/R4 w - - 0 1\"",
                 kTablesCommands},
    CommandGroup{"book", "Opening books: build, inspect, change, test",
                 "Examples:\n  bookends book build fragments --out fragments.book --positions 300\n"
                 "  bookends book info fragments.book\n  bookends book exits fragments.book --most 20\n"
                 "  bookends dump fragments --book fragments.book --max-ply 2",
                 kBookCommands},
};

bool has_command(std::span<const Command> commands, std::string_view name) {
  return std::ranges::find(commands, name, &Command::name) != commands.end();
}

// The command that the first words name. Empty where they name none, or one that speaks of all.
struct NamedCommand {
  std::string_view group, name;
  bool none() const { return name.empty(); }
};

NamedCommand named_command(std::string_view first, std::string_view second) {
  for (const CommandGroup& group : kGroups)
    if (first == group.name && has_command(group.commands, second)) return {first, second};
  if (has_command(kCommands, first)) return {{}, first};
  return {};
}

void add_named(std::span<const Command> commands, const NamedCommand& named, CLI::App& group, Session& session) {
  for (const Command& command : commands)
    if (named.none() || command.name == named.name) command.add(group, session);
}

void add_group(CLI::App& app, const CommandGroup& group, const NamedCommand& named, Session& session) {
  CLI::App* added = app.add_subcommand(std::string(group.name), std::string(group.title));
  added->require_subcommand(1);
  add_named(group.commands, named, *added, session);
  // After their commands, which would inherit it.
  added->footer(std::string(group.examples));
}

}  // namespace

void add_commands(CLI::App& app, int argc, const char* const* argv, Session& session) {
  const NamedCommand named = named_command(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "");
  for (const CommandGroup& group : kGroups)
    if (named.none() || named.group == group.name) add_group(app, group, named, session);
  if (named.group.empty()) add_named(kCommands, named, app, session);
  if (named.none()) add_named(kCommandsAboutAll, named, app, session);
}

}  // namespace bookends
