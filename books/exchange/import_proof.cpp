// A certificate as a book.
#include "books/exchange/import.h"
#include "books/proof/check/check.h"
#include "core/position/outcome.h"

namespace bookends {

namespace {

// Of positions in which a draw is certain, at least or at most: as good as any search, and a little short of a draw for
// the side that holds it. It does not mind to repeat what stood on the board; a book leaves an even game for that.
constexpr std::uint8_t kHeldDepth = 255;
constexpr Score kHeldScore = -1;

std::int16_t won_in(int plies) { return static_cast<std::int16_t>(plies < 2 * kMaxPly ? win_in(plies) : kTableWin); }

// What the attacker (a win) or the defender (a loss) is told.
template <const Rules& R>
GraphNode proved_node(const Position<R>& position, Move move, Proof proof, int plies) {
  GraphNode node = node_of(position);
  node.move = move;
  node.entry.proof = proof;
  const std::int16_t score = won_in(plies);
  node.entry.score = static_cast<std::int16_t>(proof == Proof::win ? score : -score);
  node.entry.depth = static_cast<std::uint8_t>(std::min(plies, 255));
  return node;
}

template <const Rules& R>
GraphNode held_node(const Position<R>& position, Move move, bool own) {
  GraphNode node = node_of(position);
  node.move = move;
  node.entry.depth = kHeldDepth;
  node.entry.score = static_cast<std::int16_t>(own ? kHeldScore : -kHeldScore);
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

template <const Rules& R>
Result<std::vector<Position<R>>> positions_of(const std::vector<CertificateRecord>& records, const std::string& name) {
  std::vector<Position<R>> positions;
  for (const CertificateRecord& record : records) {
    const Result<Position<R>> position = unpack_position<R>(record.position);
    if (!position) return Error{ErrorCode::corrupt, name + ": " + position.error().message};
    positions.push_back(*position);
  }
  return positions;
}

}  // namespace

template <const Rules& R>
Result<void> BookImport<R>::add_proof(CertificateReader& proof, const Oracle<R>* tables, Progress& progress) {
  const CertificateHeader& header = proof.header();
  if (header.rules_fingerprint != fingerprint(R))
    return Error{ErrorCode::unsupported, proof.name() + ": a proof for " + header.game + ", or for other rules of it"};
  const BookSide side = header.attacker == Color::white ? BookSide::white : BookSide::black;
  if (const Result<void> fits = take_side(side, proof.name()); !fits) return fits.error();
  // Nothing of it is believed before it was checked, but for what the tables say where they are not at hand.
  CheckOptions options;
  options.assume_tables = tables == nullptr;
  const Result<std::vector<CertificateRecord>> records = checked_records<R>(proof, tables, options, progress);
  if (!records) return records.error();
  const Result<Position<R>> root = Position<R>::from_fen(header.root);
  if (!root) return root.error();
  const Result<std::vector<Position<R>>> positions = positions_of<R>(*records, proof.name());
  if (!positions) return positions.error();
  Distances distances;
  for (std::size_t i = 0; i < positions->size(); ++i) distances.emplace((*positions)[i].key(), (*records)[i].distance);
  const bool win = header.aim == ProofAim::win;
  const auto add_defence = [&](const Position<R>& position, int plies) {
    if (verdict(position).over()) return;
    const Move reply = longest_reply(position, distances);
    add(win ? proved_node(position, reply, Proof::loss, plies) : held_node(position, reply, false));
  };
  if (root->turn() != header.attacker) {
    add_defence(*root, header.distance);
    add_start_before(*root, header);
  } else {
    add_start(root->fen());
  }
  for (std::size_t i = 0; i < positions->size(); ++i) {
    const CertificateRecord& record = (*records)[i];
    const Position<R>& position = (*positions)[i];
    add(win ? proved_node(position, record.move, Proof::win, record.distance) : held_node(position, record.move, true));
    add_defence(position.after(record.move), record.distance - 1);
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
        const bool win = header.aim == ProofAim::win;
        add(win ? proved_node(*start, m, Proof::win, header.distance + 1) : held_node(*start, m, true));
        add_start(start->fen());
        return;
      }
  }
  add_start(root.fen());
}

#define BOOKENDS_INSTANTIATE(game)                                                                                     \
  template Result<void> BookImport<games::game>::add_proof(CertificateReader&, const Oracle<games::game>*, Progress&); \
  template void BookImport<games::game>::add_start_before(const Position<games::game>&, const CertificateHeader&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
