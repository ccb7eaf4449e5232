// The move generator against one that is slow and obvious: every pair of squares, tried out by make and test.
#include "core/position/movegen.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/notation/move_text.h"
#include "core/position/unmoves.h"
#include "tests/support/playout.h"

namespace bookends {
namespace {

// Runs a property for every game: f.template operator()<R>() is the property.
template <class F>
void in_every_game(F property) {
  for (const Rules* rules : all_games())
    with_game(*rules, [&]<const Rules & R>() {
      EXPECT_TRUE(rc::check(std::string(R.name), [&] { property.template operator()<R>(); }));
    });
}

// A board of letters and plain loops, from the FEN alone.
template <const Rules& R>
class Mailbox {
 public:
  explicit Mailbox(const Setup& setup) : setup_(setup) {}

  bool attacked(Square s, Color by) const {
    for (Square from = 0; from < R.squares(); ++from)
      if (!piece(from).empty() && piece(from).color() == by && attacks(from, s)) return true;
    return false;
  }

  bool attacks(Square from, Square to) const {
    const Occupant o = piece(from);
    const int df = file_of(R, to) - file_of(R, from);
    const int dr = (rank_of(R, to) - rank_of(R, from)) * (o.color() == Color::white ? 1 : -1);
    if (o.kind() == Kind::pawn) return dr == 1 && (df == 1 || df == -1);
    const Piece& p = R.piece(o.kind());
    if (df >= -2 && df <= 2 && dr >= -2 && dr <= 2 && (p.leaps >> ((2 - dr) * 5 + df + 2) & 1) != 0) return true;
    return slides(p, from, to);
  }

