// `bookends selfplay`: quiet positions with scores and results, from games of the search against itself.
#include "gen/selfplay/selfplay.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/base/count_text.h"
#include "gen/commands/commands.h"
#include "gen/console/output_file.h"
#include "gen/options/net_choice.h"
#include "gen/options/start_positions.h"
#include "tablebases/oracle/oracle.h"

namespace bookends {
namespace {

constexpr std::uint64_t kMostPositions = 1'000'000'000'000;

struct SelfplayRequest {
  std::string game;
  std::vector<std::string> starts;
  std::string out;
  std::string tables;
  std::string net = kNoNet;
  std::size_t positions = 0;
  bool force = false;
  SelfplaySettings settings;
};

// `net` is the digest of the network that plays, if one does.
std::string header_of(const SelfplayRequest& request, const std::string& net) {
  std::string header = fmt::format("nodes=~{} seed={} random-plies={} every={}", request.settings.nodes,
                                   request.settings.seed, request.settings.random_plies, request.settings.every);
  for (const std::string& start : request.starts) header += fmt::format(" start=\"{}\"", start);
  if (!request.tables.empty()) header += " tables=yes";
  if (request.settings.table_plies > 0) header += fmt::format(" table-plies={}", request.settings.table_plies);
  if (!net.empty()) header += " net=" + net;
  return header;
}

template <const Rules& R>
Result<SelfplaySummary> play(const SelfplayRequest& request, const FileStamp& before, Session& session) {
  const Result<ChosenNet<R>> chosen = choose_net<R>(request.net);
  if (!chosen) return chosen.error();
  SelfplayJob job{.settings = request.settings,
                  .positions = request.positions,
                  .threads = session.thread_count(),
                  .out = request.out,
                  .before = before,
                  .header = header_of(request, chosen->digest)};
  auto starts = start_fens(R, request.starts);
  if (!starts) return starts.error();
  job.settings.starts = std::move(*starts);
  std::unique_ptr<TableOracle<R>> tables;
  if (!request.tables.empty()) {
    auto opened = TableOracle<R>::open(request.tables);
    if (!opened) return opened.error();
    tables = std::move(*opened);
  }
  return run_selfplay<R>(job, tables.get(), session.progress(), chosen->net);
}

void print_summary(const SelfplayRequest& request, const SelfplaySummary& summary, double seconds, Session& session) {
  session.answer();
  if (session.json) {
    const nlohmann::ordered_json out{{"game", request.game},
                                     {"file", request.out},
                                     {"positions", summary.positions},
                                     {"games", summary.games},
                                     {"white_wins", summary.results[2]},
                                     {"draws", summary.results[1]},
                                     {"black_wins", summary.results[0]},
                                     {"nodes_per_search", summary.nodes_per_search},
                                     {"seconds", seconds}};
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  session.say(fmt::format("{}: {} of {} (White won {}, drew {}, lost {}) in {:.1f} s", output_name(request.out),
                          count_text(summary.positions, "position"), count_text(summary.games, "game"),
                          summary.results[2], summary.results[1], summary.results[0], seconds));
}

Result<void> run(const SelfplayRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  if (const Result<void> apart = check_is_apart(request.out, session.json); !apart) return apart;
  const OutputKind kind = kind_beginning_with("file of positions", std::string(kSampleHeader));
  const Result<FileStamp> before = check_output(request.out, kind, request.force);
  if (!before) return before.error();
  const auto began = std::chrono::steady_clock::now();
  const Result<SelfplaySummary> summary =
      with_game(**rules, [&]<const Rules & R>() { return play<R>(request, *before, session); });
  if (!summary) return summary.error();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  print_summary(request, *summary, seconds, session);
  return {};
}

void add_options(CLI::App& command, SelfplayRequest& request) {
  command.add_option("GAME", request.game, "A name from `bookends games`")->required();
  command.add_option("--out", request.out, "The file of positions; - is standard output")->required();
  command.add_option("--positions", request.positions, "How many")
      ->required()
      ->check(whole_between(std::uint64_t{1}, kMostPositions));
  command.add_flag("--force", request.force, "Replace the file, if it is one of positions");
  command
      .add_option("--nodes", request.settings.nodes,
                  "Nodes of each search, about, on average: each ends with an iteration")
      ->check(whole_between(std::uint64_t{10}, std::uint64_t{1} << 40))
      ->capture_default_str();
  command.add_option("--seed", request.settings.seed, "Another seed, other games")
      ->check(at_least(0))
      ->capture_default_str();
  command
      .add_option("--start", request.starts, "A setup's name or a FEN; again for more. Default: every setup in turn")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      .add_option("--random-plies", request.settings.random_plies, "At most so many random moves first; at least half")
      ->check(whole_between(0, 100))
      ->capture_default_str();
  command.add_option("--every", request.settings.every, "Keep one quiet position of so many in a game")
      ->check(whole_between(1, 1000))
      ->capture_default_str();
  CLI::Option* tables =
      command.add_option("--tables", request.tables, "Folder of endgame tables: what they cover ends a game");
  command
      .add_option("--table-plies", request.settings.table_plies,
                  "So many plies of it follow by the tables' moves, with certain scores; --every is not for these")
      ->check(whole_between(0, 1000))
      ->capture_default_str()
      ->needs(tables);
  command.add_option("--net", request.net, kNetHelp)->capture_default_str();
}

}  // namespace

void add_command_selfplay(CLI::App& group, Session& session) {
  auto request = std::make_shared<SelfplayRequest>();
  CLI::App* command = group.add_subcommand("selfplay", "Play the search against itself and keep the quiet positions");
  add_options(*command, *request);
  add_common_options(*command, session, true, true);
  command->footer(
      "One position a line: FEN, score in centipawns for the side to move, result for White (1, 0.5, 0), with a TAB\n"
      "between. Left out are random openings, checks, positions whose best move captures or promotes, repeated ones,\n"
      "lone kings, and those whose end is in sight (but for --table-plies). The same settings give the same file, for\n"
      "any number of threads. Interrupted (Ctrl-C), the file holds the games finished by then.\n"
      "Examples:\n  bookends selfplay fragments --positions 100000 --out fragments.tsv\n"
      "  bookends selfplay makruk --positions 500000 --nodes 2000 --seed 7 --tables tables --out makruk.tsv");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
