#include "books/work/overrides.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "books/file/book_file.h"
#include "books/text/epd_line.h"
#include "core/base/utf8.h"
#include "core/io/checksum.h"
#include "core/io/file.h"
#include "core/position/outcome.h"

namespace bookends {

namespace {

Error wrong(const std::string& what) { return {ErrorCode::invalid_argument, what}; }

template <const Rules& R>
Result<Override> override_of_line(const EpdLine& line) {
  const Result<Position<R>> position = Position<R>::from_fen(line.fen);
  if (!position) return position.error();
  if (verdict(*position).over()) return wrong("the game is over in this position");
  const std::string* move = line.find("bm");
  const std::string* score = line.find("ce");
  if (move == nullptr) return wrong("no move is given (bm MOVE;)");
  if (score == nullptr) return wrong("no value is given (ce CENTIPAWNS;)");
  const Result<Move> played = parse_epd_move(*position, *move);
  if (!played) return played.error();
  Override held{position->key(), pack(R, position->setup()), *played, 0, {}};
  const char* end = score->data() + score->size();
  const auto [stop, status] = std::from_chars(score->data(), end, held.score);
  if (status != std::errc() || stop != end || held.score < -kLargestSetScore || held.score > kLargestSetScore)
    return wrong("ce " + *score + ": a number of centipawns is expected, at most " + std::to_string(kLargestSetScore));
  if (const std::string* remark = line.find("c0")) held.remark = unquoted(*remark);
  if (held.remark.size() > kLongestRemark || !is_utf8(held.remark))
    return wrong("the remark (c0) is too long, or no UTF-8");
  return held;
}

}  // namespace

template <const Rules& R>
Result<std::vector<Override>> read_overrides(std::string_view text, const std::string& name) {
  std::vector<Override> overrides;
  std::unordered_set<Key> seen;
  for (const EpdLine& line : epd_lines(text)) {
    Result<Override> held = line.error.empty() ? override_of_line<R>(line) : Result<Override>(wrong(line.error));
    if (held && !seen.insert(held->key).second) held = wrong("the position stands on an earlier line already");
    if (!held) return wrong(name + ", line " + std::to_string(line.number) + ": " + held.error().message);
    overrides.push_back(std::move(*held));
  }
  return overrides;
}

std::string digest(std::span<const Override> overrides) {
  std::vector<std::string> lines;
  for (const Override& held : overrides) {
    std::string line(reinterpret_cast<const char*>(held.position.bytes.data()), held.position.bytes.size());
    line += ' ' + std::to_string(held.move.bits()) + ' ' + std::to_string(held.score) + ' ' + held.remark + '\n';
    lines.push_back(std::move(line));
  }
  std::sort(lines.begin(), lines.end());  // their order decides nothing
  RunningChecksum sum;
  for (const std::string& line : lines) sum.add(as_bytes(line));
  return overrides.empty() ? std::string() : hexadecimal(sum.value());
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<std::vector<Override>> read_overrides<games::game>(std::string_view, const std::string&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
