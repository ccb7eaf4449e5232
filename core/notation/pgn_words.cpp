#include "core/notation/pgn_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/utf8.h"
#include "core/notation/pgn_source.h"

namespace bookends {

namespace {

using Spelling = std::pair<std::string_view, std::string_view>;  // as written, and what is meant

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& known, std::string_view word) {
  return std::ranges::find(known, word) != known.end();
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// Signs, of moves first, that have NAGs; in print, and in letters.
constexpr std::pair<std::string_view, int> kSigns[] = {
    {"\u00B1", 16}, {"\u2213", 17}, {"\u2A72", 14}, {"\u2A71", 15}, {"\u221E", 13}, {"\u25A1", 7}, {"\u21C6", 132},
    {"\u2191", 36}, {"\u2192", 40}, {"\u2299", 22}, {"\u2A00", 22}, {"\u27F3", 32}, {"=", 10},     {"+=", 14},
    {"+/=", 14},    {"=+", 15},     {"=/+", 15},    {"+/-", 16},    {"-/+", 17},    {"+-", 18},    {"-+", 19},
    {"+--", 18},    {"--+", 19},    {"~", 13},      {"N", 146},     {"TN", 146},    {"D", 220}};

constexpr Spelling kCharacters[] = {
    {"\u2654", "K"},  {"\u2655", "Q"},  {"\u2656", "R"},  {"\u2657", "B"},   {"\u2658", "N"},   {"\u2659", ""},
    {"\u265A", "K"},  {"\u265B", "Q"},  {"\u265C", "R"},  {"\u265D", "B"},   {"\u265E", "N"},   {"\u265F", ""},
    {"\u2010", "-"},  {"\u2011", "-"},  {"\u2012", "-"},  {"\u2013", "-"},   {"\u2014", "-"},   {"\u2212", "-"},
    {"\u00D7", "x"},  {"\u2020", "+"},  {"\u2021", "+"},  {"\u2026", "..."}, {"\u00BD", "1/2"}, {"\u203C", "!!"},
    {"\u2047", "??"}, {"\u2048", "?!"}, {"\u2049", "!?"}, {"\u00A0", " "},   {"\u2002", " "},   {"\u2003", " "},
    {"\u2009", " "},  {"\u202F", " "},  {"\u200B", " "},  {"\uFEFF", " "},   {"\u00AD", ""},    {"\uFE0E", ""},
    {"\uFE0F", ""}};

constexpr Spelling kWindowsCharacters[] = {{"\x85", "..."}, {"\x86", "+"}, {"\x87", "+"}, {"\x96", "-"},
                                           {"\x97", "-"},   {"\xA0", " "}, {"\xAD", ""},  {"\xB1", " $16 "},
                                           {"\xBD", "1/2"}, {"\xD7", "x"}};

// What stands behind moves and is no part of them. "e." and "p." are of "e. p."; 1A ends files of DOS.
constexpr std::array<std::string_view, 26> kMarks{"e.p.",      "e.p",   "ep.",   "ep",     "e.",     "p.",     "ch",
                                                  "ch.",       "dis",   "dis.",  "disc",   "disc.",  "dbl",    "dbl.",
                                                  "mate",      "mate.", "check", "check.", "dis.ch", "dbl.ch", "double",
                                                  "checkmate", "+",     "++",    "#",      "\x1A"};
// Without what strip_marks() takes first.
constexpr std::array<std::string_view, 7> kMarksWithoutBlank{"e.p", "ep", "ch", "mate", "dis", "dbl", "check"};

// "0:03", the time that was taken.
bool is_time(std::string_view word) {
  return is_pgn_digit(word[0]) && word.find(':') != std::string_view::npos &&
         word.find_first_not_of("0123456789:.") == std::string_view::npos;
}

// Punctuation, check, and what is thought of the move in signs ("+/-"). No move ends so.
constexpr std::string_view kBehindMoves = ".,:+#-/=~";

// What programs write ends with a digit, mostly.
void strip_marks(std::string& text) {
  for (bool more = true; more;) {
    text.resize(text.find_last_not_of(kBehindMoves) + 1);
    more = false;
    if (text.empty() || is_pgn_digit(text.back())) return;
    for (const std::string_view mark : kMarksWithoutBlank) {
      more = text.size() > mark.size() && text.ends_with(mark);
      if (!more) continue;
      text.resize(text.size() - mark.size());
      break;
    }
  }
}

// Prose: a word of letters that has one within where no move has it.
bool is_prose(std::string_view word) {
  constexpr std::size_t kShortest = 4;
  return word.size() >= kShortest && std::ranges::all_of(word, is_pgn_letter) &&
         word.substr(1, word.size() - 2).find_first_not_of("abcdefghxABCDEFGHX") != std::string_view::npos;
}

}  // namespace

std::optional<std::string> parse_pgn_result(std::string_view word) {
  // What begins a move is none, and this is asked of every word.
  if (word.empty() || (word[0] >= 'A' && word[0] <= 'z')) return std::nullopt;
  std::string text(word.substr(0, word.find_last_not_of(".,") + 1));
  constexpr Spelling kSpellings[] = {{":", "-"}, {"0.5", "1/2"}, {"0,5", "1/2"}};
  for (const auto& [spelled, plain] : kSpellings) replace_all(text, spelled, plain);
  constexpr std::array<std::string_view, 4> kResults{"1-0", "0-1", "1/2-1/2", "0-0"};
  if (is_one_of(kResults, text)) return text;
  if (text == "1/2") return "1/2-1/2";
  return std::nullopt;
}

bool is_null_move(std::string_view word) {
  constexpr std::array<std::string_view, 7> kNullMoves{"--", "Z0", "@@@@", "0000", "null", "pass", "<>"};
  return is_one_of(kNullMoves, word);
}

bool is_usual_move(std::string_view word) {
  return !word.empty() && is_pgn_letter(word.front()) && is_pgn_digit(word.back());
}

bool is_mark_of_move(std::string_view word) { return is_one_of(kMarks, word) || is_time(word); }

std::string plain_move(std::string_view word) {
  std::string text(word);
  strip_marks(text);
  if (text.find_first_of(":/()X") != std::string::npos) {
    std::erase_if(text, [](char ch) { return std::string_view(":/()").find(ch) != std::string_view::npos; });
    std::ranges::replace(text, 'X', 'x');
  }
  if (text.find_first_not_of("o-") == std::string::npos) std::ranges::replace(text, 'o', 'O');
  // No pawn's move names its file twice.
  if (text.starts_with("bb") || text.starts_with("bxb")) text[0] = 'B';
  return text;
}

bool is_plain_move(std::string_view word) {
  if (!is_usual_move(word) || word.back() == '0') return false;
  if (word[0] == 'b' && (word.starts_with("bb") || word.starts_with("bxb"))) return false;
  return std::ranges::all_of(word, [](char ch) { return is_pgn_digit(ch) || (is_pgn_letter(ch) && ch != 'X'); });
}

int nag_of(std::string_view word) {
  if (word.starts_with('$') && word.size() <= 4) {
    int nag = 0;
    for (const char ch : word.substr(1)) nag = nag * 10 + (ch - '0');
    return nag;
  }
  for (const auto& [sign, nag] : kSigns)
    if (word == sign) return nag;
  return -1;
}

bool is_remark(std::string_view word) {
  if (std::ranges::none_of(word, [](char ch) { return is_pgn_digit(ch) || is_pgn_letter(ch); })) return true;
  constexpr std::array<std::string_view, 5> kRemarks{"N", "TN", "D", "R", "RR"};
  return is_one_of(kRemarks, word) || is_prose(word.substr(0, word.find_last_not_of(".,:;!?") + 1));
}

std::string_view without_move_number(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits == 0 || digits == word.size()) return word;
  const std::string_view rest = word.substr(digits);
  if (rest[0] == '.') return rest.substr(std::min(rest.find_first_not_of('.'), rest.size()));
  return is_pgn_letter(rest[0]) && digits <= 3 && !word.starts_with('0') ? rest : word;
}

bool is_castling_number(std::string_view word) { return word == "00" || word == "000"; }

bool is_ascii(std::string_view word) {
  return std::ranges::none_of(word, [](char ch) { return static_cast<unsigned char>(ch) >= 0x80; });
}

std::string to_ascii(std::string_view word) {
  std::string text(word);
  if (!is_utf8(text)) {
    for (const auto& [written, meant] : kWindowsCharacters) replace_all(text, written, meant);
    return text;
  }
  for (const auto& [written, meant] : kCharacters) replace_all(text, written, meant);
  for (const auto& [sign, nag] : kSigns)
    if (!is_ascii(sign)) replace_all(text, sign, " $" + std::to_string(nag) + ' ');
  return text;
}

}  // namespace bookends
