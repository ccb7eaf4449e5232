#include "core/notation/pgn.h"

namespace bookends {

namespace {
constexpr std::size_t kLineWidth = 79;

// A tag stands on one line.
bool is_control(char ch) { return static_cast<unsigned char>(ch) < ' ' || ch == 0x7f; }
}  // namespace

std::string pgn_tag(std::string_view name, std::string_view value) {
  std::string text = "[" + std::string(name) + " \"";
  for (const char ch : value) {
    if (ch == '"' || ch == '\\') text += '\\';
    text += is_control(ch) ? ' ' : ch;
  }
  return text + "\"]\n";
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
