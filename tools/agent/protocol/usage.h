// What bookends-agent says of itself, in its help and its manual page.
#pragma once

#include <string_view>

namespace bookends::agent {

inline constexpr std::string_view kSummary = "a UCI engine for all games of Bookends";

inline constexpr std::string_view kUse =
    "It asks its book, then its tables, then searches. It is usually started by a GUI or a match runner. The game is\n"
    "fragments until UCI_Variant is set. A GUI that plays only chess never sets it: give it\n"
    "`bookends-agent --variant chess`, or, when it takes no arguments, a link to the program whose name ends in the\n"
    "game: `ln -s bookends-agent bookends-agent-chess`.\n";

inline constexpr std::string_view kBeyondUci =
    "Beyond UCI it knows: position start NAME, go perft N, d (the board), eval (the evaluation's terms).\n"
    "debug on adds the statistics of every iteration.\n";

inline constexpr std::string_view kExamples =
    "  printf 'position start start0\\ngo movetime 1000\\n' | bookends-agent\n"
    "  printf 'position startpos moves e2e4\\ngo depth 12\\n' | bookends-agent --variant chess\n";

}  // namespace bookends::agent
