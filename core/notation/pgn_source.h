// The characters of a PGN file, with the place of each and a look ahead.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <string_view>

namespace bookends {

class PgnSource {
 public:
  static constexpr int kEnd = -1;

  // A file, or a part of one from the beginning of its line `first_line` on: from a stream or in memory, which outlive
  // it. A byte order mark at the beginning of the file is passed over.
  explicit PgnSource(std::istream& in, std::uint32_t first_line = 1);
  explicit PgnSource(std::string_view whole, std::uint32_t first_line = 1);
  PgnSource(const PgnSource&) = delete;
  PgnSource& operator=(const PgnSource&) = delete;

  int peek() { return at_ < text_.size() || fill() ? static_cast<unsigned char>(text_[at_]) : kEnd; }
  int take();  // the character, or kEnd
  // Adds to a text the characters of this line that are next, while goes_on(character) holds; `most` at most.
  template <class GoesOn>
  void take_while(GoesOn&& goes_on, std::string& text, std::size_t most);
  template <class GoesOn>
  void skip_while(GoesOn&& goes_on);
  void skip_line();  // up to its newline, which is next
  void skip_blanks();
  void skip_blanks_of_line();
  std::uint32_t line() const { return line_; }             // of the next character, from 1
  std::uint32_t column() const { return column_; }         // in bytes, from 1
  std::size_t offset() const { return forgotten_ + at_; }  // how many bytes come before it

  // Whether there have only been blanks on this line.
  bool begins_line() const { return empty_line_; }
  // Whether an empty line is next, or the end, but for blanks on this one.
  bool ends_paragraph();
  bool after_empty_line() const { return after_empty_line_; }
  // The name of the tag that is next, as in [Name "; empty where there is none. Valid until something is taken.
  std::string_view tag_name();
  bool at_tag() { return !tag_name().empty(); }
  // Whether a game begins here whatever stands before: at the tag Event, or at any tag after an empty line.
  bool at_game();
  // What comes after blanks on this line: a character, '\n' or kEnd.
  int peek_after_blanks();
  // Whether behind the next character so many open braces are closed.
  bool closes_braces(int open);
  // Whether the next characters are these.
  bool next_are(std::string_view text) { return ahead(text.size()) == text; }

 private:
  bool fill();
  template <class GoesOn>
  std::string_view take_part(GoesOn&& goes_on, std::size_t most);
  std::string_view ahead(std::size_t count);
  void begin();

  std::istream* in_ = nullptr;  // until its end
  std::string buffer_;          // of in_
  std::string_view text_;       // what is there: the buffer, or the whole
  bool cr_ends_lines_ = false;  // as on old Macs
  std::size_t at_ = 0;
  std::size_t forgotten_ = 0;  // bytes of in_ that were taken and are in the buffer no more
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
  bool empty_line_ = true;        // this line has only had blanks so far
  bool after_empty_line_ = true;  // so had the one before
};

constexpr bool is_pgn_blank(int ch) { return ch == ' ' || (ch >= '\t' && ch <= '\r'); }
constexpr bool is_pgn_digit(int ch) { return ch >= '0' && ch <= '9'; }
constexpr bool is_pgn_letter(int ch) { return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z'); }

// What the name of a tag is made of: letters, digits and what the standard allows in a symbol.
constexpr bool is_in_tag_name(int ch) {
  return is_pgn_digit(ch) || is_pgn_letter(ch) || ch == '_' || ch == '+' || ch == '#' || ch == '=' || ch == ':' ||
         ch == '-';
}

// What a word between the tags is made of: all but blanks and signs that mean something by themselves.
inline constexpr std::array<bool, 256> kInPgnWord = [] {
  std::array<bool, 256> in{};
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = !is_pgn_blank(static_cast<int>(i));
  for (const char end : {'{', '}', '(', ')', '[', ']', ';', '$', '*'}) in[static_cast<std::size_t>(end)] = false;
  return in;
}();
constexpr bool is_in_pgn_word(int ch) { return ch != PgnSource::kEnd && kInPgnWord[static_cast<std::size_t>(ch)]; }

inline int PgnSource::take() {
  const int ch = peek();
  if (ch == kEnd) return ch;
  ++at_;
  if (ch == '\n') {
    ++line_;
    column_ = 1;
    after_empty_line_ = empty_line_;
    empty_line_ = true;
  } else {
    ++column_;
    empty_line_ = empty_line_ && is_pgn_blank(ch);
  }
  return ch;
}

// Of such characters as many as are there without reading on: nothing where there are none.
template <class GoesOn>
std::string_view PgnSource::take_part(GoesOn&& goes_on, std::size_t most) {
  if (peek() == kEnd) return {};
  const std::string_view there = text_.substr(at_, most);
  std::size_t size = 0;
  while (size < there.size() && there[size] != '\n' && goes_on(static_cast<unsigned char>(there[size]))) ++size;
  const std::string_view taken = there.substr(0, size);
  at_ += size;
  column_ += static_cast<std::uint32_t>(size);
  empty_line_ = empty_line_ && std::ranges::all_of(taken, is_pgn_blank);
  return taken;
}

template <class GoesOn>
void PgnSource::take_while(GoesOn&& goes_on, std::string& text, std::size_t most) {
  while (most > 0) {
    const std::string_view taken = take_part(goes_on, most);
    if (taken.empty()) return;
    text += taken;
    most -= taken.size();
  }
}

template <class GoesOn>
void PgnSource::skip_while(GoesOn&& goes_on) {
  while (!take_part(goes_on, std::string_view::npos).empty()) continue;
}

}  // namespace bookends
