// `bookends perft`: counts the leaves of the tree of legal moves, in parallel over the moves at the root.
#include "core/position/perft.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/base/count_text.h"
#include "core/base/thrown.h"
#include "core/notation/move_text.h"
#include "core/position/position.h"
#include "core/rules/games.h"
#include "gen/options/position_choice.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

constexpr int kMostPlies = 60;  // deeper trees overflow any count; no machine gets there

struct PerftRequest {
  std::string game;
  int depth = 0;
  std::optional<std::string> at;
  std::string start;
  bool divide = false;
};

struct Split {
  std::vector<Move> moves;
  std::vector<std::uint64_t> leaves;  // below each move
  std::uint64_t total = 0;
  double seconds = 0;
};

// Asked between subtrees of this depth (some 10 ms) whether to stop.
constexpr int kStopDepth = 5;

template <const Rules& R>
class Counter {
 public:
  explicit Counter(Progress& progress) : progress_(progress) {}

  std::uint64_t leaves(const Position<R>& position, int depth) {
    if (stopped()) return 0;
    if (depth <= kStopDepth) return perft(position, depth);
    std::uint64_t sum = 0;
    for (const Move move : position.legal_moves()) sum += leaves(position.after(move), depth - 1);
    return sum;
  }

  void show(double done, double total) {
    const std::lock_guard lock(mutex_);
    progress_.update({.task = "perft", .done = done, .total = total, .unit = "root moves", .detail = ""});
  }

  bool stopped() {
    const std::lock_guard lock(mutex_);
    return progress_.stop_requested();
  }

 private:
  Progress& progress_;
  std::mutex mutex_;  // a Progress is never called by two threads at once
};

template <const Rules& R>
Result<Split> count(const Position<R>& root, int depth, int threads, Progress& progress) {
  if (depth == 0) return Split{{}, {}, 1, 0};
  const auto begin = std::chrono::steady_clock::now();
  const MoveList list = root.legal_moves();
  Split split{{list.begin(), list.end()}, std::vector<std::uint64_t>(static_cast<std::size_t>(list.size())), 0, 0};
  Counter<R> counter(progress);
  std::atomic<int> done = 0;
  Thrown thrown;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (std::size_t i = 0; i < split.moves.size(); ++i)
    thrown.run([&] {
      split.leaves[i] = counter.leaves(root.after(split.moves[i]), depth - 1);
      counter.show(++done, list.size());
    });
  thrown.rethrow();
  if (counter.stopped()) return Error{ErrorCode::interrupted, "perft was interrupted"};
  split.total = std::accumulate(split.leaves.begin(), split.leaves.end(), std::uint64_t{0});
  split.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return split;
}

void print_text(const Rules& rules, const PerftRequest& request, const Split& split) {
  if (request.divide)
    for (std::size_t i = 0; i < split.moves.size(); ++i)
      fmt::print("{} {}\n", format_uci(rules, split.moves[i]), split.leaves[i]);
  fmt::print("{}\n", split.total);
}

void print_json(const Rules& rules, const PerftRequest& request, const std::string& fen, const Split& split) {
  nlohmann::ordered_json out{
      {"game", rules.name}, {"fen", fen}, {"depth", request.depth}, {"nodes", split.total}, {"seconds", split.seconds}};
  if (request.divide)
    for (std::size_t i = 0; i < split.moves.size(); ++i)
      out["moves"][format_uci(rules, split.moves[i])] = split.leaves[i];
  fmt::print("{}\n", out.dump());
}

template <const Rules& R>
Result<void> run(const PerftRequest& request, Session& session) {
  const Result<std::string> fen = request.at ? fen_at(R, {}, *request.at) : start_fen(R, request.start);
  if (!fen) return fen.error();
  const Result<Position<R>> root = Position<R>::from_fen(*fen);
  if (!root) return root.error();
  const Result<Split> split = count(*root, request.depth, session.thread_count(), session.progress());
  if (!split) return split.error();
  session.json ? print_json(R, request, root->fen(), *split) : print_text(R, request, *split);
  session.say(fmt::format("{} in {:.2f} s, {:.1f} million/s", count_text(split->total, "leaf", "leaves"),
                          split->seconds, static_cast<double>(split->total) / std::max(split->seconds, 1e-9) / 1e6));
  return {};
}

void run(const PerftRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) {
    session.fail(rules.error());
    return;
  }
  const Result<void> done =
      with_game(**rules, [&]<const Rules & R>() -> Result<void> { return run<R>(request, session); });
  if (!done) session.fail(done.error());
}

}  // namespace

void add_command_perft(CLI::App& group, Session& session) {
  CLI::App* command = group.add_subcommand("perft", "Count the leaves of the tree of legal moves");
  auto request = std::make_shared<PerftRequest>();
  command->add_option("GAME", request->game, "A name from `bookends games`")->required();
  command->add_option("--depth", request->depth, "Plies")->required()->check(whole_between(0, kMostPlies));
  CLI::Option* at =
      command->add_option("--at,--fen", request->at, std::string(kGamePositionHelp) + "; default: the start itself");
  command->add_option("--start", request->start, "A start position by name")->excludes(at);
  command->add_flag("--divide", request->divide, "Also the count below each move");
  add_common_options(*command, session, true, true);
  command->footer(
      "Examples:\n  bookends perft fragments --depth 6 --start start0\n"
      "  bookends perft chess --depth 4 --divide --at \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"");
  command->callback([request, &session] { run(*request, session); });
}

}  // namespace bookends
