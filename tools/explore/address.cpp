#include "tools/explore/address.h"

#include <fmt/format.h>

#include <algorithm>

namespace bookends {

std::string explore_address(const Rules& rules, const std::string& start, std::span<const ExploredPly> line,
                            const ExploreView& view) {
  std::string address = "/explore/" + std::string(rules.name);
  char before = '?';
  const auto add = [&](std::string_view name, std::string_view value) {
    address.append(1, before).append(name).append(1, '=').append(value);
    before = '&';
  };
  if (start != rules.starts[0]) {
    std::string fen = start;
    std::ranges::replace(fen, ' ', '_');
    add("fen", fen);
  }
  std::string moves;
  for (const ExploredPly& ply : line) moves.append(moves.empty() ? "" : ",").append(ply.uci);
  if (!moves.empty()) add("moves", moves);
  if (view.flipped) add("flip", "1");
  return address;
}

std::string edit_address(const Rules& rules, const std::string& fen) {
  std::string address = "/edit/" + std::string(rules.name);
  if (fen.empty()) return address;
  address += "?fen=";
  // A FEN that is none may have anything in it.
  for (const char ch : fen)
    if (ch == ' ')
      address += '_';
    else if (ch > ' ' && ch < '\x7f' && std::string_view("%&#+<>\"'\\").find(ch) == std::string_view::npos)
      address += ch;
    else
      address += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(ch)));
  return address;
}

std::vector<std::string> moves_of_address(std::string_view text) {
  std::vector<std::string> moves;
  std::string word;
  for (const char ch : text) {
    if (ch != ',' && ch != ' ' && ch != '_' && ch != '+') {
      word += ch;
      continue;
    }
    if (!word.empty()) moves.push_back(std::move(word));
    word.clear();
  }
  if (!word.empty()) moves.push_back(std::move(word));
  return moves;
}

}  // namespace bookends
