#include "core/position/fen.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "core/base/printable.h"
#include "core/rules/geometry.h"

namespace bookends {
namespace {

constexpr std::size_t kMostShown = 100;  // bytes of a word that is wrong

std::string in_quotes(std::string_view text) { return "'" + printable(text, kMostShown) + "'"; }
std::string in_quotes(char ch) { return in_quotes(std::string_view(&ch, 1)); }

Error bad(std::string_view field, const std::string& what) {
  return {ErrorCode::invalid_argument, "illegal FEN: " + std::string(field) + ": " + what};
}

// Of something in a field that the game does not have.
Error not_in_game(const Rules& rules, const std::string& field) {
  return bad(field, "there is no " + field + " in " + std::string(rules.name));
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::optional<int> number(std::string_view text, int least, int most) {
  int value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size() || value < least || value > most) return std::nullopt;
  return value;
}

constexpr int kLongestCount = 255;  // plies
constexpr std::string_view kCastlingLetters = "KQkq";

// Of Chess960's letters, which name the file of the rook, those of the usual squares mean the same.
std::size_t castling_right(char ch) {
  const std::size_t by_file = std::string_view("HAha").find(ch);
  return by_file == std::string_view::npos ? kCastlingLetters.find(ch) : by_file;
}

constexpr char upper(char ch) { return ch >= 'a' && ch <= 'z' ? static_cast<char>(ch - 'a' + 'A') : ch; }
constexpr bool is_upper(char ch) { return ch >= 'A' && ch <= 'Z'; }

std::string letters_of(const Rules& rules) {
  std::string all;
  for (const Piece& p : rules.pieces)
    if (!p.absent()) all += p.letter;
  return all;
}

// One king each; pawns only where pawns can be.
Result<void> check_men(const Rules& rules, const Setup& setup) {
  std::array<int, 2> kings{};
  for (Square s = 0; s < rules.squares(); ++s) {
    const Occupant o = setup.board[slot(s)];
    if (o.empty()) continue;
    if (rules.piece(o.kind()).absent()) return bad("placement", square_name(rules, s) + " has no piece of the game");
    if (o.kind() == Kind::king) ++kings[slot(o.color())];
    if (o.kind() != Kind::pawn) continue;
    const int rank = relative_rank(rules, o.color(), s);
    if (rank < detail::pawn_home_rank(rules) || rank >= rules.ranks - rules.promotion_ranks)
      return bad("placement", "a pawn cannot stand on " + square_name(rules, s));
  }
  for (const Color c : kColors)
    if (kings[slot(c)] != 1)
      return bad("placement", std::string(c == Color::white ? "White" : "Black") + " has " +
                                  std::to_string(kings[slot(c)]) + " kings; each side needs exactly one");
  return {};
}

bool at_home(const Rules& rules, const Setup& setup, int right) {
  const Color c = right < 2 ? Color::white : Color::black;
  const int rank = c == Color::white ? 0 : rules.ranks - 1;
  return setup.board[slot(square_at(rules, 4, rank))] == Occupant(c, Kind::king) &&
         setup.board[slot(square_at(rules, right % 2 == 0 ? 7 : 0, rank))] == Occupant(c, Kind::rook);
}

Result<void> check_castling(const Rules& rules, const Setup& setup) {
  if (setup.castling == no_castling) return {};
  if (!rules.castling) return not_in_game(rules, "castling");
  for (int right = 0; right < 4; ++right)
    if ((setup.castling >> right & 1) != 0 && !at_home(rules, setup, right))
      return bad("castling",
                 in_quotes(kCastlingLetters[slot(right)]) + " needs its king and rook on their first squares");
  return {};
}

Result<void> check_en_passant(const Rules& rules, const Setup& setup) {
  const Square s = setup.en_passant;
  if (s == kNoSquare) return {};
  if (!rules.en_passant) return not_in_game(rules, "en passant");
  if (s < 0 || s >= rules.squares()) return bad("en passant", "it is no square of the board");
  const Color mover = ~setup.turn;
  const int up = forward(rules, mover);
  const std::string name = square_name(rules, s);
  if (relative_rank(rules, mover, s) != detail::pawn_home_rank(rules) + 1)
    return bad("en passant", name + " is on the wrong rank for the side to move");
  if (setup.board[slot(s + up)] != Occupant(mover, Kind::pawn))
    return bad("en passant", "no pawn has just stepped over " + name);
  if (!setup.board[slot(s)].empty() || !setup.board[slot(s - up)].empty())
    return bad("en passant", "the squares that a pawn has just crossed at " + name + " are not free");
  return {};
}

Error bad_limit(std::string_view found) {
  return bad("counting limit", "found " + in_quotes(found) + "; it is '-' or a number of plies that the rules know");
}

Result<void> check_count(const Rules& rules, const Setup& setup) {
  if (setup.count == Count{}) return {};
  if (rules.counting == Counting::none)
    return bad("counting limit", "nothing is counted in " + std::string(rules.name));
  if (!is_count_limit(setup.count.limit)) return bad_limit(std::to_string(setup.count.limit));
  int men = 0;
  for (const Occupant o : setup.board) {
    if (o.empty()) continue;
    ++men;
    if (o.kind() == Kind::pawn) return bad("counting limit", "nothing is counted while a pawn is on the board");
  }
  if (men == 2) return bad("counting limit", "nothing is counted between bare kings");
  return {};
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Where the operation ends that a text begins with: a semicolon in quotes is one of its operand.
std::size_t end_of_operation(std::string_view text) {
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') quoted = !quoted;
    if (text[at] == ';' && !quoted) return at;
  }
  return text.size();
}

// The fields of a FEN; of EPD, too, whose operations come after four of them, or after both clocks. Of the operations
// two are the clocks, where these do not stand before them.
std::vector<std::string_view> fields_of(std::string_view text) {
  std::vector<std::string_view> fields = split(text);
  if (fields.size() <= 4 || text.find(';') == std::string_view::npos) return fields;
  std::size_t first = 4;
  while (first < 6 && first < fields.size() && is_digits(fields[first])) ++first;
  if (first == fields.size()) return fields;
  std::string_view rest = text.substr(static_cast<std::size_t>(fields[first].data() - text.data()));
  fields.resize(first);
  std::string_view clock = "0", fullmove = "1";
  while (!rest.empty()) {
    const std::size_t end = end_of_operation(rest);
    const std::vector<std::string_view> words = split(rest.substr(0, end));
    if (words.size() == 2 && words[0] == "hmvc") clock = words[1];
    if (words.size() == 2 && words[0] == "fmvn") fullmove = words[1];
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (first == 4) fields.insert(fields.end(), {clock, fullmove});
  return fields;
}

class Parser {
 public:
  Parser(const Rules& rules, std::string_view fen) : rules_(rules), fields_(fields_of(fen)) {}

  Result<Setup> parse() {
    if (fields_.empty()) return bad("placement", "the FEN is empty");
    if (fields_.size() > 6)
      return bad("fields", "there are " + std::to_string(fields_.size()) + "; a FEN has at most 6");
    for (const auto step : {&Parser::placement, &Parser::turn, &Parser::castling, &Parser::fourth, &Parser::clocks})
      if (auto done = (this->*step)(); !done) return done.error();
    return setup_;
  }

 private:
  std::string_view field(std::size_t i, std::string_view missing) const {
    return i < fields_.size() ? fields_[i] : missing;
  }

  Result<void> placement() {
    int rank = rules_.ranks - 1;
    std::string_view rest = fields_[0];
    while (true) {
      const std::size_t end = std::min(rest.find('/'), rest.size());
      if (auto done = row(rest.substr(0, end), rank); !done) return done;
      if (end == rest.size()) break;
      rest.remove_prefix(end + 1);
      if (--rank < 0) return bad("placement", "more than " + std::to_string(rules_.ranks) + " ranks");
    }
    if (rank > 0)
      return bad("placement",
                 std::to_string(rules_.ranks - rank) + " ranks; the board has " + std::to_string(rules_.ranks));
    return check_men(rules_, setup_);
  }

  Result<void> row(std::string_view text, int rank) {
    const std::string where = "rank " + std::to_string(rank + 1);
    int file = 0;
    for (const char ch : text) {
      if (ch == '~' && file > 0) continue;  // some programs mark promoted pieces so
      if (ch >= '1' && ch <= '9') {
        file += ch - '0';
      } else {
        const int kind = rules_.slot_of(upper(ch));
        if (kind < 0) return bad("placement", where + " has " + in_quotes(ch) + "; pieces are " + letters_of(rules_));
        if (file < rules_.files)
          setup_.board[slot(square_at(rules_, file, rank))] =
              Occupant(is_upper(ch) ? Color::white : Color::black, static_cast<Kind>(kind));
        ++file;
      }
      if (file > rules_.files)
        return bad("placement", where + " is longer than " + std::to_string(rules_.files) + " squares");
    }
    if (file < rules_.files)
      return bad("placement",
                 where + " has " + std::to_string(file) + " squares; the board has " + std::to_string(rules_.files));
    return {};
  }

  Result<void> turn() {
    const std::string_view text = field(1, "w");
    if (text != "w" && text != "b") return bad("side to move", "found " + in_quotes(text) + "; it is 'w' or 'b'");
    setup_.turn = text == "w" ? Color::white : Color::black;
    return {};
  }

  Result<void> castling() {
    const std::string_view text = field(2, "-");
    if (text == "-") return {};
    if (!rules_.castling) return not_in_game(rules_, "castling");
    for (const char ch : text) {
      const std::size_t right = castling_right(ch);
      if (right == std::string_view::npos) return bad("castling", in_quotes(ch) + " is none of KQkq");
      setup_.castling = static_cast<std::uint8_t>(setup_.castling | 1u << right);
    }
    return check_castling(rules_, setup_);
  }

  // The en passant square, or the limit of a running count.
  Result<void> fourth() {
    const std::string_view text = field(3, "-");
    if (text == "-") return {};
    if (rules_.counting != Counting::none) return counting_limit(text);
    if (!rules_.en_passant) return not_in_game(rules_, "en passant");
    const Square s = parse_square(rules_, text);
    if (s == kNoSquare) return bad("en passant", in_quotes(text) + " is no square of the board");
    setup_.en_passant = s;
    return check_en_passant(rules_, setup_);
  }

  Result<void> counting_limit(std::string_view text) {
    const auto limit = number(text, 1, kLongestCount);
    if (!limit || !is_count_limit(*limit)) return bad_limit(text);
    setup_.count.limit = static_cast<std::uint16_t>(*limit);
    return check_count(rules_, setup_);
  }

  Result<void> clocks() {
    const auto clock = number(field(4, "0"), 0, setup_.count.running() ? kLongestCount : kMostFenNumber);
    if (!clock) return bad("halfmove clock", "found " + in_quotes(field(4, "")) + "; it is a number of plies");
    const auto fullmove = number(field(5, "1"), 0, kMostFenNumber);
    if (!fullmove)
      return bad("fullmove number", "found " + in_quotes(field(5, "")) + "; it is a number of at most four digits");
    if (setup_.count.running())
      setup_.count.plies = static_cast<std::uint16_t>(*clock);
    else
      setup_.halfmove_clock = *clock;
    setup_.fullmove = std::max(*fullmove, 1);
    return {};
  }

  const Rules& rules_;
  std::vector<std::string_view> fields_;
  Setup setup_;
};

std::string format_row(const Rules& rules, const Setup& setup, int rank) {
  std::string text;
  int empty = 0;
  const auto flush = [&] {
    if (empty > 0) text += std::to_string(empty);
    empty = 0;
  };
  for (int file = 0; file < rules.files; ++file) {
    const Occupant o = setup.board[slot(square_at(rules, file, rank))];
    if (o.empty()) {
      ++empty;
      continue;
    }
    flush();
    const char letter = rules.piece(o.kind()).letter;
    text += o.color() == Color::white ? letter : static_cast<char>(letter - 'A' + 'a');
  }
  flush();
  return text;
}

}  // namespace

Result<void> check_setup(const Rules& rules, const Setup& setup) {
  for (const auto check : {check_men, check_castling, check_en_passant, check_count})
    if (auto done = check(rules, setup); !done) return done;
  return {};
}

Result<Setup> parse_fen(const Rules& rules, std::string_view fen) { return Parser(rules, fen).parse(); }

std::string format_fen(const Rules& rules, const Setup& setup) {
  std::string text;
  for (int rank = rules.ranks - 1; rank >= 0; --rank) text += format_row(rules, setup, rank) + (rank > 0 ? "/" : "");
  text += setup.turn == Color::white ? " w " : " b ";
  for (int right = 0; right < 4; ++right)
    if ((setup.castling >> right & 1) != 0) text += kCastlingLetters[slot(right)];
  if (setup.castling == no_castling) text += '-';
  if (setup.count.running())
    text += " " + std::to_string(setup.count.limit) + " " + std::to_string(setup.count.plies);
  else
    text += " " + (setup.en_passant == kNoSquare ? "-" : square_name(rules, setup.en_passant)) + " " +
            std::to_string(std::min<int>(setup.halfmove_clock, kMostFenNumber));
  return text + " " + std::to_string(std::min<int>(setup.fullmove, kMostFenNumber));
}

std::string square_name(const Rules& rules, Square s) {
  return {static_cast<char>('a' + file_of(rules, s)), static_cast<char>('1' + rank_of(rules, s))};
}

Square parse_square(const Rules& rules, std::string_view name) {
  if (name.size() != 2) return kNoSquare;
  const int file = name[0] - 'a', rank = name[1] - '1';
  return detail::on_board(rules, file, rank) ? square_at(rules, file, rank) : kNoSquare;
}

}  // namespace bookends
