#include "core/notation/pgn.h"

#include <algorithm>

#include "core/notation/pgn_source.h"

namespace bookends {

namespace {
constexpr std::size_t kLineWidth = 79;

// A tag stands on one line.
bool is_control(char ch) { return static_cast<unsigned char>(ch) < ' ' || ch == 0x7f; }

// As a name has it that stands between a bracket and a quote.
bool is_tag_name(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' '), end = text.find_last_not_of(' ');
  if (begin == std::string_view::npos) return false;
  return std::ranges::all_of(text.substr(begin, end + 1 - begin), [](char ch) { return is_in_tag_name(ch); });
}
}  // namespace

std::string pgn_tag(std::string_view name, std::string_view value) {
  std::string text = "[" + std::string(name) + " \"";
  for (const char ch : pgn_value(value)) {
    if (ch == '"' || ch == '\\') text += '\\';
    text += ch;
  }
  return text + "\"]\n";
}

std::string pgn_value(std::string_view value) {
  std::string text(value);
  std::ranges::replace_if(text, is_control, ' ');
  const std::size_t bracket = text.rfind('[');
  if (bracket != std::string::npos && is_tag_name(std::string_view(text).substr(bracket + 1))) text[bracket] = '(';
  return text;
}

void PgnText::word(std::string_view text) {
  if (column_ > 0 && column_ + 1 + text.size() > kLineWidth) newline();
  if (column_ > 0 && !glued_) {
    out_ << ' ';
    ++column_;
  }
  out_ << text;
  column_ += text.size();
  glued_ = false;
}

void PgnText::open(std::string_view text) {
  word(text);
  glued_ = true;
}

void PgnText::close(std::string_view text) {
  glued_ = true;
  word(text);
}

void PgnText::words(const std::string& text) {
  TextReader in(text);
  for (std::string w; in >> w;) word(w);
}

void PgnText::picture(std::string_view rows) {
  newline();
  out_ << rows;
  column_ = 0;
}

void PgnText::newline() {
  if (column_ > 0) out_ << '\n';
  column_ = 0;
  glued_ = false;
}

std::string PgnText::take() {
  std::string text = out_.str();
  out_.str({});
  return text;
}

}  // namespace bookends
