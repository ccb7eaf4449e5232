#include "books/proof/plan/outlook.h"

#include <algorithm>

#include "books/proof/plan/history.h"
#include "books/proof/plan/plan_file.h"
#include "core/io/file.h"
#include "core/notation/move_text.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

constexpr int kUnseen = -1;

double shown_cost(double cost) { return std::min(cost, kMostSearchesLeft); }

// By node: plies after the root by the moves that a plan has chosen; kUnseen where these do not lead.
template <const Rules& R>
std::vector<int> plies_to(const Plan<R>& plan, const std::vector<double>& costs, int first) {
  std::vector<int> plies(plan.nodes().size(), kUnseen);
  std::vector<NodeId> line = plan.roots();
  for (const NodeId root : line) plies[root] = first;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const PlanMove* move = plan.choice(line[i], costs);
    if (move == nullptr || plan.nodes()[line[i]].state == PlanState::solved) continue;
    for (const NodeId reply : move->replies) {
      if (plies[reply] != kUnseen) continue;
      plies[reply] = plies[line[i]] + 2;
      line.push_back(reply);
    }
  }
  return plies;
}

// `open` has the replies that the plan knows; all others are proved.
template <const Rules& R>
std::vector<OutlookReply> replies_of(const Plan<R>& plan, const Position<R>& after, const std::vector<NodeId>& open,
                                     const std::vector<double>& costs) {
  std::vector<OutlookReply> replies;
  for (const Move m : after.legal_moves()) {
    const Key key = after.after(m).key();
    const auto node = std::ranges::find_if(open, [&](NodeId n) { return plan.nodes()[n].key == key; });
    const bool proved = node == open.end() || plan.nodes()[*node].state == PlanState::solved;
    const bool refuted = !proved && costs[*node] >= kNoCost;
    replies.push_back({format_san(after, m), proved, refuted, proved || refuted ? 0 : shown_cost(costs[*node])});
  }
  return replies;
}

// Whether the roots of the plan are the root of the proof, or replies there.
template <const Rules& R>
bool are_of(const Plan<R>& plan, const Position<R>& root) {
  const auto has_key = [&](Key key) { return [&plan, key](NodeId n) { return plan.nodes()[n].key == key; }; };
  if (root.turn() == plan.attacker())
    return plan.roots().size() <= 1 && std::ranges::all_of(plan.roots(), has_key(root.key()));
  const MoveList replies = root.legal_moves();
  return std::ranges::all_of(plan.roots(), [&](NodeId n) {
    return std::ranges::any_of(replies, [&](Move m) { return has_key(root.after(m).key())(n); });
  });
}

// The attacker's move at the root, and what it leaves to do.
template <const Rules& R>
void show_choice(const Plan<R>& plan, const Position<R>& root, const std::vector<double>& costs,
                 ProofOutlook& outlook) {
  if (const std::optional<ProofStep> step = plan.solved().find(root.key()); step && root.is_legal(step->move)) {
    outlook.choice = format_san(root, step->move);
    outlook.replies = replies_of(plan, root.after(step->move), {}, costs);
  } else if (const PlanMove* choice = plan.choice(plan.roots().front(), costs); choice != nullptr) {
    outlook.choice = format_san(root, choice->move);
    outlook.replies = replies_of(plan, root.after(choice->move), choice->replies, costs);
  }
}

template <const Rules& R>
Result<ProofOutlook> outlook_of(const Plan<R>& plan, const PlanFacts& facts, const std::string& name) {
  const Result<Position<R>> root = Position<R>::from_fen(facts.root);
  if (!root) return Error{ErrorCode::corrupt, name + ": its root is none: " + root.error().message};
  ProofOutlook outlook;
  outlook.game = facts.game;
  outlook.root = facts.root;
  outlook.attacker = facts.attacker;
  outlook.aim = facts.aim;
  if (!are_of(plan, *root)) return Error{ErrorCode::corrupt, name + ": its root is not that of its plan"};
  const std::vector<double> costs = plan.costs();
  const bool moves = root->turn() == facts.attacker;
  outlook.proved =
      std::ranges::all_of(plan.roots(), [&](NodeId n) { return plan.nodes()[n].state == PlanState::solved; });
  if (!moves)
    outlook.replies = replies_of(plan, *root, plan.roots(), costs);
  else if (!plan.roots().empty())
    show_choice(plan, *root, costs, outlook);
  const std::vector<int> plies = plies_to(plan, costs, moves ? 0 : 1);
  for (const PlanLeaf& leaf : plan.cheapest(costs).open)
    outlook.open.push_back({plan.position(leaf.node).fen(), plies[leaf.node], plan.nodes()[leaf.node].score,
                            shown_cost(costs[leaf.node])});
  return outlook;
}

}  // namespace

Result<std::optional<ProofOutlook>> proof_outlook(const std::filesystem::path& workspace) {
  const std::filesystem::path path = workspace / kPlanFile;
  const Result<std::vector<std::byte>> bytes = read_regular_file(path);
  if (!bytes && bytes.error().code == ErrorCode::not_found) return std::optional<ProofOutlook>();
  if (!bytes) return bytes.error();
  Result<CheckedPlan> checked = check_plan(*bytes, path.string());
  if (!checked) return checked.error();
  const PlanFacts& facts = checked->facts;
  Result<ProofOutlook> outlook = with_game(**find_game(facts.game), [&]<const Rules & R>() {
    Plan<R> plan(facts.attacker, nullptr, facts.aim);
    PlanContent& content = checked->content;
    plan.assign(std::move(content.nodes), std::move(content.roots), content.solved);
    return outlook_of(plan, facts, path.string());
  });
  if (!outlook) return outlook.error();
  return std::optional(std::move(*outlook));
}

}  // namespace bookends
