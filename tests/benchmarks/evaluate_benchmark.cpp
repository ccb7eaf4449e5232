// What an evaluation costs: by the hand-made terms, by a network from scratch, and by one that follows the moves.
#include <benchmark/benchmark.h>

#include <random>

#include "core/eval/evaluate.h"
#include "core/eval/net/accumulator.h"
#include "tests/net/random_net.h"

namespace bookends {
namespace {

// A game of random moves, over and over: consecutive positions differ by one move.
template <const Rules& R>
std::vector<Position<R>> random_game() {
  std::mt19937 dice(1);
  std::vector<Position<R>> game{Position<R>::start()};
  while (game.size() < 60) {
    const MoveList moves = game.back().legal_moves();
    if (moves.empty()) break;
    game.push_back(game.back().after(moves[static_cast<int>(dice() % static_cast<unsigned>(moves.size()))]));
  }
  return game;
}

template <class F>
void over_a_game(benchmark::State& state, const Rules& rules, F&& value) {
  with_game(rules, [&]<const Rules & R>() {
    const auto game = random_game<R>();
    const auto net = Net<R>::make(test::random_net(R, {.hidden = static_cast<int>(state.range(0))}, 1)).value();
    NetEvaluator<R> evaluator(net, 100);
    std::size_t i = 0;
    for (auto _ : state) {
      i = i + 1 < game.size() ? i + 1 : 0;
      benchmark::DoNotOptimize(value.template operator()<R>(game[i], evaluator, static_cast<int>(i)));
    }
  });
}

void terms(benchmark::State& state, const Rules& rules) {
  over_a_game(state, rules, []<const Rules & R>(const Position<R>& p, NetEvaluator<R>&, int) { return evaluate(p); });
}
void from_scratch(benchmark::State& state, const Rules& rules) {
  over_a_game(state, rules, []<const Rules & R>(const Position<R>& p, NetEvaluator<R>& evaluator, int) {
    return evaluate_net(p, *evaluator.net());
  });
}
void move_by_move(benchmark::State& state, const Rules& rules) {
  over_a_game(state, rules, []<const Rules & R>(const Position<R>& p, NetEvaluator<R>& evaluator, int ply) {
    return evaluator.evaluate(p, ply);
  });
}

BENCHMARK_CAPTURE(terms, fragments, games::fragments)->Arg(64);
BENCHMARK_CAPTURE(from_scratch, fragments, games::fragments)->Arg(64)->Arg(128);
BENCHMARK_CAPTURE(move_by_move, fragments, games::fragments)->Arg(64)->Arg(128);
BENCHMARK_CAPTURE(terms, chess, games::chess)->Arg(128);
BENCHMARK_CAPTURE(from_scratch, chess, games::chess)->Arg(64)->Arg(128);
BENCHMARK_CAPTURE(move_by_move, chess, games::chess)->Arg(64)->Arg(128)->Arg(256);

}  // namespace
}  // namespace bookends
