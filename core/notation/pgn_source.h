// The characters of a PGN file, with the place of each and a look ahead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <string_view>

namespace bookends {

class PgnSource {
 public:
  static constexpr int kEnd = -1;

  // `in` outlives it. A byte order mark at the beginning is passed over.
  explicit PgnSource(std::istream& in, std::uint32_t first_line = 1);

  int peek() { return at_ < buffer_.size() || fill() ? static_cast<unsigned char>(buffer_[at_]) : kEnd; }
  int take();        // the character, or kEnd
  void skip_line();  // up to its newline, which is next
  void skip_blanks();
  void skip_blanks_of_line();
  std::uint32_t line() const { return line_; }      // of the next character, from 1
  std::uint32_t column() const { return column_; }  // in bytes, from 1

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
  std::string_view ahead(std::size_t count);

  std::istream& in_;
  std::string buffer_;
  bool cr_ends_lines_ = false;  // as on old Macs
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
  bool empty_line_ = true;        // this line has only had blanks so far
  bool after_empty_line_ = true;  // so had the one before
};

constexpr bool is_pgn_blank(int ch) { return ch == ' ' || (ch >= '\t' && ch <= '\r'); }
constexpr bool is_pgn_digit(int ch) { return ch >= '0' && ch <= '9'; }

// What the name of a tag is made of: letters, digits and what the standard allows in a symbol.
constexpr bool is_in_tag_name(int ch) {
  return is_pgn_digit(ch) || (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_' || ch == '+' ||
         ch == '#' || ch == '=' || ch == ':' || ch == '-';
}

}  // namespace bookends
