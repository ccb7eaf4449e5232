// bookends-agent: a UCI engine for all games.
#include <iostream>
#include <string_view>

#include "tools/agent/reserve.h"
#include "tools/agent/uci.h"

namespace {

using bookends::Result;
using bookends::agent::Settings;

constexpr int kExitRefused = 4;  // by the system, as of `bookends`

constexpr std::string_view kUsage =
    "bookends-agent: a UCI engine for all games of Bookends. It asks its book, then its tables, then searches.\n"
    "\n"
    "  bookends-agent [--variant GAME]     speak UCI on standard input and output\n"
    "  bookends-agent --help | --version\n"
    "\n"
    "It is usually started by a GUI or a match runner. The game is fragments until UCI_Variant is set. A GUI that "
    "plays\n"
    "only chess never sets it: give it `bookends-agent --variant chess`, or, when it takes no arguments, a link to "
    "the\n"
    "program whose name ends in the game: `ln -s bookends-agent bookends-agent-chess`.\n"
    "\n"
    "Options, with their defaults:\n";

constexpr std::string_view kExamples =
    "\n"
    "Beyond UCI it knows: position start NAME, go perft N, d (the board), eval (the evaluation's terms).\n"
    "debug on adds the statistics of every iteration.\n"
    "\n"
    "Examples:\n"
    "  printf 'position start start0\\ngo movetime 1000\\n' | bookends-agent\n"
    "  printf 'position startpos moves e2e4\\ngo depth 12\\n' | bookends-agent --variant chess\n";

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

int main(int argc, char** argv) {
  bookends::agent::keep_reserve();
  Settings settings;
  choose_variant_by_name(settings, argv[0]);
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--version") return std::cout << "bookends-agent " BOOKENDS_VERSION "\n", 0;
    if (argument == "--help" || argument == "-h")
      return std::cout << kUsage << bookends::agent::explain_options() << kExamples, 0;
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
}
