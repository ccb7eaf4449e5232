#include "books/proof/check/plain_game.h"

#include <algorithm>

namespace bookends {

namespace {

using Step = PlainGame::Step;

constexpr Step kOrthogonal[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
constexpr Step kDiagonal[] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

int forward_of(Color c) { return c == Color::white ? 1 : -1; }

class Board {
 public:
  Board(const PlainGame& game, const Setup& setup) : game_(game), rules_(game.rules()), setup_(setup) {}

  Color turn() const { return setup_.turn; }
  int file(Square s) const { return s % rules_.files; }
  int rank(Square s) const { return s / rules_.files; }
  // kNoSquare beyond the edge.
  Square stepped(Square s, int files, int ranks) const {
    const int f = file(s) + files, r = rank(s) + ranks;
    return f < 0 || r < 0 || f >= rules_.files || r >= rules_.ranks ? kNoSquare : r * rules_.files + f;
  }
  const Occupant& at(Square s) const { return setup_.board[slot(s)]; }
  bool holds(Square s, Color c, Kind k) const { return s != kNoSquare && at(s) == Occupant(c, k); }

  Square king(Color c) const {
    for (Square s = 0; s < rules_.squares(); ++s)
      if (holds(s, c, Kind::king)) return s;
    return kNoSquare;
  }

  bool attacked(Square s, Color by) const {
    for (const int side : {-1, 1})
      if (holds(stepped(s, side, -forward_of(by)), by, Kind::pawn)) return true;
    for (const Kind k : kAllKinds) {
      if (k == Kind::pawn) continue;
      for (const Step& leap : game_.leaps(k))
        if (holds(stepped(s, -leap.files, -leap.ranks * forward_of(by)), by, k)) return true;
    }
    return attacked_along(s, by, kOrthogonal, orthogonal) || attacked_along(s, by, kDiagonal, diagonal);
  }

  // Moves of all pieces, whether or not the own king is safe afterwards.
  std::vector<Move> moves() const {
    std::vector<Move> list;
    for (Square s = 0; s < rules_.squares(); ++s) {
      if (at(s).empty() || at(s).color() != turn()) continue;
      if (at(s).kind() == Kind::pawn)
        pawn_moves(s, list);
      else
        piece_moves(s, list);
    }
    return list;
  }

  void play(Move m) {
    const Occupant man = at(m.from());
    const bool pawn = man.kind() == Kind::pawn;
    if (pawn && file(m.from()) != file(m.to()) && at(m.to()).empty())  // en passant
      set(stepped(m.to(), 0, -forward_of(turn())), Occupant());
    set(m.from(), Occupant());
    set(m.to(), m.promotes() ? Occupant(turn(), m.promotion()) : man);
    setup_.en_passant = kNoSquare;
    if (pawn && std::abs(rank(m.to()) - rank(m.from())) == 2) mark_en_passant(m.to());
    setup_.turn = ~turn();
  }

  const Setup& setup() const { return setup_; }

  bool en_passant_is_sound() const {
    const Square s = setup_.en_passant;
    if (s == kNoSquare) return true;
    if (!rules_.en_passant || s < 0 || s >= rules_.squares() || !at(s).empty()) return false;
    const int back = forward_of(turn());  // from the pawn that stepped to where it came from
    const Square from = stepped(s, 0, back);
    const int home = turn() == Color::white ? rules_.ranks - 2 : 1;
    if (from == kNoSquare || rank(from) != home || !at(from).empty()) return false;
    if (!holds(stepped(s, 0, -back), ~turn(), Kind::pawn)) return false;
    return holds(stepped(s, 1, -back), turn(), Kind::pawn) || holds(stepped(s, -1, -back), turn(), Kind::pawn);
  }

 private:
  void set(Square s, Occupant o) { setup_.board[slot(s)] = o; }

  template <std::size_t N>
  bool attacked_along(Square s, Color by, const Step (&steps)[N], Slides kind) const {
    for (const Step& step : steps) {
      Square to = stepped(s, step.files, step.ranks);
      while (to != kNoSquare && at(to).empty()) to = stepped(to, step.files, step.ranks);
      if (to == kNoSquare || at(to).color() != by) continue;
      if (at(to).kind() != Kind::pawn && (rules_.piece(at(to).kind()).slides & kind) != 0) return true;
    }
    return false;
  }

  // Only where a pawn stands that may take.
  void mark_en_passant(Square to) {
    if (!rules_.en_passant) return;
    for (const int side : {-1, 1})
      if (holds(stepped(to, side, 0), ~turn(), Kind::pawn)) setup_.en_passant = stepped(to, 0, -forward_of(turn()));
  }

  bool free_for(Square s) const { return s != kNoSquare && (at(s).empty() || at(s).color() != turn()); }

  void piece_moves(Square from, std::vector<Move>& list) const {
    const Piece& piece = rules_.piece(at(from).kind());
    for (const Step& leap : game_.leaps(at(from).kind())) {
      const Square to = stepped(from, leap.files, leap.ranks * forward_of(turn()));
      if (free_for(to)) list.emplace_back(from, to);
    }
    if ((piece.slides & orthogonal) != 0) slide(from, kOrthogonal, list);
    if ((piece.slides & diagonal) != 0) slide(from, kDiagonal, list);
  }

  // A piece that both leaps and slides may reach a square in two ways: one move.
  template <std::size_t N>
  void slide(Square from, const Step (&steps)[N], std::vector<Move>& list) const {
    for (const Step& step : steps) {
      for (Square to = stepped(from, step.files, step.ranks); free_for(to); to = stepped(to, step.files, step.ranks)) {
        if (std::find(list.begin(), list.end(), Move(from, to)) == list.end()) list.emplace_back(from, to);
        if (!at(to).empty()) break;
      }
    }
  }

  void pawn_moves(Square from, std::vector<Move>& list) const {
    const int up = forward_of(turn());
    const Square one = stepped(from, 0, up);
    if (one != kNoSquare && at(one).empty()) {
      add_pawn_move(from, one, list);
      const int home = turn() == Color::white ? 1 : rules_.ranks - 2;
      const Square two = stepped(from, 0, 2 * up);
      if (rules_.double_step && rank(from) == home && two != kNoSquare && at(two).empty())
        add_pawn_move(from, two, list);
    }
    for (const int side : {-1, 1}) {
      const Square to = stepped(from, side, up);
      if (to == kNoSquare) continue;
      const bool takes = !at(to).empty() && at(to).color() != turn();
      if (takes || (rules_.en_passant && to == setup_.en_passant)) add_pawn_move(from, to, list);
    }
  }

  void add_pawn_move(Square from, Square to, std::vector<Move>& list) const {
    const int from_last = turn() == Color::white ? rules_.ranks - 1 - rank(to) : rank(to);
    if (from_last >= rules_.promotion_ranks) {
      list.emplace_back(from, to);
      return;
    }
    for (const char letter : rules_.promotes_to) list.emplace_back(from, to, static_cast<Kind>(rules_.slot_of(letter)));
  }

  const PlainGame& game_;
  const Rules& rules_;
  Setup setup_;
};

bool leaves_king_safe(const PlainGame& game, const Setup& setup, Move move) {
  Board board(game, setup);
  board.play(move);
  return !board.attacked(board.king(setup.turn), ~setup.turn);
}

}  // namespace

PlainGame::PlainGame(const Rules& rules) : rules_(&rules) {
  for (const Kind k : kAllKinds)
    for (int cell = 0; cell < 25; ++cell)
      if ((rules.piece(k).leaps >> cell & 1) != 0) leaps_[slot(k)].push_back({cell % 5 - 2, 2 - cell / 5});
}

std::vector<Move> PlainGame::legal_moves(const Setup& setup) const {
  std::vector<Move> list = Board(*this, setup).moves();
  std::erase_if(list, [&](Move m) { return !leaves_king_safe(*this, setup, m); });
  return list;
}

bool PlainGame::is_legal(const Setup& setup, Move move) const {
  const std::vector<Move> list = Board(*this, setup).moves();
  return std::find(list.begin(), list.end(), move) != list.end() && leaves_king_safe(*this, setup, move);
}

Setup PlainGame::after(const Setup& setup, Move move) const {
  Board board(*this, setup);
  board.play(move);
  return board.setup();
}

bool PlainGame::in_check(const Setup& setup) const {
  const Board board(*this, setup);
  return board.attacked(board.king(setup.turn), ~setup.turn);
}

bool PlainGame::too_little_material(const Setup& setup) const {
  int minors = 0, others = 0;
  for (Square s = 0; s < rules_->squares(); ++s) {
    const Occupant& o = setup.board[slot(s)];
    if (o.empty() || o.kind() == Kind::king) continue;
    ++(o.kind() == Kind::knight || o.kind() == Kind::bishop ? minors : others);
  }
  return others == 0 && minors <= (rules_->too_little == Material::one_minor ? 1 : 0);
}

bool PlainGame::en_passant_is_sound(const Setup& setup) const { return Board(*this, setup).en_passant_is_sound(); }

std::string_view PlainGame::wrong_with(const Setup& setup) const {
  std::array<int, 2> kings{}, men{};
  for (Square s = 0; s < rules_->squares(); ++s) {
    const Occupant& o = setup.board[slot(s)];
    if (o.empty()) continue;
    ++men[slot(o.color())];
    if (o.kind() == Kind::king) ++kings[slot(o.color())];
    const int walked = o.color() == Color::white ? s / rules_->files : rules_->ranks - 1 - s / rules_->files;
    if (o.kind() == Kind::pawn && (walked == 0 || walked >= rules_->ranks - rules_->promotion_ranks))
      return "a pawn where none can stand";
  }
  if (kings[0] != 1 || kings[1] != 1) return "not one king each";
  const std::string_view start = rules_->starts[0].substr(0, rules_->starts[0].find(' '));
  const auto most = std::ranges::count_if(start, [](char ch) { return ch >= 'A' && ch <= 'Z'; });
  if (men[0] > most || men[1] > most) return "more men than a side begins with";
  if (setup.castling != no_castling || setup.count != Count{}) return "rights that the game does not know";
  const Board board(*this, setup);
  if (!board.en_passant_is_sound()) return "an en passant square that no pawn can take on";
  if (board.attacked(board.king(~setup.turn), setup.turn)) return "the king of the side not to move is in check";
  return "";
}

}  // namespace bookends
