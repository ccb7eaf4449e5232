#include "core/search/search.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "core/notation/move_text.h"
#include "core/rules/games.h"
#include "tablebases/oracle/oracle.h"
#include "tools/wasm/bookends_search.h"

namespace bookends {
namespace {

void copy_line(std::string_view text, char* to, std::size_t size) {
  if (to == nullptr || size == 0) return;
  const std::size_t n = std::min(text.size(), size - 1);
  std::memcpy(to, text.data(), n);
  to[n] = 0;
}

template <const Rules& R>
bookends_search_result exported(const SearchResult& found) {
  bookends_search_result result{};
  result.nodes = found.statistics.nodes;
  result.seconds = found.statistics.seconds;
  if (found.lines.empty()) return result;
  const SearchLine& best = found.lines.front();
  result.score = best.score;
  result.depth = best.depth;
  copy_line(format_uci(R, best.pv.front()), result.move, sizeof result.move);
  std::string line;
  for (const Move move : best.pv) {
    const std::string word = (line.empty() ? "" : " ") + format_uci(R, move);
    if (line.size() + word.size() >= sizeof result.line) break;
    line += word;
  }
  copy_line(line, result.line, sizeof result.line);
  return result;
}

template <const Rules& R>
Result<bookends_search_result> search_position(const char* fen, const bookends_search_limits& asked) {
  const Result<Position<R>> position = Position<R>::from_fen(fen);
  if (!position) return position.error();
  std::unique_ptr<Oracle<R>> oracle;
  if (asked.tables != nullptr) {
    auto opened = TableOracle<R>::open(asked.tables);
    if (!opened) return Error{ErrorCode::io, opened.error().message};
    oracle = std::move(*opened);
  }
  const std::size_t megabytes = asked.hash_megabytes == 0 ? 16 : asked.hash_megabytes;
  Search<R> search(SearchOptions{.hash_bytes = megabytes << 20});
  search.set_oracle(oracle.get());
  SearchLimits limits;
  limits.depth = kMaxDepth;
  limits.nodes = asked.nodes;
  if (asked.milliseconds != 0) limits.hard_time = std::chrono::milliseconds(asked.milliseconds);
  const std::atomic<bool> stop{false};
  return exported<R>(search.run(Game<R>(*position), limits, stop));
}

Result<bookends_search_result> search_game(const char* game, const char* fen, const bookends_search_limits* limits) {
  if (game == nullptr || fen == nullptr || limits == nullptr)
    return Error{ErrorCode::invalid_argument, "a game, a FEN or the limits are missing"};
  if (limits->nodes == 0 && limits->milliseconds == 0)
    return Error{ErrorCode::invalid_argument, "a search without a limit would not end"};
  const Result<const Rules*> rules = find_game(game);
  if (!rules) return rules.error();
  return with_game(**rules, [&]<const Rules & R>() { return search_position<R>(fen, *limits); });
}

}  // namespace
}  // namespace bookends

int bookends_search_position(const char* game, const char* fen, const bookends_search_limits* limits,
                             bookends_search_result* result, char* error, size_t error_size) {
  bookends::copy_line("", error, error_size);
  if (result == nullptr) return BOOKENDS_SEARCH_INVALID;
  try {
    const auto found = bookends::search_game(game, fen, limits);
    if (found) {
      *result = *found;
      return BOOKENDS_SEARCH_OK;
    }
    bookends::copy_line(found.error().message, error, error_size);
    return found.error().code == bookends::ErrorCode::invalid_argument ? BOOKENDS_SEARCH_INVALID
                                                                       : BOOKENDS_SEARCH_FILES;
  } catch (const std::exception&) {
    bookends::copy_line("out of memory", error, error_size);
    return BOOKENDS_SEARCH_MEMORY;
  }
}
