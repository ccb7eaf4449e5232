#include "gen/start_positions.h"

#include <algorithm>

#include "core/games.h"

namespace bookends {

namespace {

Result<std::string> fen_of(const Rules& rules, const std::string& start) {
  if (start.empty()) return Error{ErrorCode::invalid_argument, "a start without a name; name a setup, or give a FEN"};
  const bool is_fen = start.find(' ') != std::string::npos || start.find('/') != std::string::npos;
  return is_fen ? Result<std::string>(start) : start_fen(rules, start);
}

}  // namespace

Result<std::vector<std::string>> start_fens(const Rules& rules, const std::vector<std::string>& asked) {
  std::vector<std::string> fens;
  if (asked.empty()) {
    for (const std::string_view fen : rules.starts)
      if (!fen.empty()) fens.emplace_back(fen);
    return fens;
  }
  for (const std::string& start : asked) {
    const Result<std::string> fen = fen_of(rules, start);
    if (!fen) return fen.error();
    if (std::ranges::find(fens, *fen) == fens.end()) fens.push_back(*fen);
  }
  return fens;
}

std::string named_fen(const Rules& rules, const std::string& text) {
  const Result<std::string> fen = start_fen(rules, text);
  return fen && !text.empty() ? *fen : text;
}

}  // namespace bookends
