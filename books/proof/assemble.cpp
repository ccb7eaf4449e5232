#include "books/proof/assemble.h"

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
  Assembler(const Plan<R>& plan, Color attacker) : plan_(plan), attacker_(attacker) {}

  // False: a gap.
  bool visit(const Position<R>& position, int at_most) {
    const KnownFate fate = known_fate(position, attacker_, plan_.tables());
    if (fate.fate != Fate::open) return fate.fate == Fate::won && fate.distance <= at_most;
    const std::optional<ProofStep> step = plan_.solved().find(position.key());
    if (!step || step->distance > at_most || !position.is_legal(step->move)) return false;
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
    const KnownFate fate = known_fate(position, attacker_, plan_.tables());
    if (fate.fate != Fate::open) return fate.fate == Fate::won && fate.distance <= distance;
    const MoveList replies = position.legal_moves();
    return std::all_of(replies.begin(), replies.end(),
                       [&](Move reply) { return visit(position.after(reply), distance - 1); });
  }

 private:
  struct Open {
    Position<R> position;
    int distance;
  };
  const Plan<R>& plan_;
  Color attacker_;
  std::unordered_set<Key> seen_;
  std::vector<CertificateRecord> records_;
  std::vector<Open> open_;
};

}  // namespace

template <const Rules& R>
Result<std::vector<CertificateRecord>> certificate_records(const Plan<R>& plan, CertificateHeader& header) {
  const Result<Position<R>> root = Position<R>::from_fen(header.root);
  if (!root) return root.error();
  const auto find = [&](Key key) { return plan.solved().find(key); };
  Assembler<R> assembler(plan, header.attacker);
  bool whole = false;
  if (root->turn() == header.attacker) {
    const std::optional<ProofStep> step = find(root->key());
    header.distance = step ? step->distance : known_fate(*root, header.attacker, plan.tables()).distance;
    whole = assembler.visit(*root, header.distance);
  } else {
    const std::optional<int> distance = closed_distance(*root, header.attacker, plan.tables(), find);
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
