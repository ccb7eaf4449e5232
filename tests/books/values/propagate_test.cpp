#include "books/values/propagate.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace bookends {
namespace {

// The independent way: the value of the game cut off after k moves, a draw if it has not ended by then, for k growing
// until nothing changes.
std::vector<StoredScore> by_iteration(const GameGraph& graph) {
  std::vector<StoredScore> values(graph.nodes(), kDraw);
  while (true) {
    std::vector<StoredScore> next(values.size());
    for (std::size_t n = 0; n < values.size(); ++n) {
      Score best = graph.outside[n] == kNoScore ? -kInfinite - 1 : Score{graph.outside[n]};
      for (std::uint32_t e = graph.first[n]; e < graph.first[n + 1]; ++e)
        best = std::max(best, through_move(values[graph.children[e]]));
      next[n] = static_cast<StoredScore>(best == -kInfinite - 1 ? kDraw : best);
    }
    if (next == values) return values;
    values = std::move(next);
  }
}

GameGraph random_graph(bool cyclic) {
  const auto n = *rc::gen::inRange<std::uint32_t>(1, 14);
  const auto score = rc::gen::weightedOneOf<Score>({
      {3, rc::gen::inRange(-300, 301)},
      {2, rc::gen::element(-20, -10, 0, 10, 20)},
      {2, rc::gen::element(win_in(0), loss_in(0), win_in(5), loss_in(6), win_in(40), kTableWin, -kTableWin)},
      {1, rc::gen::element(kInfinite, -kInfinite)},
      {4, rc::gen::just<Score>(kNoScore)},
  });
  GameGraph graph;
  graph.first.push_back(0);
  for (std::uint32_t from = 0; from < n; ++from) {
    for (std::uint32_t to = cyclic ? 0 : from + 1; to < n; ++to)
      if (*rc::gen::inRange(0, 4) == 0) graph.children.push_back(to);
    graph.first.push_back(static_cast<std::uint32_t>(graph.children.size()));
    graph.outside.push_back(static_cast<StoredScore>(*score));
  }
  return graph;
}

// Whether the better side, playing its choices, could be led round in a circle by any play of the other side.
class CircleHunt {
 public:
  CircleHunt(const GameGraph& graph, const GraphValues& values)
      : graph_(graph), values_(values), color_(2 * graph.nodes()) {}

  bool finds_one_from(std::uint32_t n, bool own) {
    std::uint8_t& color = color_[2 * n + (own ? 1 : 0)];
    if (color != 0) return color == 1;
    color = 1;
    bool found = false;
    for (std::uint32_t e = graph_.first[n]; e < graph_.first[n + 1] && !found; ++e)
      if (!own || values_.choice[n] == e) found = finds_one_from(graph_.children[e], !own);
    color = 2;
    return found;
  }

 private:
  const GameGraph& graph_;
  const GraphValues& values_;
  std::vector<std::uint8_t> color_;  // 1 = on the path, 2 = done
};

void check_choices(const GameGraph& graph, const GraphValues& found) {
  for (std::uint32_t n = 0; n < graph.nodes(); ++n) {
    const std::uint32_t choice = found.choice[n];
    if (choice == kChooseNothing)
      RC_ASSERT(found.value[n] == kDraw);
    else if (choice == kChooseOutside)
      RC_ASSERT(found.value[n] == graph.outside[n]);
    else
      RC_ASSERT(found.value[n] == through_move(found.value[graph.children[choice]]));
    if (found.value[n] > 0) RC_ASSERT(!CircleHunt(graph, found).finds_one_from(n, true));
  }
}

RC_GTEST_PROP(Propagate, EqualsIterationOnAcyclicGraphs, ()) {
  const GameGraph graph = random_graph(false);
  const GraphValues found = propagate(graph);
  RC_ASSERT(found.value == by_iteration(graph));
  check_choices(graph, found);
}

RC_GTEST_PROP(Propagate, EqualsIterationOnCyclicGraphs, ()) {
  const GameGraph graph = random_graph(true);
  const GraphValues found = propagate(graph);
  RC_ASSERT(found.value == by_iteration(graph));
  check_choices(graph, found);
}

TEST(Propagate, AMoveAwayFromMateIsOnePlyFurther) {
  EXPECT_EQ(through_move(35), -35);
  EXPECT_EQ(through_move(loss_in(0)), win_in(1));
  EXPECT_EQ(through_move(win_in(1)), loss_in(2));
  EXPECT_EQ(through_move(kTableWin), -kTableWin);
  EXPECT_EQ(through_move(kMateBound), -kMateBound);  // the furthest distance there is stays
  EXPECT_EQ(through_move(kInfinite), -kInfinite);
}

// Two positions that lead to each other; the first may also leave for a good score. Going round first must not pass
// for the way to get it.
TEST(Propagate, ChoosesTheExitAndNotTheCircle) {
  const GameGraph graph{{0, 1, 2}, {1, 0}, {50, kNoScore}};
  const GraphValues found = propagate(graph);
  EXPECT_EQ(found.value, (std::vector<StoredScore>{50, -50}));
  EXPECT_EQ(found.choice[0], kChooseOutside);
}

TEST(Propagate, TheLosingSideRepeatsWhenItCan) {
  // 0 -> 1 -> 0; leaving is bad for both, so neither does.
  const GameGraph graph{{0, 1, 2}, {1, 0}, {-80, -30}};
  const GraphValues found = propagate(graph);
  EXPECT_EQ(found.value, (std::vector<StoredScore>{0, 0}));
  EXPECT_EQ(found.choice, (std::vector<std::uint32_t>{0, 1}));
}

TEST(Propagate, PrefersAnEvenGameToARepetition) {
  const GameGraph graph{{0, 1, 2}, {1, 0}, {0, -30}};
  EXPECT_EQ(propagate(graph).choice[0], kChooseOutside);
}

}  // namespace
}  // namespace bookends
