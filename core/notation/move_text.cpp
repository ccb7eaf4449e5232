#include "core/notation/move_text.h"

#include <algorithm>

#include "core/notation/castling.h"

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
  bool others = false, same_file = false, same_rank = false;
  for (const Move o : p.legal_moves()) {
    if (o.to() != m.to() || o.from() == m.from() || p.at(o.from()).kind() != p.at(m.from()).kind()) continue;
    others = true;
    same_file |= file_of(R, o.from()) == file_of(R, m.from());
    same_rank |= rank_of(R, o.from()) == rank_of(R, m.from());
  }
  const std::string square = square_name(R, m.from());
  if (!others) return "";
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
std::string essence(std::string_view san) {
  std::string text;
  for (const char ch : san) {
    if (std::string_view("+#!?=x-").find(ch) != std::string_view::npos) continue;
    text += ch == '0' ? 'O' : ch;
  }
  return text;
}

// The form with every square named, which `essence` of any correct SAN is a subsequence of.
template <const Rules& R>
bool san_names(const Position<R>& p, Move m, const std::string& wanted) {
  if (is_castling(p, m)) return wanted == essence(bare_san(p, m));
  const Kind kind = p.at(m.from()).kind();
  const std::string letter = kind == Kind::pawn ? "" : std::string(1, R.piece(kind).letter);
  const std::string from = square_name(R, m.from());
  const std::string tail = square_name(R, m.to()) + (m.promotes() ? std::string(1, R.piece(m.promotion()).letter) : "");
  for (const std::string& origin : {std::string(), from.substr(0, 1), from.substr(1, 1), from})
    if (wanted == letter + origin + tail) return true;
  return false;
}

template <const Rules& R>
bool uci_names(const Position<R>& p, Move m, std::string_view text) {
  return format_uci(R, m) == text || (is_castling(p, m) && format_uci(R, onto_rook(p, m)) == text);
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
  if (text.size() < 4 || text.size() > 5 || parse_square(R, text.substr(0, 2)) == kNoSquare ||
      parse_square(R, text.substr(2, 2)) == kNoSquare)
    return unreadable(text, "expected two squares like 'b2b3', with a letter for a promotion");
  for (const Move m : position.legal_moves())
    if (uci_names(position, m, text)) return m;
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
  Move found;
  for (const Move m : position.legal_moves()) {
    if (!san_names(position, m, wanted)) continue;
    if (found)
      return Error{ErrorCode::invalid_argument, "'" + std::string(text) + "' is ambiguous in '" + position.fen() + "'"};
    found = m;
  }
  if (!found) return not_legal(text, position.fen());
  return found;
}

#define BOOKENDS_INSTANTIATE(game)                                                 \
  template Result<Move> parse_uci(const Position<games::game>&, std::string_view); \
  template std::string format_san(const Position<games::game>&, Move);             \
  template Result<Move> parse_san(const Position<games::game>&, std::string_view);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
