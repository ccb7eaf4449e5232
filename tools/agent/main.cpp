// bookends-agent: a UCI engine for all games.
#include <cstdio>
#include <iostream>
#include <new>
#include <string_view>

#include "tools/agent/protocol/settings.h"
#include "tools/agent/protocol/usage.h"
#include "tools/agent/reserve.h"
#include "tools/agent/uci.h"

namespace {

using bookends::Result;
using bookends::agent::Settings;

constexpr int kExitRefused = 4, kExitLimit = 5;  // by the system, for lack of memory: as of `bookends`

void print_help() {
  namespace agent = bookends::agent;
  std::cout << "bookends-agent: " << agent::kSummary << ".\n\n"
            << "  bookends-agent [--variant GAME]     speak UCI on standard input and output\n"
               "  bookends-agent --help | --version\n\n"
            << agent::kUse << "\nOptions, with their defaults:\n"
            << agent::explain_options() << '\n'
            << agent::kBeyondUci << "\nExamples:\n"
            << agent::kExamples;
}

Result<void> choose_variant(Settings& settings, std::string_view name) {
  const auto rules = bookends::find_game(name);
  if (!rules) return rules.error();
  settings.rules = *rules;
  return {};
}

// "bookends-agent-chess" plays chess.
void choose_variant_by_name(Settings& settings, std::string_view program) {
  constexpr std::string_view kStem = "bookends-agent-";
  program = program.substr(program.find_last_of('/') + 1);
  if (program.substr(0, kStem.size()) != kStem) return;
  const std::string_view name = program.substr(kStem.size());
  if (const auto rules = bookends::find_game(name))
    settings.rules = *rules;
  else
    std::cerr << "bookends-agent: no game is called '" << name << "', as the program's name ends; "
              << settings.rules->name << " is played until UCI_Variant is set\n";
}

int refuse(std::string_view message) {
  std::cerr << "bookends-agent: " << message << " (--help says more)\n";
  return 2;
}

}  // namespace

// An engine that there is not even memory to begin with ends as `bookends` does.
int main(int argc, char** argv) try {
  bookends::agent::keep_reserve();
  Settings settings;
  choose_variant_by_name(settings, argv[0]);
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--version" || argument == "-v") return std::cout << "bookends-agent " BOOKENDS_VERSION "\n", 0;
    if (argument == "--help" || argument == "-h") return print_help(), 0;
    if (argument != "--variant")
      return refuse("unknown argument '" + std::string(argument) + "'; it takes commands on standard input");
    if (i + 1 == argc) return refuse("--variant needs the name of a game");
    if (const auto chosen = choose_variant(settings, argv[++i]); !chosen) return refuse(chosen.error().message);
  }
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);  // else reading flushes the output that the search is writing from another thread
  const Result<void> done = bookends::agent::Uci(std::cin, std::cout, BOOKENDS_VERSION, settings).run();
  if (done) return 0;
  std::cerr << "bookends-agent: " << done.error().message << '\n';
  return kExitRefused;
} catch (const std::bad_alloc&) {
  std::fputs("bookends-agent: out of memory\n", stderr);
  return kExitLimit;
}
