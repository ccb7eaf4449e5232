#include "core/position/position.h"

#include "core/position/attackers.h"
#include "core/position/movegen.h"
#include "core/position/zobrist.h"
#include "core/rules/geometry.h"

namespace bookends {
namespace {

Error illegal(const std::string& what) { return {ErrorCode::invalid_argument, "illegal position: " + what}; }

// The men of a side at the start; no game adds any. Bounds the moves of a position, and so the size of a MoveList.
constexpr int men_at_start(const Rules& r) {
  int men = 0;
  for (const char ch : r.starts[0].substr(0, r.starts[0].find(' '))) men += ch >= 'A' && ch <= 'Z';
  return men;
}

// Rights that are lost when a move leaves or enters a square.
constexpr std::uint8_t rights_of(const Rules& r, Square s) {
  const Square last = square_at(r, 0, r.ranks - 1);
  if (s == 0) return white_queen_side;
  if (s == 4) return white_queen_side | white_king_side;
  if (s == 7) return white_king_side;
  if (s == last) return black_queen_side;
  if (s == last + 4) return black_queen_side | black_king_side;
  if (s == last + 7) return black_king_side;
  return no_castling;
}

}  // namespace

template <const Rules& R>
Position<R> Position<R>::start() {
  static_assert(27 * men_at_start(R) <= MoveList::kCapacity);
  static const Position position = from_fen(R.starts[0]).value();
  return position;
}

template <const Rules& R>
Result<Position<R>> Position<R>::from_fen(std::string_view fen) {
  auto setup = parse_fen(R, fen);
  if (!setup) return setup.error();
  auto position = from_setup(*setup);
  if (!position) return Error{position.error().code, position.error().message + " in FEN '" + std::string(fen) + "'"};
  return position;
}

template <const Rules& R>
Result<Position<R>> Position<R>::from_setup(const Setup& setup) {
  Position p;
  for (Square s = 0; s < R.squares(); ++s)
    if (const Occupant o = setup.board[slot(s)]; !o.empty()) p.put(o.color(), o.kind(), s);
  for (const Color c : kColors) {
    if (bookends::count(p.pieces(c, Kind::king)) != 1) return illegal("each side needs exactly one king");
    if (bookends::count(p.pieces(c)) > men_at_start(R))
      return illegal("a side has at most the " + std::to_string(men_at_start(R)) + " men it starts with");
  }
  p.turn_ = setup.turn;
  p.castling_ = setup.castling;
  p.count_ = setup.count;
  p.halfmove_clock_ = static_cast<std::uint16_t>(setup.halfmove_clock);
  p.fullmove_ = static_cast<std::uint16_t>(setup.fullmove);
  if (setup.en_passant != kNoSquare) p.set_en_passant(setup.en_passant);
  if (p.attacked(p.king(~p.turn_), p.turn_))
    return illegal(std::string("the side not to move, ") + (p.turn_ == Color::white ? "Black" : "White") +
                   ", is in check");
  p.key_ = p.compute_key();
  return p;
}

template <const Rules& R>
Setup Position<R>::setup() const {
  Setup s;
  for (Square i = 0; i < R.squares(); ++i) s.board[slot(i)] = board_[slot(i)];
  s.turn = turn_;
  s.castling = castling_;
  s.en_passant = en_passant_;
  s.count = count_;
  s.halfmove_clock = halfmove_clock_;
  s.fullmove = fullmove_;
  return s;
}

template <const Rules& R>
std::string Position<R>::fen() const {
  return format_fen(R, setup());
}

template <const Rules& R>
Key Position<R>::en_passant_key() const {
  return en_passant_ == kNoSquare ? 0 : zobrist<R>.en_passant[slot(file_of(R, en_passant_))];
}

template <const Rules& R>
Key Position<R>::compute_key() const {
  const ZobristTable& z = zobrist<R>;
  Key key = z.castling[castling_];
  for (Square s = 0; s < R.squares(); ++s)
    if (const Occupant o = board_[slot(s)]; !o.empty()) key ^= z.pieces[slot(o.color())][slot(o.kind())][slot(s)];
  key ^= en_passant_key();
  if (turn_ == Color::white) key ^= z.white_to_move;
  return key;
}

// Whether a pawn may capture en passant, rather than only stands there.
template <const Rules& R>
bool Position<R>::can_take_en_passant() const {
  Bitboard pawns = geometry<R>.pawn_captures[slot(~turn_)][slot(en_passant_)] & pieces(turn_, Kind::pawn);
  while (pawns != 0)
    if (is_legal(Move(pop_lowest(pawns), en_passant_))) return true;
  return false;
}

template <const Rules& R>
Key Position<R>::repetition_key() const {
  if constexpr (R.repetition_counts_rights) {
    // The same moves have to be there: a capture that is not legal is none.
    return en_passant_ == kNoSquare || can_take_en_passant() ? key_ : key_ ^ en_passant_key();
  } else {
    return key_ ^ en_passant_key() ^ zobrist<R>.castling[castling_];
  }
}

template <const Rules& R>
Bitboard Position<R>::attackers(Square s, Color by, Bitboard occupied) const {
  return attackers_of<R>(*this, s, by, occupied);
}

template <const Rules& R>
Bitboard Position<R>::attacks_from(Square s) const {
  Bitboard found = 0;
  for_each_kind([&]<Kind K>() {
    if (at(s).kind() == K) found = attacks<R, K>(at(s).color(), s, occupied());
  });
  return found;
}

template <const Rules& R>
void Position<R>::legal_moves(MoveList& list) const {
  ListSink<R> sink{list};
  MoveGenerator<R, Moves::all, ListSink<R>>(*this, sink).generate();
}

template <const Rules& R>
void Position<R>::legal_captures(MoveList& list) const {
  ListSink<R> sink{list};
  MoveGenerator<R, Moves::captures, ListSink<R>>(*this, sink).generate();
}

template <const Rules& R>
void Position<R>::legal_quiets(MoveList& list) const {
  ListSink<R> sink{list};
  MoveGenerator<R, Moves::quiets, ListSink<R>>(*this, sink).generate();
}

template <const Rules& R>
int Position<R>::count_legal_moves() const {
  CountSink<R> sink;
  MoveGenerator<R, Moves::all, CountSink<R>>(*this, sink).generate();
  return sink.total;
}

template <const Rules& R>
bool Position<R>::has_legal_move() const {
  AnySink sink;
  MoveGenerator<R, Moves::all, AnySink>(*this, sink).generate();
  return sink.found;
}

template <const Rules& R>
bool Position<R>::is_legal(Move m) const {
  if (m.from() >= R.squares() || m.to() >= R.squares() || !contains(pieces(turn_), m.from())) return false;
  return legal_moves().contains(m);
}

// Of pawns that may go there if their king allows it.
template <const Rules& R>
Bitboard Position<R>::pawn_origins(Square to) const {
  const Geometry<R>& g = geometry<R>;
  const Bitboard pawns = pieces(turn_, Kind::pawn), free = ~occupied();
  if (!contains(free, to) || to == en_passant_) return g.pawn_captures[slot(~turn_)][slot(to)] & pawns;
  const int down = -forward(R, turn_);
  const Bitboard behind = shifted(bit(to), down);
  Bitboard from = behind & pawns;
  if constexpr (R.double_step) from |= shifted(behind & free, down) & pawns & g.double_from[slot(turn_)];
  return from;
}

// Whether our king could be taken after a man's step that is no castling.
template <const Rules& R>
bool Position<R>::exposes_king(Square from, Square to) const {
  Bitboard taken = bit(to);
  if constexpr (R.en_passant)
    if (is_en_passant(Move(from, to))) taken |= bit(to - forward(R, turn_));
  const Bitboard after = (occupied() & ~bit(from) & ~taken) | bit(to);
  const Square k = at(from).kind() == Kind::king ? to : king(turn_);
  return (attackers(k, ~turn_, after) & ~taken) != 0;
}

// Seen from the target: the enemy's man of that kind there would attack what can go there.
template <const Rules& R>
Bitboard Position<R>::origins(Kind kind, Square to) const {
  if (contains(pieces(turn_), to)) return 0;
  Bitboard from = kind == Kind::pawn ? pawn_origins(to) : 0;
  for_each_kind([&]<Kind K>() {
    if constexpr (K != Kind::pawn)
      if (K == kind) from = attacks<R, K>(~turn_, to, occupied()) & pieces(turn_, K);
  });
  for (const Square s : Squares(from))
    if (exposes_king(s, to)) from ^= bit(s);
  return from;
}

template <const Rules& R>
bool Position<R>::is_en_passant(Move m) const {
  return m.to() == en_passant_ && at(m.from()).kind() == Kind::pawn && file_of(R, m.from()) != file_of(R, m.to());
}

template <const Rules& R>
bool Position<R>::is_capture(Move m) const {
  return contains(pieces(~turn_), m.to()) || is_en_passant(m);
}

template <const Rules& R>
bool Position<R>::gives_check(Move m) const {
  return after(m).in_check();
}

template <const Rules& R>
void Position<R>::put(Color c, Kind k, Square s) {
  colors_[slot(c)] |= bit(s);
  kinds_[slot(k)] |= bit(s);
  board_[slot(s)] = Occupant(c, k);
  key_ ^= zobrist<R>.pieces[slot(c)][slot(k)][slot(s)];
}

template <const Rules& R>
void Position<R>::remove(Square s) {
  const Occupant o = at(s);
  colors_[slot(o.color())] ^= bit(s);
  kinds_[slot(o.kind())] ^= bit(s);
  board_[slot(s)] = Occupant();
  key_ ^= zobrist<R>.pieces[slot(o.color())][slot(o.kind())][slot(s)];
}

// Keeps the square only if an enemy pawn (of the side to move) stands ready to capture on it.
template <const Rules& R>
void Position<R>::set_en_passant(Square s) {
  if ((geometry<R>.pawn_captures[slot(~turn_)][slot(s)] & pieces(turn_, Kind::pawn)) == 0) return;
  en_passant_ = static_cast<std::int8_t>(s);
  key_ ^= zobrist<R>.en_passant[slot(file_of(R, s))];
}

template <const Rules& R>
void Position<R>::move_castling_rook(Square from, Square to) {
  const bool king_side = to > from;
  remove(king_side ? to + 1 : to - 2);
  put(turn_, Kind::rook, king_side ? to - 1 : to + 1);
}

template <const Rules& R>
void Position<R>::update_castling(Move m) {
  const auto kept = static_cast<std::uint8_t>(castling_ & ~(rights_of(R, m.from()) | rights_of(R, m.to())));
  key_ ^= zobrist<R>.castling[castling_] ^ zobrist<R>.castling[kept];
  castling_ = kept;
}

// Called with the turn already passed.
template <const Rules& R>
void Position<R>::update_count(bool captured) {
  if (kinds_[0] != 0) return;
  if (count_.running() && !captured) {
    ++count_.plies;
    return;
  }
  PieceCounts counts{};
  for (const Color c : kColors)
    for (const Kind k : kAllKinds) counts[slot(c)][slot(k)] = bookends::count(pieces(c, k));
  count_ = next_count(count_, counts, turn_, captured && !several(pieces(turn_)));
}

template <const Rules& R>
void Position<R>::play(Move m) {
  const Square from = m.from(), to = m.to();
  const Kind kind = at(from).kind();
  const bool captures = contains(pieces(~turn_), to);
  const bool en_passant_capture = R.en_passant && kind == Kind::pawn && to == en_passant_;
  if (en_passant_ != kNoSquare) {
    key_ ^= zobrist<R>.en_passant[slot(file_of(R, en_passant_))];
    en_passant_ = kNoSquare;
  }
  if (captures) remove(to);
  remove(from);
  put(turn_, m.promotes() ? m.promotion() : kind, to);
  if constexpr (R.en_passant)
    if (en_passant_capture) remove(to - forward(R, turn_));
  if constexpr (R.castling) {
    if (kind == Kind::king && (to - from == 2 || from - to == 2)) move_castling_rook(from, to);
    if (castling_ != 0) update_castling(m);
  }
  halfmove_clock_ = captures || kind == Kind::pawn ? 0 : static_cast<std::uint16_t>(halfmove_clock_ + 1);
  if (turn_ == Color::black) ++fullmove_;
  turn_ = ~turn_;
  key_ ^= zobrist<R>.white_to_move;
  if constexpr (R.en_passant)
    if (kind == Kind::pawn && to - from == -2 * forward(R, turn_)) set_en_passant((from + to) / 2);
  if constexpr (R.counting == Counting::makruk) update_count(captures);
}

template <const Rules& R>
void Position<R>::play_null() {
  if (en_passant_ != kNoSquare) key_ ^= zobrist<R>.en_passant[slot(file_of(R, en_passant_))];
  en_passant_ = kNoSquare;
  ++halfmove_clock_;
  turn_ = ~turn_;
  key_ ^= zobrist<R>.white_to_move;
}

template <const Rules& R>
bool Position<R>::operator==(const Position& other) const {
  return board_ == other.board_ && turn_ == other.turn_ && castling_ == other.castling_ &&
         en_passant_ == other.en_passant_ && count_ == other.count_;
}

#define BOOKENDS_INSTANTIATE(game) template class Position<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
