// Who searches the positions of a book: the program itself, or a UCI engine that was named.
#pragma once

#include <string>

#include "books/leaves/evaluator.h"
#include "books/opponent/trial_player.h"
#include "books/work/workspace.h"
#include "core/position/oracle.h"
#include "gen/options/net_choice.h"

namespace CLI {
class App;
}

namespace bookends {

struct SearcherChoice {
  std::string engine;          // 'cmd=stockfish nodes=20000'; empty: the program's own search
  std::string net = kAutoNet;  // of that
};

// --engine and --net, one excluding the other.
void add_searcher_options(CLI::App& command, SearcherChoice& choice);

// Reads of the settings how many nodes and candidates a search has, and notes there who searches, and with how many
// nodes where the engine has a limit of its own. `tables` as for search_evaluator(). Errors: those of choose_net() and
// try_engine().
template <const Rules& R>
Result<EvaluatorFactory<R>> choose_searcher(const SearcherChoice& choice, BuildSettings& settings,
                                            const Oracle<R>* tables);

// Who plays the trial games of a book whose settings know the opponent: the program itself, by the network chosen.
// Errors: those of choose_net().
template <const Rules& R>
Result<TrialPlayerFactory<R>> choose_trial_player(const SearcherChoice& choice, const BuildSettings& settings,
                                                  const Oracle<R>* tables);

}  // namespace bookends
