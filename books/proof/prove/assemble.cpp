#include "books/proof/prove/assemble.h"

#include <algorithm>
#include <unordered_set>

namespace bookends {

namespace {

Error gap(const std::string& fen) {
  return {ErrorCode::corrupt, "the proof has a gap at " + fen + "; two positions may share a key"};
}

template <const Rules& R>
class Assembler {
 public:
  explicit Assembler(const Plan<R>& plan)
      : plan_(plan), costs_(plan.aim() == ProofAim::hold ? plan.costs() : std::vector<double>{}) {}

  // False: a gap.
  bool visit(const Position<R>& position, int at_most) {
    const KnownFate fate = fate_of(position);
    if (fate.fate != Fate::open) return is_in_time(fate, at_most);
    const std::optional<ProofStep> step = step_of(position);
    if (!step || (has_to_win() && step->distance > at_most) || !position.is_legal(step->move)) return false;
    if (!seen_.insert(position.key()).second) return true;
    records_.push_back({pack(R, position.setup()), step->move, step->distance});
    open_.push_back({position.after(step->move), step->distance - 1});
    return true;
  }

  Result<std::vector<CertificateRecord>> run() {
    while (!open_.empty()) {
      const auto [position, distance] = open_.back();
      open_.pop_back();
      if (!visit_replies(position, distance)) return gap(position.fen());
    }
    std::sort(records_.begin(), records_.end(),
              [](const CertificateRecord& a, const CertificateRecord& b) { return in_order(a.position, b.position); });
    return std::move(records_);
  }

  bool visit_replies(const Position<R>& position, int distance) {
    const KnownFate fate = fate_of(position);
    if (fate.fate != Fate::open) return is_in_time(fate, distance);
    const MoveList replies = position.legal_moves();
    return std::all_of(replies.begin(), replies.end(),
                       [&](Move reply) { return visit(position.after(reply), distance - 1); });
  }

 private:
  bool has_to_win() const { return plan_.aim() == ProofAim::win; }
  KnownFate fate_of(const Position<R>& position) const {
    return known_fate(position, plan_.attacker(), plan_.tables(), plan_.aim());
  }
  bool is_in_time(const KnownFate& fate, int at_most) const {
    return fate.fate == Fate::reached && (!has_to_win() || fate.distance <= at_most);
  }

  // The draw is held by a win, too; else by what the plan has chosen.
  std::optional<ProofStep> step_of(const Position<R>& position) const {
    const std::optional<ProofStep> solved = plan_.solved().find(position.key());
    if (has_to_win()) return solved;
    if (solved) return ProofStep{solved->move, 0};
    const NodeId node = plan_.find(position.key());
    const PlanMove* choice = node == kNoNode ? nullptr : plan_.choice(node, costs_);
    return choice == nullptr ? std::nullopt : std::optional(ProofStep{choice->move, 0});
  }

  struct Open {
    Position<R> position;
    int distance;
  };
  const Plan<R>& plan_;
  std::vector<double> costs_;
  std::unordered_set<Key> seen_;
  std::vector<CertificateRecord> records_;
  std::vector<Open> open_;
};

}  // namespace

template <const Rules& R>
Result<std::vector<CertificateRecord>> certificate_records(const Plan<R>& plan, CertificateHeader& header) {
  const Result<Position<R>> root = Position<R>::from_fen(header.root);
  if (!root) return root.error();
  Assembler<R> assembler(plan);
  bool whole = false;
  if (root->turn() == plan.attacker()) {
    const std::optional<ProofStep> step = plan.solved().find(root->key());
    if (plan.aim() == ProofAim::win)
      header.distance = step ? step->distance : known_fate(*root, plan.attacker(), plan.tables()).distance;
    whole = assembler.visit(*root, header.distance);
  } else {
    const auto find = [&](Key key) { return plan.solved().find(key); };
    const std::optional<int> distance =
        plan.aim() == ProofAim::hold ? std::optional(0) : closed_distance(*root, plan.attacker(), plan.tables(), find);
    header.distance = distance.value_or(0);
    whole = distance && assembler.visit_replies(*root, *distance);
  }
  if (!whole) return gap(header.root);
  return assembler.run();
}

#define BOOKENDS_INSTANTIATE(game)                                                                           \
  template Result<std::vector<CertificateRecord>> certificate_records<games::game>(const Plan<games::game>&, \
                                                                                   CertificateHeader&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
