#include "core/notation/move_text.h"

#include <optional>

#include "core/notation/castling.h"
#include "core/rules/geometry.h"

namespace bookends {
namespace {

constexpr char lower(char ch) { return static_cast<char>(ch - 'A' + 'a'); }

Error unreadable(std::string_view text, std::string_view form) {
  return {ErrorCode::invalid_argument, "'" + std::string(text) + "' is no move; " + std::string(form)};
}

Error not_legal(std::string_view text, const std::string& fen) {
  return {ErrorCode::invalid_argument, "'" + std::string(text) + "' is not legal in '" + fen + "'"};
}

// The least of nothing, file, rank, both that tells the moving piece from its like with the same target.
template <const Rules& R>
std::string disambiguation(const Position<R>& p, Move m) {
  const Bitboard others = p.origins(p.at(m.from()).kind(), m.to()) & ~bit(m.from());
  bool same_file = false, same_rank = false;
  for (const Square s : Squares(others)) {
    same_file |= file_of(R, s) == file_of(R, m.from());
    same_rank |= rank_of(R, s) == rank_of(R, m.from());
  }
  const std::string square = square_name(R, m.from());
  if (others == 0) return "";
  if (!same_file) return square.substr(0, 1);
  return same_rank ? square : square.substr(1, 1);
}

template <const Rules& R>
std::string check_mark(const Position<R>& p, Move m) {
  const Position<R> next = p.after(m);
  if (!next.in_check()) return "";
  return next.has_legal_move() ? "+" : "#";
}

template <const Rules& R>
std::string bare_san(const Position<R>& p, Move m) {
  if (is_castling(p, m)) return m.to() > m.from() ? "O-O" : "O-O-O";
  const Kind kind = p.at(m.from()).kind();
  const bool capture = p.is_capture(m);
  std::string text;
  if (kind != Kind::pawn)
    text = R.piece(kind).letter + disambiguation(p, m);
  else if (capture)
    text = square_name(R, m.from()).substr(0, 1);
  if (capture) text += 'x';
  text += square_name(R, m.to());
  if (m.promotes()) text += std::string("=") + R.piece(m.promotion()).letter;
  return text;
}

// What SAN says beyond the necessary: check marks, annotation, '=' and 'x'.
constexpr bool is_beside_the_point(char ch) {
  return ch == '+' || ch == '#' || ch == '!' || ch == '?' || ch == '=' || ch == 'x' || ch == '-';
}

std::string essence(std::string_view san) {
  std::string text;
  for (const char ch : san)
    if (!is_beside_the_point(ch)) text += ch == '0' ? 'O' : ch;
  return text;
}

// The essence of a SAN, read.
struct SanMove {
  Kind kind = Kind::pawn;
  int file = -1;  // of the origin, where it is said
  int rank = -1;
  Square to = kNoSquare;
  Kind promotion = Kind::pawn;  // none
};

// Takes off the letter of a piece at the beginning or the end; a pawn has none.
Kind take_letter(const Rules& rules, std::string_view& text, bool at_end) {
  if (text.empty()) return Kind::pawn;
  const int found = rules.slot_of(at_end ? text.back() : text.front());
  if (found <= index(Kind::pawn)) return Kind::pawn;
  at_end ? text.remove_suffix(1) : text.remove_prefix(1);
  return static_cast<Kind>(found);
}

// Piece, origin or a part of it, target, promotion. Nothing where that is not all of the text.
std::optional<SanMove> read_essence(const Rules& rules, std::string_view text) {
  SanMove san;
  san.kind = take_letter(rules, text, false);
  san.promotion = take_letter(rules, text, true);
  if (text.size() < 2) return std::nullopt;
  san.to = parse_square(rules, text.substr(text.size() - 2));
  text.remove_suffix(2);
  const auto take = [&text](char first, int count) {
    if (text.empty() || text.front() < first || text.front() >= first + count) return -1;
    const int found = text.front() - first;
    text.remove_prefix(1);
    return found;
  };
  san.file = take('a', rules.files);
  san.rank = take('1', rules.ranks);
  return text.empty() && san.to != kNoSquare ? std::optional(san) : std::nullopt;
}

// The origins of legal moves that it may mean.
template <const Rules& R>
Bitboard origins_of(const Position<R>& p, const SanMove& san) {
  const bool promotes = san.kind == Kind::pawn && contains(geometry<R>.promotion[slot(p.turn())], san.to);
  if (promotes != (san.promotion != Kind::pawn)) return 0;
  if (promotes && R.promotes_to.find(R.piece(san.promotion).letter) == std::string_view::npos) return 0;
  Bitboard from = p.origins(san.kind, san.to);
  for (const Square s : Squares(from))
    if ((san.file >= 0 && file_of(R, s) != san.file) || (san.rank >= 0 && rank_of(R, s) != san.rank)) from ^= bit(s);
  return from;
}

template <const Rules& R>
Move find_castling(const Position<R>& p, bool king_side) {
  for (const Move m : p.legal_moves())
    if (is_castling(p, m) && (m.to() > m.from()) == king_side) return m;
  return {};
}

// The slot of a promotion's letter; 0 for none, -1 where it is no piece's.
int promotion_slot(const Rules& rules, std::string_view letter) {
  if (letter.empty()) return 0;
  const int found = letter[0] >= 'a' && letter[0] <= 'z' ? rules.slot_of(static_cast<char>(letter[0] - 'a' + 'A')) : -1;
  return found > index(Kind::pawn) ? found : -1;
}

}  // namespace

std::string format_uci(const Rules& rules, Move m) {
  if (!m) return "0000";
  std::string text = square_name(rules, m.from()) + square_name(rules, m.to());
  if (m.promotes()) text += lower(rules.piece(m.promotion()).letter);
  return text;
}

template <const Rules& R>
Result<Move> parse_uci(const Position<R>& position, std::string_view text) {
  const Square from = parse_square(R, text.substr(0, 2));
  const Square to = text.size() < 4 ? kNoSquare : parse_square(R, text.substr(2, 2));
  if (text.size() > 5 || from == kNoSquare || to == kNoSquare)
    return unreadable(text, "expected two squares like 'b2b3', with a letter for a promotion");
  const int promotion = promotion_slot(R, text.substr(4));
  if (promotion >= 0) {
    const Move wanted(from, to, static_cast<Kind>(promotion));
    for (const Move m : position.legal_moves())
      if (m == wanted || onto_rook(position, m) == wanted) return m;
  }
  return not_legal(text, position.fen());
}

template <const Rules& R>
std::string format_san(const Position<R>& position, Move m) {
  return bare_san(position, m) + check_mark(position, m);
}

template <const Rules& R>
Result<Move> parse_san(const Position<R>& position, std::string_view text) {
  const std::string wanted = essence(text);
  if (wanted.size() < 2) return unreadable(text, "expected SAN like 'Nc3', 'exd4' or 'O-O'");
  if (wanted[0] == 'O' && (wanted == "OO" || wanted == "OOO")) {
    if (const Move castling = find_castling(position, wanted == "OO")) return castling;
  } else if (const std::optional<SanMove> san = read_essence(R, wanted)) {
    const Bitboard from = origins_of(position, *san);
    if (several(from))
      return Error{ErrorCode::invalid_argument, "'" + std::string(text) + "' is ambiguous in '" + position.fen() + "'"};
    if (from != 0) return Move(lowest(from), san->to, san->promotion);
  }
  return not_legal(text, position.fen());
}

#define BOOKENDS_INSTANTIATE(game)                                                 \
  template Result<Move> parse_uci(const Position<games::game>&, std::string_view); \
  template std::string format_san(const Position<games::game>&, Move);             \
  template Result<Move> parse_san(const Position<games::game>&, std::string_view);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
