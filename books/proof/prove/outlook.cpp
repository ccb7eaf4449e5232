#include "books/proof/prove/outlook.h"

#include <algorithm>

#include "books/proof/prove/plan_file.h"
#include "core/io/file.h"
#include "core/notation/move_text.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

constexpr int kUnseen = -1;

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
    replies.push_back({format_san(after, m), proved, proved ? 0 : costs[*node]});
  }
  return replies;
}

template <const Rules& R>
Result<ProofOutlook> outlook_of(const Plan<R>& plan, const PlanFacts& facts, const std::string& name) {
  const Result<Position<R>> root = Position<R>::from_fen(facts.root);
  if (!root) return Error{ErrorCode::corrupt, name + ": its root is none: " + root.error().message};
  ProofOutlook outlook{facts.game, facts.root, facts.attacker, facts.aim, {}, {}, {}};
  const std::vector<double> costs = plan.costs();
  const bool moves = root->turn() == facts.attacker;
  const PlanMove* choice = moves && !plan.roots().empty() ? plan.choice(plan.roots().front(), costs) : nullptr;
  if (choice != nullptr) {
    if (!root->is_legal(choice->move)) return Error{ErrorCode::corrupt, name + ": its root is not that of its plan"};
    outlook.choice = format_san(*root, choice->move);
    outlook.replies = replies_of(plan, root->after(choice->move), choice->replies, costs);
  } else if (!moves) {
    outlook.replies = replies_of(plan, *root, plan.roots(), costs);
  }
  const std::vector<int> plies = plies_to(plan, costs, moves ? 0 : 1);
  for (const PlanLeaf& leaf : plan.leaves(costs))
    outlook.open.push_back(
        {plan.position(leaf.node).fen(), plies[leaf.node], plan.nodes()[leaf.node].score, costs[leaf.node]});
  return outlook;
}

}  // namespace

Result<std::optional<ProofOutlook>> proof_outlook(const std::filesystem::path& workspace) {
  const std::filesystem::path path = workspace / kPlanFile;
  const Result<std::vector<std::byte>> bytes = read_regular_file(path);
  if (!bytes && bytes.error().code == ErrorCode::not_found) return std::optional<ProofOutlook>();
  if (!bytes) return bytes.error();
  const Result<PlanFacts> facts = check_plan(*bytes, path.string());
  if (!facts) return facts.error();
  Result<ProofOutlook> outlook = with_game(**find_game(facts->game), [&]<const Rules & R>() -> Result<ProofOutlook> {
    Plan<R> plan(facts->attacker, nullptr, facts->aim);
    if (const Result<void> read = view_plan(plan, *bytes, path.string()); !read) return read.error();
    return outlook_of(plan, *facts, path.string());
  });
  if (!outlook) return outlook.error();
  return std::optional(std::move(*outlook));
}

}  // namespace bookends
