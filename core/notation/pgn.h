// The outer form of PGN: tags, and movetext broken into lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/text_streams.h"

namespace bookends {

// "[Name \"value\"]" with a newline; quotes and backslashes in the value are escaped.
std::string pgn_tag(std::string_view name, std::string_view value);

// The value that pgn_tag() writes for this one: all stands on one line, and at its end no bracket and a word look like
// the beginning of another tag, which [White "x [FEN"] has. That is "x (FEN".
std::string pgn_value(std::string_view value);

// Movetext broken between words into lines of fewer than 80 characters, as the standard wants them (8.2.1); pictures in
// comments keep their own lines.
class PgnText {
 public:
  // A word. Blanks in it are no places to break the line.
  void word(std::string_view text);
  // An opening bracket: the next word follows without a blank.
  void open(std::string_view text);
  // A closing bracket: it follows the last word without a blank.
  void close(std::string_view text);
  // All words of a text.
  void words(const std::string& text);
  // Whole lines, each with its newline, that stay as they are.
  void picture(std::string_view rows);
  // What follows begins a line.
  void newline();
  std::string text() const { return out_.str(); }
  // The text since it was taken last; what follows goes on in its last line.
  std::string take();

 private:
  TextWriter out_;
  std::size_t column_ = 0;
  bool glued_ = false;
};

}  // namespace bookends
