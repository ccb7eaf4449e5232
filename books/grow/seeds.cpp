#include "books/grow/seeds.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "books/text/epd_line.h"
#include "core/base/words.h"
#include "core/io/checksum.h"
#include "core/io/file.h"

namespace bookends {

namespace {

template <const Rules& R>
Result<std::vector<Move>> play(Position<R> position, const std::vector<std::string_view>& words) {
  std::vector<Move> moves;
  for (const std::string_view word : words) {
    const Result<Move> move = parse_epd_move(position, word);
    if (!move) return move.error();
    moves.push_back(*move);
    position.play(*move);
  }
  return moves;
}

// The lines that one line of the file stands for: the position alone, when no move is given.
template <const Rules& R>
std::optional<Error> add_lines(const EpdLine& line, std::vector<SeedLine>& seeds) {
  if (!line.error.empty()) return Error{ErrorCode::invalid_argument, line.error};
  const Result<Position<R>> position = Position<R>::from_fen(line.fen);
  if (!position) return position.error();
  const std::size_t before = seeds.size();
  const auto add = [&](const std::vector<std::string_view>& words) -> std::optional<Error> {
    Result<std::vector<Move>> moves = play(*position, words);
    if (!moves) return moves.error();
    seeds.push_back({position->fen(), std::move(*moves)});
    return std::nullopt;
  };
  for (const auto& [name, operands] : line.operations) {
    std::optional<Error> wrong;
    const std::string said = unquoted(operands);
    if (name == "pv") wrong = add(split_words(said));
    if (name == "bm" || name == "pm")
      for (const std::string_view word : split_words(said))
        if (!wrong) wrong = add({word});
    if (wrong) return wrong;
  }
  if (seeds.size() == before) seeds.push_back({position->fen(), {}});
  return std::nullopt;
}

// A line for each end that the game or one of its variations comes to. `room`: how many moves there may still be.
bool add_game(const std::vector<PgnNode>& nodes, const std::string& fen, std::size_t& room,
              std::vector<SeedLine>& seeds) {
  std::vector<std::uint32_t> parent(nodes.size(), 0);
  for (std::uint32_t n = 0; n < nodes.size(); ++n)
    for (const std::uint32_t child : nodes[n].next) parent[child] = n;
  for (std::uint32_t end = 0; end < nodes.size(); ++end) {
    if (!nodes[end].next.empty()) continue;
    SeedLine seed{fen, {}};
    for (std::uint32_t n = end; n != 0; n = parent[n]) seed.moves.push_back(nodes[n].move);
    if (seed.moves.size() > room) return false;
    room -= seed.moves.size();
    std::reverse(seed.moves.begin(), seed.moves.end());
    seeds.push_back(std::move(seed));
  }
  return true;
}

Error no_line(const std::string& name) { return {ErrorCode::invalid_argument, name + ": there is no line in it"}; }

}  // namespace

template <const Rules& R>
Result<std::vector<SeedLine>> read_seed_positions(std::string_view text, const std::string& name) {
  std::vector<SeedLine> seeds;
  for (const EpdLine& line : epd_lines(text))
    if (const std::optional<Error> wrong = add_lines<R>(line, seeds))
      return Error{wrong->code, name + ", line " + std::to_string(line.number) + ": " + wrong->message};
  if (seeds.empty()) return no_line(name);
  return seeds;
}

template <const Rules& R>
Result<std::vector<SeedLine>> read_seed_games(std::istream& in, const std::string& name, PgnPolicy policy,
                                              PgnOmissions& omitted) {
  std::vector<SeedLine> seeds;
  std::size_t room = kMostSeedMoves;
  PgnReader reader(in, name, policy, omitted);
  Position<R> start = Position<R>::start();
  while (true) {
    Result<std::optional<PgnGame>> game = reader.next_played<R>(start);
    if (!game) return game.error();
    if (!*game && seeds.empty()) return no_line(name);
    if (!*game) return seeds;
    if (!add_game((*game)->nodes, start.fen(), room, seeds))
      return Error{ErrorCode::limit, name + ':' + std::to_string((*game)->line) +
                                         ": the lines up to this game have over " + std::to_string(kMostSeedMoves) +
                                         " moves; name fewer games"};
  }
}

template <const Rules& R>
std::vector<std::string> starts_of_seeds(const std::vector<std::string>& starts, std::span<const SeedLine> seeds) {
  std::unordered_set<Key> known;
  for (const std::string& fen : starts)
    if (const Result<Position<R>> start = Position<R>::from_fen(fen)) known.insert(start->key());
  std::vector<std::string> further;
  for (const SeedLine& seed : seeds) {
    const Result<Position<R>> begin = Position<R>::from_fen(seed.fen);
    if (!begin) continue;  // plant() says so
    if (known.insert(begin->key()).second) further.push_back(seed.fen);
    Position<R> position = *begin;
    for (const Move m : seed.moves) {
      position.play(m);
      known.insert(position.key());
    }
  }
  return further;
}

std::string digest(std::span<const SeedLine> seeds) {
  RunningChecksum sum;
  for (const SeedLine& seed : seeds) {
    std::string line = seed.fen;
    for (const Move m : seed.moves) line += ' ' + std::to_string(m.bits());
    sum.add(as_bytes(line + '\n'));
  }
  return seeds.empty() ? std::string() : hexadecimal(sum.value());
}

#define BOOKENDS_INSTANTIATE(game)                                                                                  \
  template Result<std::vector<SeedLine>> read_seed_positions<games::game>(std::string_view, const std::string&);    \
  template Result<std::vector<SeedLine>> read_seed_games<games::game>(std::istream&, const std::string&, PgnPolicy, \
                                                                      PgnOmissions&);                               \
  template std::vector<std::string> starts_of_seeds<games::game>(const std::vector<std::string>&,                   \
                                                                 std::span<const SeedLine>);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
