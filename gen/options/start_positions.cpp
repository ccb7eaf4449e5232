#include "gen/options/start_positions.h"

#include <algorithm>
#include <optional>

#include "core/position/position.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

Result<std::string> fen_of(const Rules& rules, const std::string& start) {
  if (start.empty()) return Error{ErrorCode::invalid_argument, "a start without a name; name a setup, or give a FEN"};
  const bool is_fen = start.find(' ') != std::string::npos || start.find('/') != std::string::npos;
  return is_fen ? Result<std::string>(start) : start_fen(rules, start);
}

// None of what is no position.
std::optional<Key> key_of(const Rules& rules, const std::string& fen) {
  return with_game(rules, [&]<const Rules & R>() {
    const Result<Position<R>> position = Position<R>::from_fen(fen);
    return position ? std::optional(position->key()) : std::nullopt;
  });
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
    fens.push_back(*fen);
  }
  return fens;
}

Result<std::vector<std::string>> book_starts(const Rules& rules, const std::vector<std::string>& asked) {
  const Result<std::vector<std::string>> fens = start_fens(rules, asked);
  if (!fens) return fens;
  std::vector<std::string> starts;
  std::vector<std::optional<Key>> keys;
  for (const std::string& fen : *fens) {
    const std::optional<Key> key = key_of(rules, fen);
    if (key && std::ranges::find(keys, key) != keys.end()) continue;
    starts.push_back(fen);
    keys.push_back(key);
  }
  return starts;
}

std::string named_fen(const Rules& rules, const std::string& text) {
  const Result<std::string> fen = start_fen(rules, text);
  return fen && !text.empty() ? *fen : text;
}

}  // namespace bookends