  std::vector<std::uint16_t> moves() const {
    std::vector<std::uint16_t> found;
    for (Square from = 0; from < R.squares(); ++from)
      for (Square to = 0; to < R.squares(); ++to)
        if (from != to && pseudo_legal(from, to) && safe_after(from, to)) add(found, from, to);
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  Occupant piece(Square s) const { return setup_.board[slot(s)]; }

  bool slides(const Piece& p, Square from, Square to) const {
    const int df = file_of(R, to) - file_of(R, from), dr = rank_of(R, to) - rank_of(R, from);
    const bool straight = (df == 0) != (dr == 0), oblique = df != 0 && (df == dr || df == -dr);
    if (!(straight && (p.slides & orthogonal)) && !(oblique && (p.slides & diagonal))) return false;
    const int step = (dr > 0 ? R.files : dr < 0 ? -R.files : 0) + (df > 0) - (df < 0);
    for (Square s = from + step; s != to; s += step)
      if (!piece(s).empty()) return false;
    return true;
  }

  bool pseudo_legal(Square from, Square to) const {
    const Occupant o = piece(from);
    if (o.empty() || o.color() != setup_.turn) return false;
    if (!piece(to).empty() && piece(to).color() == setup_.turn) return false;
    if (o.kind() != Kind::pawn) return attacks(from, to);
    const int up = forward(R, setup_.turn);
    if (attacks(from, to)) return !piece(to).empty() || to == setup_.en_passant;
    if (to == from + up) return piece(to).empty();
    return R.double_step && to == from + 2 * up && piece(to).empty() && piece(from + up).empty() &&
           relative_rank(R, setup_.turn, from) == 1;
  }

  bool safe_after(Square from, Square to) const {
    Mailbox next = *this;
    if (piece(from).kind() == Kind::pawn && to == setup_.en_passant)
      next.setup_.board[slot(to - forward(R, setup_.turn))] = Occupant();
    next.setup_.board[slot(to)] = piece(from);
    next.setup_.board[slot(from)] = Occupant();
    for (Square s = 0; s < R.squares(); ++s)
      if (next.piece(s) == Occupant(setup_.turn, Kind::king)) return !next.attacked(s, ~setup_.turn);
    return false;
  }

  void add(std::vector<std::uint16_t>& found, Square from, Square to) const {
    const bool promotes =
        piece(from).kind() == Kind::pawn && relative_rank(R, setup_.turn, to) >= R.ranks - R.promotion_ranks;
    if (!promotes) return found.push_back(Move(from, to).bits());
    for (const char letter : R.promotes_to)
      found.push_back(Move(from, to, static_cast<Kind>(R.slot_of(letter))).bits());
  }

  Setup setup_;
};

template <const Rules& R>
bool castles(const Position<R>& p, Move m) {
  return p.at(m.from()).kind() == Kind::king && std::abs(m.to() - m.from()) == 2;
}

template <const Rules& R>
std::vector<std::uint16_t> sorted_moves(const Position<R>& p, const MoveList& list) {
  std::vector<std::uint16_t> bits;
  for (const Move m : list)
    if (!castles(p, m)) bits.push_back(m.bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

TEST(EveryGame, GeneratesWhatTryingEverythingFinds) {
  in_every_game([]<const Rules & R>() {
    const auto p = random_position<R>(80);
    RC_ASSERT(sorted_moves(p, p.legal_moves()) == Mailbox<R>(p.setup()).moves());
  });
}

// What leads to a square by each kind of man is what the list of moves has.
TEST(EveryGame, OriginsAreThoseOfTheLegalMoves) {
  in_every_game([]<const Rules & R>() {
    const auto p = random_position<R>(120);
    std::array<std::array<Bitboard, kMaxSquares>, kKinds> expected{};
    for (const Move m : p.legal_moves())
      if (!castles(p, m)) expected[slot(p.at(m.from()).kind())][slot(m.to())] |= bit(m.from());
    for (const Kind kind : kAllKinds)
      for (Square to = 0; to < R.squares(); ++to) RC_ASSERT(p.origins(kind, to) == expected[slot(kind)][slot(to)]);
  });
}

TEST(EveryGame, CapturesAreTheCapturesAndPromotions) {
  in_every_game([]<const Rules & R>() {
    const auto p = random_position<R>(80);
    MoveList captures, expected;
    p.legal_captures(captures);
    for (const Move m : p.legal_moves())
      if (p.is_capture(m) || m.promotes()) expected.add(m);
    RC_ASSERT(sorted_moves(p, captures) == sorted_moves(p, expected));
    RC_ASSERT(p.count_legal_moves() == p.legal_moves().size());
  });
}

TEST(EveryGame, AttacksAgreeWithTheMailbox) {
  in_every_game([]<const Rules & R>() {
    const auto p = random_position<R>(80);
    const Mailbox<R> board(p.setup());
    for (Square s = 0; s < R.squares(); ++s)
      for (const Color c : kColors) RC_ASSERT(p.attacked(s, c) == board.attacked(s, c));
    RC_ASSERT(p.in_check() == board.attacked(p.king(p.turn()), ~p.turn()));
  });
}

TEST(EveryGame, KeyIsIncrementallyWhatItIsFromScratch) {
  in_every_game([]<const Rules & R>() {
    auto p = random_position<R>(120);
    RC_ASSERT(p.key() == p.compute_key());
    if (!p.in_check()) {
      p.play_null();
      RC_ASSERT(p.key() == p.compute_key());
    }
  });
}

// A null move is the same board with the other side to move, and nobody may take en passant any more.
TEST(EveryGame, ANullMovePassesTheTurnAndTheChanceToTakeEnPassant) {
  in_every_game([]<const Rules & R>() {
    auto p = random_position<R>(120);
    if (p.in_check()) return;
    const auto before = p.setup();
    p.play_null();
    const auto passed = p.setup();
    RC_ASSERT(passed.board == before.board);
    RC_ASSERT(passed.turn == ~before.turn);
    RC_ASSERT(passed.castling == before.castling);
    RC_ASSERT(passed.en_passant == kNoSquare);
  });
  auto p = Position<games::chess>::from_fen("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1").value();
  const auto captures = [&] {
    MoveList list;
    p.legal_captures(list);
    return list.size();
  };
  EXPECT_EQ(captures(), 1);
  p.play_null();
  p.play_null();
  EXPECT_EQ(captures(), 0);
}

TEST(EveryGame, UnmovesInvertMoves) {
  in_every_game([]<const Rules & R>() {
    const auto before = random_position<R>(60);
    const MoveList moves = before.legal_moves();
    if (moves.empty()) return;
    const Move m = moves[*rc::gen::inRange(0, moves.size())];
    const auto after = before.after(m);
    bool found = false;
    for (const auto& u : unmoves(after)) {
      RC_ASSERT(u.before.is_legal(u.move));
      RC_ASSERT(u.before.after(u.move).key() == after.key());
      found |= u.move == m && u.before.setup().board == before.setup().board;
    }
    // Un-moves keep the castling rights of the later position: an earlier one with more of them is another position.
    RC_ASSERT(found);
  });
}

TEST(Unmoves, AnEnPassantSquareLeavesOnlyTheDoubleStep) {
  const auto chess = Position<games::chess>::from_fen("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1").value();
  const auto chess_ways = unmoves(chess);
  ASSERT_EQ(chess_ways.size(), 1u);
  EXPECT_EQ(format_uci(games::chess, chess_ways[0].move), "d2d4");
  const auto small = Position<games::fragments>::from_fen("4k/5/5/Pp3/K4 w - b3 0 1").value();
  const auto small_ways = unmoves(small);
  ASSERT_EQ(small_ways.size(), 1u);
  EXPECT_EQ(format_uci(games::fragments, small_ways[0].move), "b4b2");
}

TEST(Unmoves, CastlingIsUndoneWithItsRight) {
  const auto castled = Position<games::chess>::from_fen("4k3/8/8/8/8/8/8/5RK1 b - - 1 1").value();
  bool found = false;
  for (const auto& u : unmoves(castled))
    if (u.before.castling() == white_king_side) found = format_uci(games::chess, u.move) == "e1g1";
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace bookends
