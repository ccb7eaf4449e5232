// What bookends-agent says of itself, in its help and its manual page.
#pragma once

#include <string_view>

namespace bookends::agent {

inline constexpr std::string_view kSummary = "a UCI engine for all games of Bookends";

inline constexpr std::string_view kUse =
    "It asks its book, then its tables, then searches. It is usually started by a GUI or a match runner. The game is\n"
    "chess until UCI_Variant is set. For a GUI that never sets it, give `bookends-agent --variant makruk`, or, where "
    "it\n"
    "takes no arguments, the name of the game at the end of the program's: bookends-agent-makruk. Those are installed "
    "as\n"
    "links beside it.\n";

inline constexpr std::string_view kBeyondUci =
    "Beyond UCI it knows: position start NAME, go perft N, d (the board), eval (the evaluation's terms).\n"
    "debug on adds the statistics of every iteration.\n";

inline constexpr std::string_view kExamples =
    "  printf 'position startpos moves e2e4\\ngo depth 12\\n' | bookends-agent\n"
    "  printf 'position start start0\\ngo movetime 1000\\n' | bookends-agent --variant fragments\n";

}  // namespace bookends::agent
