// `bookends bench`: fixed searches of every game. On one thread the node counts are the same on every machine, so their
// sum is a signature of the search: it changes only when a change alters what the search does, and whenever one alters
// what it does in these positions.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tools/bench/measure.h"
#include "tools/bench/print.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

constexpr int kMaxThreads = 256;
constexpr int kDeepest = 100;
// A search with more threads is compared on positions that take one thread at least so long: starting threads and
// waiting for them takes a good part of less.
constexpr double kLeastSecondsToShare = 0.02;

struct BenchRequest {
  std::string game;  // "" = all
  int depth = 0;     // 0 = the suite's own
  int repeat = 1;
  int threads = 0;  // 0 = one; two in a comparison
  int hash_mb = 16;
  std::string net = kNoNet;
  bool smp = false;
  bool baseline = false;

  SearchOptions options(int thread_count) const {
    SearchOptions options;
    options.hash_bytes = static_cast<std::size_t>(hash_mb) << 20;
    options.threads = thread_count;
    return options;
  }
};

Result<std::vector<BenchSuite>> chosen_suites(const BenchRequest& request) {
  if (request.game.empty()) return bench_suites();
  const auto rules = find_game(request.game);
  if (!rules) return rules.error();
  std::vector<BenchSuite> chosen;
  for (const BenchSuite& suite : bench_suites())
    // Not by address: the probe libraries bring copies of the rules, and which one it means is the linker's affair.
    if (fingerprint(*suite.rules) == fingerprint(**rules)) chosen.push_back(suite);
  return chosen;
}

Result<void> run_searches(const BenchRequest& request, const std::vector<BenchSuite>& suites, Session& session) {
  const SearchOptions options = request.options(std::max(1, request.threads));
  std::vector<MeasuredGame> games;
  std::uint64_t signature = 0;
  for (const BenchSuite& suite : suites) {
    const int depth = request.depth > 0 ? request.depth : suite.depth;
    const auto measured = measure(suite, {depth, {options}, request.repeat, request.net}, session.progress());
    if (!measured) return measured.error();
    games.push_back(measured->front());
    signature += games.back().sum.nodes;
  }
  const bool repeatable = options.threads == 1, by_terms = is_no_net(request.net);
  session.answer();
  print_bench(games, repeatable && by_terms ? std::optional(signature) : std::nullopt, session.json);
  if (!repeatable)
    session.say("no signature: with several threads the node counts vary");
  else if (!by_terms)
    session.say("no signature, as a network was asked for: that is of searches with --net none");
  return {};
}

Result<void> compare(const BenchRequest& request, const std::vector<BenchSuite>& suites, Session& session) {
  const int threads = request.threads > 0 ? request.threads : 2;
  const std::string many = fmt::format("{} threads", threads);
  Comparison comparison{"1 thread", many, kLeastSecondsToShare, {}};
  std::vector<SearchOptions> options{request.options(1), request.options(threads)};
  if (request.baseline) {
    comparison = {"plain", "selective", 0, {}};
    options = {request.options(1), request.options(1)};
    options[0].selective = false;
  }
  for (const BenchSuite& suite : suites) {
    const int own_depth = request.baseline ? suite.plain_depth : suite.depth;
    const int depth = request.depth > 0 ? request.depth : own_depth;
    const auto measured = measure(suite, {depth, options, request.repeat, request.net}, session.progress());
    if (!measured) return measured.error();
    comparison.games.push_back(*measured);
  }
  session.answer();
  print_comparison(comparison, session.json);
  return {};
}

void run(const BenchRequest& request, Session& session) {
  if (request.smp && request.threads == 1) {
    session.fail({ErrorCode::invalid_argument, "--smp compares one thread with several: --threads must be 2 or more"});
    return;
  }
  const bool shipped = is_no_net(request.net) || is_auto_net(request.net);
  if (!shipped && request.game.empty()) {
    session.fail(
        {ErrorCode::invalid_argument, "--net " + request.net + ": a network is of one game, name it (--game)"});
    return;
  }
  const auto suites = chosen_suites(request);
  if (!suites) {
    session.fail(suites.error());
    return;
  }
  const auto done =
      request.smp || request.baseline ? compare(request, *suites, session) : run_searches(request, *suites, session);
  if (!done) session.fail(done.error());
}

}  // namespace

void add_command_bench(CLI::App& group, Session& session) {
  CLI::App* command = group.add_subcommand("bench", "Search fixed positions of every game; prints the node signature");
  auto request = std::make_shared<BenchRequest>();
  command->add_option("--game", request->game, "Only this game");
  command->add_option("--depth", request->depth, "Plies, instead of each game's own depth")
      ->check(whole_between(1, kDeepest));
  command->add_option("--repeat", request->repeat, "Search everything so many times and take the median time")
      ->check(whole_between(1, 1000))
      ->capture_default_str();
  CLI::Option* threads = command->add_option("--threads", request->threads, "Threads of a search: 1, or 2 with --smp")
                             ->check(whole_between(1, kMaxThreads));
  command->add_option("--hash", request->hash_mb, "MB of the transposition table")
      ->check(whole_between(1, 65536))
      ->capture_default_str();
  command->add_option("--net", request->net, kNetHelp)->capture_default_str();
  CLI::Option* smp = command->add_flag("--smp", request->smp, "Compare the time to depth of one thread and several");
  command
      ->add_flag("--baseline", request->baseline, "Compare plain alpha-beta with the selective search, to a low depth")
      ->excludes(smp)
      ->excludes(threads);
  add_common_options(*command, session, false, true);
  command->footer(
      "Fixed depths, an empty table for every search. On one thread, by the hand-made terms and without options that\n"
      "change the searches, the last line is the signature: the sum of all node counts.\n"
      "Comparisons print the geometric mean over the positions of how many times faster the second search is.\n"
      "--json has the counters of every position, and the nodes and seconds it took to every depth; of comparisons\n"
      "only nodes and seconds.\n"
      "Examples:\n  bookends bench\n  bookends bench --game chess --repeat 5 --json\n"
      "  bookends bench --net auto --repeat 3\n"
      "  bookends bench --smp --threads 2 --repeat 5\n  bookends bench --baseline");
  command->callback([request, &session] { run(*request, session); });
}

}  // namespace bookends
