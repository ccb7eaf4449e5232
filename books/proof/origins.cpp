#include "books/proof/origins.h"

#include <algorithm>

namespace bookends {

namespace {

// Takes back all moves that can have led to a position, and more: which of them did is for the records to say.
template <const Rules& R>
class Origins {
 public:
  Origins(const ProofIndex& index, const Position<R>& defender)
      : index_(index), setup_(defender.setup()), packed_(pack(R, setup_)), mover_(~defender.turn()) {}

  std::optional<int> promised() {
    for (Square to = 0; to < R.squares(); ++to) {
      const Occupant man = setup_.board[slot(to)];
      if (man.empty() || man.color() != mover_) continue;
      for (Square from = 0; from < R.squares(); ++from) {
        if (!setup_.board[slot(from)].empty()) continue;
        take_back(from, to, man);
        if (may_promote_to(man.kind())) take_back(from, to, Occupant(mover_, Kind::pawn));
      }
    }
    return best_;
  }

 private:
  static bool may_promote_to(Kind kind) { return R.promotes_to.find(R.piece(kind).letter) != std::string_view::npos; }

  // With nothing captured, with every man that may have been, and en passant.
  void take_back(Square from, Square to, Occupant man) {
    Setup before = setup_;
    before.turn = mover_;
    before.en_passant = kNoSquare;
    before.board[slot(from)] = man;
    for (const Kind kind : kAllKinds)
      if (kind != Kind::king && !R.piece(kind).absent()) {
        before.board[slot(to)] = Occupant(~mover_, kind);
        try_rights(before);
      }
    before.board[slot(to)] = Occupant();
    try_rights(before);
    if (!R.en_passant || man.kind() != Kind::pawn) return;
    const Square beside = from / R.files * R.files + to % R.files;
    if (!before.board[slot(beside)].empty()) return;
    before.board[slot(beside)] = Occupant(~mover_, Kind::pawn);
    before.en_passant = to;
    try_position(before);
  }

  // Whatever pawn may have stepped twice before.
  void try_rights(Setup& before) {
    before.en_passant = kNoSquare;
    try_position(before);
    if (!R.en_passant) return;
    const int ahead = mover_ == Color::white ? -R.files : R.files;  // from the square behind a pawn to the pawn
    for (Square behind = R.files; behind < R.squares() - R.files; ++behind) {
      if (before.board[slot(behind + ahead)] != Occupant(~mover_, Kind::pawn) || !before.board[slot(behind)].empty())
        continue;
      before.en_passant = behind;
      try_position(before);
    }
    before.en_passant = kNoSquare;
  }

  void try_position(const Setup& before) {
    const PackedPosition packed = pack(R, before);
    const std::optional<IndexedStep> step = index_.find(packed);
    if (!step) return;
    const Result<Position<R>> position = unpack_position<R>(packed);
    if (!position || !position->legal_moves().contains(step->move)) return;
    if (pack(R, position->after(step->move).setup()) != packed_) return;
    const int plies = std::max(0, step->distance - 1);
    if (!best_ || plies < *best_) best_ = plies;
  }

  const ProofIndex& index_;
  const Setup setup_;
  const PackedPosition packed_;
  const Color mover_;
  std::optional<int> best_;
};

}  // namespace

template <const Rules& R>
std::optional<int> promised_by_records(const ProofIndex& index, const Position<R>& defender) {
  std::optional<int> promised = Origins<R>(index, defender).promised();
  const Result<Position<R>> root = Position<R>::from_fen(index.header().root);
  if (root && pack(R, root->setup()) == pack(R, defender.setup()))
    promised = std::min(promised.value_or(index.header().distance), index.header().distance);
  return promised;
}

#define BOOKENDS_INSTANTIATE(game) \
  template std::optional<int> promised_by_records<games::game>(const ProofIndex&, const Position<games::game>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
