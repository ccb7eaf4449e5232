// Values and bounds of whole workspaces, against a solver that shares no code with them.
#include "books/values/values.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "books/values/propagate.h"

namespace bookends {
namespace {

// A workspace without a game behind it: positions that are only numbers, moves that are only numbers.
PackedPosition fake_position(std::uint32_t n, Color turn) {
  PackedPosition position;
  position.bytes[0] = static_cast<std::uint8_t>(n);
  position.bytes[PackedPosition::kFlags] = static_cast<std::uint8_t>(turn);
  return position;
}

Move fake_move(std::uint32_t n) { return Move::from_bits(static_cast<std::uint16_t>(n + 1)); }

// What persons may have said: of finished games too, which know better; their moves lead into the book or out of it.
void set_random_overrides(Workspace& workspace) {
  std::vector<Override> overrides;
  const auto moves = static_cast<std::uint32_t>(workspace.size()) + 3;
  const auto score = rc::gen::oneOf(rc::gen::inRange(-300, 301), rc::gen::element(-30000, 0, 30000));
  for (NodeId id = 0; id < workspace.size(); ++id)
    if (*rc::gen::inRange(0, 5) == 0)
      overrides.push_back({workspace.node(id).key, workspace.node(id).position,
                           fake_move(*rc::gen::inRange<std::uint32_t>(0, moves)), *score, ""});
  workspace.set_overrides(overrides);
}

// White and Black move in turn, so edges lead from one half of the nodes to the other, in circles as they come.
Workspace random_workspace(Backup backup) {
  BuildSettings settings;
  settings.backup = backup;
  Workspace workspace(settings);
  const auto score =
      rc::gen::weightedOneOf<int>({{3, rc::gen::inRange(-300, 301)},
                                   {2, rc::gen::element(-20, -10, 0, 10, 20)},
                                   {1, rc::gen::element<int>(win_in(1), loss_in(2), win_in(5), loss_in(6))}});
  const auto exact = rc::gen::element<int>(loss_in(0), kDraw, win_in(7), loss_in(8), kTableWin, -kTableWin);
  const auto n = *rc::gen::inRange<std::uint32_t>(1, 13);
  for (NodeId id = 0; id < n; ++id)
    workspace.add_node(id + 1, fake_position(id, static_cast<Color>(id % 2)),
                       static_cast<int>(n) + *rc::gen::inRange(0, 3));
  workspace.add_start(0);
  for (NodeId from = 0; from < n; ++from) {
    if (*rc::gen::inRange(0, 6) == 0) {
      workspace.set_over(from, *exact);
      continue;
    }
    for (NodeId to = 0; to < n; ++to)
      if (from % 2 != to % 2 && *rc::gen::inRange(0, 3) == 0) workspace.add_edge(from, fake_move(to), to);
    LeafResult result;
    result.depth = 3;
    const int outside = *rc::gen::inRange(0, 3);
    for (int i = 0; i < outside; ++i)
      result.candidates.push_back({fake_move(n + static_cast<std::uint32_t>(i)), static_cast<std::int16_t>(*score)});
    std::stable_sort(result.candidates.begin(), result.candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
    workspace.set_result(from, result);
  }
  set_random_overrides(workspace);
  return workspace;
}

// What leaving the book is worth: nothing when there is no way to.
enum class Kind { search, against_white, against_black };

std::optional<int> leaving(const Workspace& workspace, NodeId id, Kind kind) {
  const Node& node = workspace.node(id);
  if (node.state == NodeState::over) return node.exact;
  const Override* held = workspace.override_of(id);
  if (kind == Kind::search && held != nullptr) return held->score;
  if (kind != Kind::search) {
    if (node.edge_count == node.legal_count && held == nullptr) return std::nullopt;
    const bool bad = (kind == Kind::against_white) == (node.position.turn() == Color::white);
    return bad ? -kInfinite : kInfinite;
  }
  if (workspace.settings().backup == Backup::replace && node.edge_count > 0) return std::nullopt;
  std::optional<int> best;
  for (const Candidate& c : node.candidates)
    if (c.move && !workspace.has_edge(id, c.move)) best = std::max(best.value_or(-kInfinite), int{c.score});
  return best;
}

// Where no move counts: the game is over, or a person has said what the position is worth, whatever follows.
bool is_end(const Workspace& workspace, NodeId id) {
  return workspace.node(id).state == NodeState::over || workspace.override_of(id) != nullptr;
}

// Seen from White's side throughout, in contrast to the program: the game cut off after more and more moves, a draw if
// it has not ended by then, until nothing changes.
std::vector<int> solve(const Workspace& workspace, Kind kind) {
  std::vector<int> white(workspace.size(), 0);
  while (true) {
    std::vector<int> next(white.size());
    for (NodeId id = 0; id < white.size(); ++id) {
      const int sign = workspace.node(id).position.turn() == Color::white ? 1 : -1;
      std::vector<int> ways;
      if (const auto out = leaving(workspace, id, kind)) ways.push_back(*out);
      if (!is_end(workspace, id))
        for (EdgeId e = workspace.node(id).first_edge; e != kNoEdge; e = workspace.edges()[e].next) {
          int value = sign * white[workspace.edges()[e].child];
          if (value > kMateBound && value <= kMate) --value;
          if (value < -kMateBound && value >= -kMate) ++value;
          ways.push_back(value);
        }
      next[id] = sign * (ways.empty() ? 0 : *std::max_element(ways.begin(), ways.end()));
    }
    if (next == white) return white;
    white = std::move(next);
  }
}

void check_values(Backup backup) {
  const Workspace workspace = random_workspace(backup);
  const BookValues values = derive_values(workspace);
  const std::vector<int> search = solve(workspace, Kind::search);
  const std::vector<int> low = solve(workspace, Kind::against_white), high = solve(workspace, Kind::against_black);
  for (NodeId id = 0; id < workspace.size(); ++id) {
    const NodeValue& value = values.nodes[id];
    const bool white = workspace.node(id).position.turn() == Color::white;
    RC_ASSERT(value.value == (white ? search[id] : -search[id]));
    RC_ASSERT(value.lower == (white ? low[id] : -high[id]));
    RC_ASSERT(value.upper == (white ? high[id] : -low[id]));
    RC_ASSERT(value.lower <= value.upper);
    const Override* held = workspace.override_of(id);
    if (held != nullptr) RC_ASSERT(value.best == held->move);
    if (value.best_child != kNoNode || held != nullptr) RC_ASSERT(workspace.child(id, value.best) == value.best_child);
    if (value.best_child != kNoNode && held == nullptr)
      RC_ASSERT(value.value == through_move(values.nodes[value.best_child].value));
  }
}

RC_GTEST_PROP(BookValues, MinEqualsAnIndependentSolver, ()) { check_values(Backup::min); }

RC_GTEST_PROP(BookValues, ReplaceEqualsAnIndependentSolver, ()) { check_values(Backup::replace); }

// The better side that follows the best moves leaves the book, ends the game or comes to where a person has set the
// value, whatever the other side plays.
RC_GTEST_PROP(BookValues, TheBetterSideIsNeverLedInACircle, ()) {
  const Workspace workspace = random_workspace(*rc::gen::element(Backup::min, Backup::replace));
  const BookValues values = derive_values(workspace);
  for (NodeId id = 0; id < workspace.size(); ++id) {
    if (values.nodes[id].value <= 0) continue;
    // Nodes that can be met when the side to move here plays its best moves, each with the plies it takes at most: more
    // plies than there are nodes would be a circle.
    std::vector<NodeId> front{id};
    std::size_t plies = 0;
    for (bool own = true; !front.empty(); own = !own, ++plies) {
      RC_ASSERT(plies <= workspace.size());
      std::vector<NodeId> next;
      for (const NodeId at : front) {
        if (is_end(workspace, at)) continue;
        for (EdgeId e = workspace.node(at).first_edge; e != kNoEdge; e = workspace.edges()[e].next) {
          const NodeId child = workspace.edges()[e].child;
          if (own && child != values.nodes[at].best_child) continue;
          if (std::find(next.begin(), next.end(), child) == next.end()) next.push_back(child);
        }
      }
      front = std::move(next);
    }
  }
}

// Every edge leads to a node that costs no more than its parent and the step.
RC_GTEST_PROP(BookValues, CostsAreThoseOfCheapestPaths, ()) {
  const Workspace workspace = random_workspace(Backup::min);
  const BookValues values = derive_values(workspace);
  const CostModel model = cost_model(workspace.settings());
  const std::vector<bool> principal = principal_nodes(workspace, values.nodes);
  for (NodeId id = 0; id < workspace.size(); ++id) {
    if (values.cost[id] == kUnreached) continue;
    for (EdgeId e = workspace.node(id).first_edge; e != kNoEdge; e = workspace.edges()[e].next) {
      const Edge& edge = workspace.edges()[e];
      const bool on = principal[id] && edge.child == values.nodes[id].best_child;
      const WayStep step{through_move(values.nodes[edge.child].value), edge.promised, on, false};
      RC_ASSERT(values.cost[edge.child] <= values.cost[id] + step_cost(model, values.nodes[id], step));
    }
  }
}

// A line of so many plies, each of which gives away twice as many centipawns as leaving it is worth.
Workspace long_line(std::uint32_t plies, int loss) {
  BuildSettings settings;
  settings.cost.ply = settings.cost.centipawn = 1'000'000;  // the largest there are
  Workspace workspace(settings);
  for (NodeId id = 0; id <= plies; ++id) {
    workspace.add_node(id + 1, fake_position(id, static_cast<Color>(id % 2)), 2);
    LeafResult result;
    result.candidates = {{fake_move(2), static_cast<std::int16_t>(loss)}};
    workspace.set_result(id, result);
  }
  for (NodeId id = 0; id < plies; ++id) workspace.add_edge(id, fake_move(1), id + 1);
  workspace.add_start(0);
  return workspace;
}

TEST(BookCosts, OfTheDearestLinesDoNotRunOver) {
  for (const int loss : {0, 500}) {
    const Workspace workspace = long_line(5000, loss);
    const BookValues values = derive_values(workspace);
    EXPECT_EQ(values.cost[1], loss == 0 ? 1'000'000u : 1'001'000'000u);
    for (NodeId id = 1; id < workspace.size(); ++id) {
      ASSERT_GE(values.cost[id], values.cost[id - 1]) << id;
      ASSERT_NE(values.cost[id], kUnreached) << id;
    }
    EXPECT_EQ(values.cost.back(), kDearest);
  }
}

TEST(BookCosts, AreCutOffAtTheDearest) {
  EXPECT_EQ(cost_with(3, 4), 7u);
  EXPECT_EQ(cost_with(kDearest - 4, 3), kDearest - 1);
  EXPECT_EQ(cost_with(kDearest - 4, 4), kDearest);
  EXPECT_EQ(cost_with(kDearest - 4, 5), kDearest);
  EXPECT_EQ(cost_with(kDearest, kDearest), kDearest);
}

NodeValue worth(int value) {
  NodeValue node;
  node.value = static_cast<std::int16_t>(value);
  return node;
}

TEST(StepCost, AddsUpItsTerms) {
  CostModel model;
  model.ply = 1000;
  model.centipawn = 20;
  model.uncertainty = 5;
  model.principal = 200;
  model.best = 300;
  model.decided = 4000;
  EXPECT_EQ(step_cost(model, worth(30), {.score = 30}), 1000u);
  EXPECT_EQ(step_cost(model, worth(30), {.score = -10}), 1800u);
  EXPECT_EQ(step_cost(model, worth(30), {.score = 30, .promised = 50}), 900u);
  EXPECT_EQ(step_cost(model, worth(30), {.score = 30, .principal = true}), 800u);
  EXPECT_EQ(step_cost(model, worth(30), {.score = 30, .unexplored_best = true}), 700u);
  EXPECT_EQ(step_cost(model, worth(win_in(3)), {.score = win_in(3), .promised = 50}), 5000u);
}

TEST(StepCost, TellsLossesApartWhateverTheirUnit) {
  CostModel model;
  model.ply = 1'000'000;
  model.centipawn = 20'000;
  EXPECT_EQ(step_cost(model, worth(30), {.score = 30}), 1'000'000u);
  EXPECT_EQ(step_cost(model, worth(30), {.score = -10}), 1'800'000u);
  model.worst_loss = 2 * kInfinite;
  model.centipawn = 1'000'000;
  EXPECT_EQ(step_cost(model, worth(kInfinite), {.score = -kInfinite}), kDearest);
}

TEST(StepCost, IsNeverNothing) {
  CostModel model;
  model.ply = 1;
  EXPECT_EQ(step_cost(model, worth(0), {.score = 0, .promised = 900, .principal = true, .unexplored_best = true}), 1u);
}

TEST(StepCost, DropOutKnowsPliesAndLossAlone) {
  BuildSettings settings;
  settings.policy = Policy::dropout;
  const CostModel model = cost_model(settings);
  EXPECT_EQ(step_cost(model, worth(30), {.score = -10, .promised = 90, .principal = true, .unexplored_best = true}),
            settings.cost.ply + 40 * settings.cost.centipawn);
  EXPECT_EQ(step_cost(model, worth(2000), {.score = 0}), settings.cost.ply + 2000 * settings.cost.centipawn);
  EXPECT_EQ(step_cost(model, worth(win_in(1)), {.score = win_in(1)}), settings.cost.ply);
}

}  // namespace
}  // namespace bookends
