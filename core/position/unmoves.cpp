#include "core/position/unmoves.h"

#include <string_view>

#include "core/rules/geometry.h"

namespace bookends {
namespace {

// Candidates are made freely from the geometry and kept when the rules agree: the earlier position must be legal, the
// move legal in it, and its result the position we began with. Nothing about pins, checks or rights is decided here.
template <const Rules& R>
class Unmover {
 public:
  explicit Unmover(const Position<R>& position) : now_(position), setup_(position.setup()), mover_(~position.turn()) {
    setup_.turn = mover_;
    setup_.en_passant = kNoSquare;
    setup_.count = {};
    setup_.halfmove_clock = 0;
    if (mover_ == Color::black && setup_.fullmove > 1) --setup_.fullmove;
  }

  std::vector<Unmove<R>> all() {
    for (const Square to : Squares(now_.pieces(mover_))) {
      const Kind kind = now_.at(to).kind();
      if (kind == Kind::pawn) {
        pawn(to, Move(0, to));
      } else {
        piece(kind, to);
        if (contains(geometry<R>.promotion[slot(mover_)], to) &&
            R.promotes_to.find(R.piece(kind).letter) != std::string_view::npos)
          pawn(to, Move(0, to, kind));
      }
    }
    if constexpr (R.castling) castling();
    return std::move(found_);
  }

 private:
  void piece(Kind kind, Square to) {
    Bitboard origins = 0;
    for_each_kind([&]<Kind K>() {
      if (K == kind) origins = attacks<R, K>(~mover_, to, now_.occupied()) & ~now_.occupied();
    });
    for (const Square from : Squares(origins)) {
      add(Move(from, to), Occupant());
      add_captures(Move(from, to));
    }
  }

  // `shape` carries the target and the promotion.
  void pawn(Square to, Move shape) {
    const int up = forward(R, mover_);
    const auto from = [&](Square s) { return Move(s, to, shape.promotion()); };
    if (free(to - up)) {
      add(from(to - up), Occupant());
      if (R.double_step && free(to - 2 * up)) add(from(to - 2 * up), Occupant());
    }
    for (const Square s : Squares(geometry<R>.pawn_captures[slot(~mover_)][slot(to)] & ~now_.occupied())) {
      add_captures(from(s));
      if (R.en_passant && !shape.promotes()) add_en_passant(from(s));
    }
  }

  bool free(Square s) const { return s >= 0 && s < R.squares() && now_.at(s).empty(); }

  void add_captures(Move m) {
    for (const Kind victim : kAllKinds)
      if (victim != Kind::king) add(m, Occupant(~mover_, victim));
  }

  void add(Move m, Occupant captured) {
    Setup before = setup_;
    before.board[slot(m.to())] = captured;
    before.board[slot(m.from())] = m.promotes() ? Occupant(mover_, Kind::pawn) : now_.at(m.to());
    keep(before, m);
  }

  void add_en_passant(Move m) {
    const Square victim = m.to() - forward(R, mover_);
    if (!free(victim)) return;
    Setup before = setup_;
    before.board[slot(m.to())] = Occupant();
    before.board[slot(victim)] = Occupant(~mover_, Kind::pawn);
    before.board[slot(m.from())] = now_.at(m.to());
    before.en_passant = m.to();
    keep(before, m);
  }

  void castling() {
    const int home = mover_ == Color::white ? 0 : R.squares() - R.files;
    for (const bool king_side : {true, false}) {
      const Square king = home + (king_side ? 6 : 2), rook = home + (king_side ? 5 : 3);
      const Square corner = home + (king_side ? 7 : 0);
      if (now_.at(king) != Occupant(mover_, Kind::king) || now_.at(rook) != Occupant(mover_, Kind::rook)) continue;
      if (!free(home + 4) || !free(corner)) continue;
      Setup before = setup_;
      std::swap(before.board[slot(king)], before.board[slot(home + 4)]);
      std::swap(before.board[slot(rook)], before.board[slot(corner)]);
      const int right = (king_side ? 0 : 1) + (mover_ == Color::white ? 0 : 2);
      before.castling = static_cast<std::uint8_t>(before.castling | 1u << right);
      keep(before, Move(home + 4, king));
    }
  }

  // FEN rules that from_setup takes for granted are checked by a round trip through text.
  void keep(const Setup& setup, Move m) {
    const auto before = Position<R>::from_fen(format_fen(R, setup));
    if (!before || !before->is_legal(m)) return;
    const Position<R> after = before->after(m);
    if (after.key() == now_.key() && after.setup().board == now_.setup().board) found_.push_back({*before, m});
  }

  const Position<R>& now_;
  Setup setup_;
  const Color mover_;
  std::vector<Unmove<R>> found_;
};

}  // namespace

template <const Rules& R>
std::vector<Unmove<R>> unmoves(const Position<R>& position) {
  return Unmover<R>(position).all();
}

#define BOOKENDS_INSTANTIATE(game) template std::vector<Unmove<games::game>> unmoves(const Position<games::game>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
