#include "gen/start_positions.h"

#include "core/games.h"

namespace bookends {

Result<std::vector<std::string>> start_fens(const Rules& rules, const std::vector<std::string>& asked) {
  std::vector<std::string> fens;
  if (asked.empty()) {
    for (const std::string_view fen : rules.starts)
      if (!fen.empty()) fens.emplace_back(fen);
    return fens;
  }
  for (const std::string& start : asked) {
    if (start.find(' ') != std::string::npos || start.find('/') != std::string::npos) {
      fens.push_back(start);
      continue;
    }
    const Result<std::string> fen = start_fen(rules, start);
    if (!fen) return fen.error();
    fens.push_back(*fen);
  }
  return fens;
}

std::string named_fen(const Rules& rules, const std::string& text) {
  const Result<std::string> fen = start_fen(rules, text);
  return fen && !text.empty() ? *fen : text;
}

}  // namespace bookends
