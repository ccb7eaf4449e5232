// All commands of `bookends`, each with the function that adds it.
#pragma once

namespace CLI {
class App;
}

namespace bookends {

class Session;

// Adds the command that the first words name, alone: all options of all commands are more than half of the instructions
// of a start. Adds all where they name none, or one that speaks of all.
void add_commands(CLI::App& app, int argc, const char* const* argv, Session& session);

}  // namespace bookends
