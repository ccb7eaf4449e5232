#include "gen/console/painted_board.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <utility>

#include "books/review/tree_node.h"
#include "core/position/fen.h"

namespace bookends {
namespace {

// Numbers of the 256 colours that terminals share. All men are drawn as the filled figurines, which are told apart by
// their colour: the outlined ones are hard to see on dark squares.
constexpr const char* kLight = "180";
constexpr const char* kDark = "137";
constexpr const char* kWhiteMan = "231";
constexpr const char* kBlackMan = "16";
constexpr const char* kPlain = "\x1b[0m";

// As people write Makruk with figurines: its khon as a bishop, its met as a queen.
constexpr std::array<std::pair<char, std::string_view>, 8> kFigurines{{{'K', "\u265a"},
                                                                       {'Q', "\u265b"},
                                                                       {'R', "\u265c"},
                                                                       {'B', "\u265d"},
                                                                       {'N', "\u265e"},
                                                                       {'P', "\u265f"},
                                                                       {'S', "\u265d"},
                                                                       {'M', "\u265b"}}};

std::string figurine(char letter) {
  if (letter == '.') return " ";
  const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  const auto* known = std::ranges::find(kFigurines, upper, &std::pair<char, std::string_view>::first);
  return known == kFigurines.end() ? std::string(1, letter) : std::string(known->second);
}

}  // namespace

std::string painted_row(std::string_view row) {
  const std::size_t digits = std::min(row.find(' '), row.size());
  if (digits == 0 || row.size() < digits + 2) return std::string(row) + ' ';
  int rank = 0;
  for (const char digit : row.substr(0, digits)) rank = 10 * rank + (digit - '0');
  std::string text(row.substr(0, digits + 1));
  for (std::size_t i = digits + 1, file = 0; i < row.size(); i += 2, ++file) {
    const bool dark = (static_cast<int>(file) + rank) % 2 == 1;
    const bool white = std::isupper(static_cast<unsigned char>(row[i])) != 0;
    text += std::string("\x1b[48;5;") + (dark ? kDark : kLight) + ";38;5;" + (white ? kWhiteMan : kBlackMan) + 'm' +
            figurine(row[i]) + ' ';
  }
  return text + kPlain;
}

Result<std::string> painted_board(const Rules& rules, const std::string& fen, std::string_view indent) {
  const Result<Setup> setup = parse_fen(rules, fen);
  if (!setup) return setup.error();
  std::istringstream rows(board_text(rules, *setup));
  std::string text;
  for (std::string row; std::getline(rows, row);) text += std::string(indent) + painted_row(row) + '\n';
  return text;
}

}  // namespace bookends
