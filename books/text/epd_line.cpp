#include "books/text/epd_line.h"

#include <cctype>
#include <optional>

#include "books/text/entry.h"
#include "core/base/printable.h"
#include "core/base/words.h"

namespace bookends {

namespace {

constexpr std::size_t kMostShown = 40;  // bytes of what is wrong

bool is_clock(std::string_view word) {
  for (const char ch : word)
    if (std::isdigit(static_cast<unsigned char>(ch)) == 0) return false;
  return !word.empty();
}

// The next word and where it ends.
std::string_view next_word(std::string_view text, std::size_t& at) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
  const std::size_t begin = at;
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) == 0) ++at;
  return text.substr(begin, at - begin);
}

// Board, side, rights and en passant square; then the two clocks where they follow, which no operation looks like. In
// some games the fourth field counts moves, which is their FEN's business.
std::string take_fen(std::string_view text, std::size_t& at) {
  std::string fen;
  for (int field = 0; field < 6; ++field) {
    const std::size_t before = at;
    const std::string_view word = next_word(text, at);
    if (word.empty() || (field >= 4 && !is_clock(word))) {
      at = before;
      break;
    }
    fen += (field > 0 ? " " : "") + std::string(word);
  }
  return fen;
}

void take_operations(std::string_view text, EpdLine& line) {
  bool quoted = false;
  std::string operation;
  const auto finish = [&] {
    std::size_t at = 0;
    const std::string name(next_word(operation, at));
    while (at < operation.size() && std::isspace(static_cast<unsigned char>(operation[at])) != 0) ++at;
    std::string operands = operation.substr(at);
    while (!operands.empty() && std::isspace(static_cast<unsigned char>(operands.back())) != 0) operands.pop_back();
    if (!name.empty()) line.operations.emplace_back(name, operands);
    operation.clear();
  };
  for (const char ch : text) {
    if (ch == '"') quoted = !quoted;
    if (ch == ';' && !quoted)
      finish();
    else
      operation += ch;
  }
  if (quoted) line.error = "a quote is not closed";
  if (!quoted && operation.find_first_not_of(" \t\r") != std::string::npos)
    line.error = "'" + printable(trimmed(operation), kMostShown) + "' does not end in ;";
}

}  // namespace

const std::string* EpdLine::find(std::string_view name) const {
  for (const auto& [key, operands] : operations)
    if (key == name) return &operands;
  return nullptr;
}

std::vector<EpdLine> epd_lines(std::string_view text) {
  std::vector<EpdLine> lines;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view content = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (content.ends_with('\r')) content.remove_suffix(1);
    const std::size_t first = content.find_first_not_of(" \t");
    if (first == std::string_view::npos || content[first] == '#') continue;
    EpdLine line;
    line.number = number;
    std::size_t at = 0;
    line.fen = take_fen(content, at);
    take_operations(content.substr(at), line);
    // Two of the operations may be its clocks.
    if (line.error.empty() && !line.operations.empty()) line.fen = content;
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string unquoted(std::string_view operand) {
  if (std::optional<std::string> text = unquote_text(operand)) return *text;
  std::string text(operand);
  std::erase(text, '"');
  return text;
}

}  // namespace bookends
