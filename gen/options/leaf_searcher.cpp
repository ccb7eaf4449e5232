#include "gen/options/leaf_searcher.h"

#include <CLI/CLI.hpp>

#include "core/rules/games.h"
#include "gen/uci/evaluator.h"
#include "gen/uci/process.h"

namespace bookends {

void add_searcher_options(CLI::App& command, SearcherChoice& choice) {
  command
      .add_option("--engine", choice.engine,
                  "Search with a UCI engine: 'cmd=stockfish nodes=20000 option.Hash=16'; one process a thread")
      ->check([](const std::string& text) { return text.empty() ? std::string("it names nothing") : std::string(); });
  command.add_option("--net", choice.net, kNetHelp)->excludes("--engine")->capture_default_str();
}

namespace {

template <const Rules& R>
Result<EvaluatorFactory<R>> own_search(const SearcherChoice& choice, BuildSettings& settings, const Oracle<R>* tables) {
  const Result<ChosenNet<R>> chosen = choose_net<R>(choice.net);
  if (!chosen) return chosen.error();
  settings.program = searcher_name();
  if (chosen->net) settings.evaluator = "search with network " + chosen->digest;
  if (knows_opponent(settings)) return own_candidates_evaluator<R>(settings.leaf_nodes, tables, chosen->net);
  return search_evaluator<R>({settings.leaf_nodes, settings.candidates}, tables, chosen->net);
}

}  // namespace

template <const Rules& R>
Result<EvaluatorFactory<R>> choose_searcher(const SearcherChoice& choice, BuildSettings& settings,
                                            const Oracle<R>* tables) {
  if (choice.engine.empty()) return own_search<R>(choice, settings, tables);
  const Result<uci::EngineSpec> spec = uci::parse_engine_spec(choice.engine);
  if (!spec) return spec.error();
  uci::ignore_broken_pipes();
  const Result<UciEvaluatorOptions> options = try_engine<R>(*spec, settings.candidates, settings.leaf_nodes);
  if (!options) return options.error();
  settings.leaf_nodes = options->spec.limits.nodes;
  settings.evaluator = options->description;
  return uci_evaluator<R>(*options, tables);
}

template <const Rules& R>
Result<TrialPlayerFactory<R>> choose_trial_player(const SearcherChoice& choice, const BuildSettings& settings,
                                                  const Oracle<R>* tables) {
  const Result<ChosenNet<R>> chosen = choose_net<R>(choice.net);
  if (!chosen) return chosen.error();
  return TrialPlayerFactory<R>([nodes = settings.opponent_nodes, tables, net = chosen->net] {
    return std::make_unique<TrialPlayer<R>>(nodes, tables, net);
  });
}

#define BOOKENDS_INSTANTIATE(game)                                                                                   \
  template Result<EvaluatorFactory<games::game>> choose_searcher<games::game>(const SearcherChoice&, BuildSettings&, \
                                                                              const Oracle<games::game>*);           \
  template Result<TrialPlayerFactory<games::game>> choose_trial_player<games::game>(                                 \
      const SearcherChoice&, const BuildSettings&, const Oracle<games::game>*);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
