// bookends-agent: a UCI engine for all games.
#include <iostream>
#include <string_view>

#include "tools/agent/uci.h"

namespace {

constexpr std::string_view kHelp =
    "bookends-agent: a UCI engine for all games of Bookends. It asks its book, then its tables, then searches.\n"
    "\n"
    "It speaks UCI on standard input and output, and is usually started by a GUI or a match runner.\n"
    "Options: UCI_Variant, Hash, Clear Hash, Threads, MultiPV, Ponder, Move Overhead, OwnBook, BookFile, "
    "TablebasePath,\n"
    "UCI_ShowWDL. Beyond UCI it knows: position start NAME, go perft N, d, eval.\n"
    "\n"
    "Example:\n"
    "  printf 'setoption name UCI_Variant value fragments\\nposition start start0\\ngo movetime 1000\\n' | "
    "bookends-agent\n";

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const std::string_view argument = argv[1];
    if (argument == "--version") return std::cout << "bookends-agent " BOOKENDS_VERSION "\n", 0;
    if (argument == "--help" || argument == "-h") return std::cout << kHelp, 0;
    std::cerr << "bookends-agent: unknown argument '" << argument
              << "'; it takes commands on standard input (--help)\n";
    return 2;
  }
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);  // else reading flushes the output that the search is writing from another thread
  bookends::agent::Uci(std::cin, std::cout, BOOKENDS_VERSION).run();
  return 0;
}
