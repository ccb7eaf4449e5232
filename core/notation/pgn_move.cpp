#include "core/notation/pgn_move.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "core/notation/move_text.h"

namespace bookends {

namespace {

constexpr char capital(char ch) { return ch >= 'a' && ch <= 'z' ? static_cast<char>(ch - 'a' + 'A') : ch; }
constexpr char small(char ch) { return ch >= 'A' && ch <= 'Z' ? static_cast<char>(ch - 'A' + 'a') : ch; }
constexpr bool is_latin(char ch) { return capital(ch) >= 'A' && capital(ch) <= 'Z'; }

// What is said of a move; -1 is nothing.
struct Wanted {
  Kind kind = Kind::pawn;
  int from_file = -1, from_rank = -1;
  int to_file = -1, to_rank = -1;
  std::optional<char> behind;  // the letter at the end
  Kind promotion = Kind::pawn;
};

std::optional<Kind> kind_of_letter(PgnLetters letters, char letter) {
  const std::size_t at = letters.find(capital(letter));
  return at == std::string_view::npos ? std::nullopt : std::optional(static_cast<Kind>(at));
}

// Takes a file off the front of a text, or a rank.
int take_place(std::string_view& text, char first, int count) {
  if (text.empty() || small(text[0]) < first || small(text[0]) >= first + count) return -1;
  const int value = small(text[0]) - first;
  text.remove_prefix(1);
  return value;
}

// The squares of "g1f3", "gf3", "1f3", "f3" and "gf".
bool read_squares(const Rules& rules, std::string_view text, Wanted& wanted) {
  wanted.to_file = take_place(text, 'a', rules.files);
  wanted.to_rank = take_place(text, '1', rules.ranks);
  if (!text.empty()) {
    wanted.from_file = wanted.to_file;
    wanted.from_rank = wanted.to_rank;
    wanted.to_file = take_place(text, 'a', rules.files);
    wanted.to_rank = take_place(text, '1', rules.ranks);
  }
  if (wanted.to_rank < 0 && wanted.kind != Kind::pawn) return false;
  return text.empty() && wanted.to_file >= 0 && (wanted.to_rank >= 0 || wanted.from_file >= 0);
}

// "E4" and "DxC6", but not "Cc6", where a language has a piece of that letter.
bool may_be_pawns(std::string_view text) {
  const auto is_small = [](char ch) { return ch != 'x' && is_latin(ch) && ch == small(ch); };
  return !text.empty() && (is_small(text[0]) || std::ranges::none_of(text, is_small));
}

// What a text says, of a pawn or with the letter of a piece before it.
std::optional<Wanted> read_wanted(const Rules& rules, std::string_view text, PgnLetters letters, bool piece) {
  std::string rest(text);
  std::erase_if(rest, [](char ch) { return std::string_view("x-=+#!?").find(ch) != std::string_view::npos; });
  Wanted wanted;
  if (!piece && !may_be_pawns(text)) return std::nullopt;
  if (piece) {
    const std::optional<Kind> kind = rest.empty() ? std::nullopt : kind_of_letter(letters, rest[0]);
    if (!kind) return std::nullopt;
    wanted.kind = *kind;
    rest.erase(0, 1);
  }
  if (rest.size() > 2 && is_latin(rest.back())) {
    wanted.behind = capital(rest.back());
    wanted.promotion = kind_of_letter(letters, rest.back()).value_or(Kind::pawn);
    rest.pop_back();
  }
  if (!read_squares(rules, rest, wanted)) return std::nullopt;
  return wanted;
}

bool ends_as_wanted(const Rules& rules, const Wanted& wanted, Move m) {
  constexpr char kNovelty = 'N';
  if (!m.promotes()) return !wanted.behind || wanted.behind == kNovelty;
  if (!wanted.behind) return index(m.promotion()) == rules.slot_of(rules.promotes_to[0]);
  return m.promotion() == wanted.promotion;
}

template <const Rules& R>
bool is_wanted(const Position<R>& position, const Wanted& wanted, Move m) {
  const auto is = [](int want, int have) { return want < 0 || want == have; };
  return position.at(m.from()).kind() == wanted.kind && is(wanted.from_file, file_of(R, m.from())) &&
         is(wanted.from_rank, rank_of(R, m.from())) && is(wanted.to_file, file_of(R, m.to())) &&
         is(wanted.to_rank, rank_of(R, m.to())) && (wanted.to_rank >= 0 || position.is_capture(m)) &&
         ends_as_wanted(R, wanted, m);
}

// No move where there is none, or more than one.
template <const Rules& R>
std::optional<Move> only_wanted(const Position<R>& position, const Wanted& wanted, bool& several) {
  std::optional<Move> found;
  for (const Move m : position.legal_moves()) {
    if (!is_wanted(position, wanted, m)) continue;
    several = found.has_value();
    if (several) return std::nullopt;
    found = m;
  }
  return found;
}

// A pawn's move goes before a piece's: "bc4", "bxc4".
template <const Rules& R>
std::optional<Move> find_wanted(const Position<R>& position, std::string_view text, PgnLetters letters) {
  bool several = false;
  for (const bool piece : {false, true}) {
    const std::optional<Wanted> wanted = read_wanted(R, text, letters, piece);
    if (!wanted) continue;
    const std::optional<Move> move = only_wanted(position, *wanted, several);
    if (move || several) return move;
  }
  return std::nullopt;
}

std::string own_letters(const Rules& rules) {
  std::string letters;
  for (const Piece& piece : rules.pieces) letters += piece.absent() ? ' ' : piece.letter;
  letters[slot(Kind::pawn)] = ' ';  // which is a knight in Dutch
  return letters;
}

bool is_castling_text(std::string_view text) { return text.starts_with('O') || text.starts_with('0'); }

}  // namespace

std::span<const PgnLetters> foreign_letters() {
  static constexpr std::array<PgnLetters, 14> kLetters{
      "PNBRQK",                                // chess, and what is a pawn by its letter
      "PNSRFK", "PNBRFK",                      // Makruk
      " SLTDK", " PLTDK", " CFTDR", " CATDR",  // German, Dutch, French, Spanish
      " CBTDR", " SGWHK", " JSVDK", " HFBVK",  // Portuguese, Polish, Czech, Hungarian
      " RLTDK", " CNTDR", " RBHDK"};           // Finnish, Romanian, Icelandic
  return kLetters;
}

template <const Rules& R>
Result<Move> parse_pgn_move(const Position<R>& position, std::string_view text) {
  const Result<Move> san = parse_san(position, text);
  if (san) return san;
  if (const Result<Move> uci = parse_uci(position, text)) return uci;
  if (const std::optional<Move> move = find_wanted(position, text, own_letters(R))) return *move;
  return san;
}

template <const Rules& R>
Result<Move> parse_pgn_move(const Position<R>& position, std::string_view text, PgnLetters letters) {
  if (is_castling_text(text)) return parse_san(position, text);
  if (const Result<Move> uci = parse_uci(position, text)) return uci;
  if (const std::optional<Move> move = find_wanted(position, text, letters)) return *move;
  return Error{ErrorCode::invalid_argument, "'" + std::string(text) + "' is no move in these letters"};
}

#define BOOKENDS_INSTANTIATE(game)                                                      \
  template Result<Move> parse_pgn_move(const Position<games::game>&, std::string_view); \
  template Result<Move> parse_pgn_move(const Position<games::game>&, std::string_view, PgnLetters);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
