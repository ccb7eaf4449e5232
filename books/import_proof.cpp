// A certificate as a book.
#include "books/import.h"
#include "books/proof/check.h"
#include "core/outcome.h"

namespace bookends {

namespace {

// Of positions in which a draw is certain at least, and nothing else: as good as any search.
constexpr std::uint8_t kHeldDepth = 255;

std::int16_t won_in(int plies) { return static_cast<std::int16_t>(plies < 2 * kMaxPly ? win_in(plies) : kTableWin); }

// What the attacker (a win) or the defender (a loss) is told; that a draw is held says that a win is not excluded.
template <const Rules& R>
GraphNode proved_node(const Position<R>& position, Move move, Proof proof, int plies) {
  GraphNode node = node_of(position);
  node.move = move;
  if (proof == Proof::none) {
    node.entry.depth = kHeldDepth;
    return node;
  }
  node.entry.proof = proof;
  const std::int16_t score = won_in(plies);
  node.entry.score = static_cast<std::int16_t>(proof == Proof::win ? score : -score);
  node.entry.depth = static_cast<std::uint8_t>(std::min(plies, 255));
  return node;
}

using Distances = std::unordered_map<Key, int>;

// The reply that takes the attacker longest; one into the tables only when there is no other.
template <const Rules& R>
Move longest_reply(const Position<R>& position, const Distances& distances) {
  Move best;
  int longest = -1;
  for (const Move m : position.legal_moves()) {
    const auto known = distances.find(position.after(m).key());
    const int plies = known != distances.end() ? known->second : 0;
    if (plies > longest) best = m;
    longest = std::max(longest, plies);
  }
  return best;
}

// Nothing of it is believed before it was checked, but for what the tables say, which are not at hand.
template <const Rules& R>
Result<std::vector<CertificateRecord>> checked_records(CertificateReader& proof) {
  CheckOptions options;
  options.assume_tables = true;
  Progress quiet;
  const Result<CheckReport> report = check_certificate<R>(proof, nullptr, options, quiet);
  if (!report) return report.error();
  if (!report->wrong.empty()) return Error{ErrorCode::corrupt, proof.name() + ": no proof: " + report->wrong};
  std::vector<CertificateRecord> all;
  proof.rewind();
  while (true) {
    const auto block = proof.next();
    if (!block) return block.error();
    if (block->empty()) return all;
    all.insert(all.end(), block->begin(), block->end());
  }
}

}  // namespace

template <const Rules& R>
Result<void> BookImport<R>::add_proof(CertificateReader& proof) {
  const CertificateHeader& header = proof.header();
  if (header.rules_fingerprint != fingerprint(R))
    return Error{ErrorCode::unsupported, proof.name() + ": a proof for " + header.game + ", or for other rules of it"};
  const Result<Position<R>> root = Position<R>::from_fen(header.root);
  const Result<std::vector<CertificateRecord>> records = checked_records<R>(proof);
  if (!root || !records) return root ? records.error() : root.error();
  if (graph_.nodes.empty()) graph_.header.side = header.attacker == Color::white ? BookSide::white : BookSide::black;
  Distances distances;
  std::vector<Position<R>> positions;
  for (const CertificateRecord& record : *records) {
    const Result<Position<R>> position = unpack_position<R>(record.position);
    if (!position) return Error{ErrorCode::corrupt, proof.name() + ": " + position.error().message};
    positions.push_back(*position);
    distances.emplace(position->key(), record.distance);
  }
  const bool win = header.aim == ProofAim::win;
  const Proof attack = win ? Proof::win : Proof::none, defence = win ? Proof::loss : Proof::none;
  const auto add_defence = [&](const Position<R>& position, int plies) {
    if (!verdict(position).over()) add(proved_node(position, longest_reply(position, distances), defence, plies));
  };
  if (root->turn() != header.attacker) {
    add_defence(*root, header.distance);
    add_start_before(*root, header);
  } else {
    add_start(root->fen());
  }
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const CertificateRecord& record = (*records)[i];
    add(proved_node(positions[i], record.move, attack, record.distance));
    add_defence(positions[i].after(record.move), record.distance - 1);
  }
  return {};
}

// The start that comes before the root, or the root as a start of its own.
template <const Rules& R>
void BookImport<R>::add_start_before(const Position<R>& root, const CertificateHeader& header) {
  for (const std::string_view fen : R.starts) {
    const Result<Position<R>> start = Position<R>::from_fen(fen);
    if (!start || start->turn() != header.attacker) continue;
    for (const Move m : start->legal_moves())
      if (start->after(m).key() == root.key()) {
        add(proved_node(*start, m, header.aim == ProofAim::win ? Proof::win : Proof::none, header.distance + 1));
        add_start(start->fen());
        return;
      }
  }
  add_start(root.fen());
}

#define BOOKENDS_INSTANTIATE(game)                                              \
  template Result<void> BookImport<games::game>::add_proof(CertificateReader&); \
  template void BookImport<games::game>::add_start_before(const Position<games::game>&, const CertificateHeader&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
