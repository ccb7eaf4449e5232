#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/notation/move_text.h"
#include "core/notation/pgn_reader.h"

namespace bookends {

namespace {

Error at_move(std::string_view name, const PgnNode& node, const std::string& what) {
  return {ErrorCode::invalid_argument,
          std::string(name) + ':' + std::to_string(node.line) + ':' + std::to_string(node.column) + ": " + what};
}

template <const Rules& R>
Result<Move> find_move(const Position<R>& position, const PgnNode& node, std::string_view name) {
  const Result<Move> san = parse_san(position, node.text);
  if (san) return san;
  if (const Result<Move> uci = parse_uci(position, node.text)) return uci;
  return at_move(name, node, san.error().message);
}

// Programs call the game they are made for by one of these names, if by any.
bool is_usual_name(std::string_view variant) {
  constexpr std::array<std::string_view, 5> names{"", "standard", "normal", "from position", "fromposition"};
  return std::ranges::find(names, variant) != names.end();
}

Result<void> check_variant(const PgnGame& game, const Rules& rules, std::string_view name) {
  std::string variant = game.tag("Variant");
  std::transform(variant.begin(), variant.end(), variant.begin(), [](unsigned char ch) { return std::tolower(ch); });
  if (variant == rules.name || is_usual_name(variant)) return {};
  return Error{ErrorCode::unsupported, std::string(name) + ':' + std::to_string(game.line) + ": a game of " + variant +
                                           ", not of " + std::string(rules.name)};
}

template <const Rules& R>
Result<Position<R>> start_of(const PgnGame& game, std::string_view name) {
  if (const Result<void> fits = check_variant(game, R, name); !fits) return fits.error();
  const std::string fen = game.tag("FEN");
  Result<Position<R>> start = fen.empty() ? Position<R>::start() : Position<R>::from_fen(fen);
  if (start) return start;
  return Error{ErrorCode::invalid_argument,
               std::string(name) + ':' + std::to_string(game.line) + ": the tag FEN: " + start.error().message};
}

// The variation that a node belongs to, as the node it begins with; 0 for the game itself.
std::uint32_t variation_of(const PgnGame& game, const std::vector<std::uint32_t>& parents, std::uint32_t node) {
  while (node != 0 && game.nodes[parents[node]].next.front() == node) node = parents[node];
  return node;
}

std::vector<std::uint32_t> parents_of(const PgnGame& game) {
  std::vector<std::uint32_t> parents(game.nodes.size());
  for (std::uint32_t id = 0; id < game.nodes.size(); ++id)
    for (const std::uint32_t child : game.nodes[id].next) parents[child] = id;
  return parents;
}

// Sets the moves of all nodes; those that have none to `bad`, without what follows them. A line is played in one
// position. Where a variation leaves it, a copy is kept for that.
template <const Rules& R>
void set_moves(PgnGame& game, const Position<R>& start, std::string_view name,
               std::vector<std::pair<std::uint32_t, Error>>& bad) {
  struct Line {
    Position<R> position;
    std::uint32_t node;  // that it goes on from
  };
  std::vector<Line> open{{start, 0}};
  const auto play = [&](Position<R>& position, std::uint32_t node) {
    const Result<Move> move = find_move(position, game.nodes[node], name);
    if (!move) {
      bad.emplace_back(node, move.error());
      return false;
    }
    game.nodes[node].move = *move;
    position.play(*move);
    return true;
  };
  while (!open.empty()) {
    Line line = open.back();
    open.pop_back();
    while (!game.nodes[line.node].next.empty()) {
      const PgnNext& next = game.nodes[line.node].next;
      for (std::size_t i = 1; i < next.size(); ++i) {
        Line variation{line.position, next[i]};
        if (play(variation.position, variation.node)) open.push_back(variation);
      }
      line.node = next.front();
      if (!play(line.position, line.node)) break;
    }
  }
}

}  // namespace

template <const Rules& R>
Result<Position<R>> play_pgn(PgnGame& game, std::string_view name, PgnPolicy policy, PgnOmissions& omitted) {
  const Result<Position<R>> start = start_of<R>(game, name);
  if (!start) return start;
  std::vector<std::pair<std::uint32_t, Error>> bad;
  set_moves(game, *start, name, bad);
  if (bad.empty()) return start;
  std::ranges::sort(bad, {}, &std::pair<std::uint32_t, Error>::first);  // as they stand in the file
  const std::vector<std::uint32_t> parents = parents_of(game);
  std::vector<std::uint32_t> variations;
  for (const auto& [node, error] : bad) {
    variations.push_back(variation_of(game, parents, node));
    if (variations.back() == 0 || policy == PgnPolicy::strict) return error;
  }
  std::vector<bool> dropped(game.nodes.size());
  for (std::size_t i = 0; i < bad.size(); ++i) {
    if (!dropped[variations[i]]) omitted.lines.add(bad[i].second.message);
    dropped[variations[i]] = true;
  }
  for (PgnNode& node : game.nodes) {
    const auto left = std::ranges::remove_if(node.next, [&](std::uint32_t child) { return dropped[child]; });
    node.next.truncate(static_cast<std::size_t>(left.begin() - node.next.begin()));
  }
  drop_unreached(game);
  return start;
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<Position<games::game>> play_pgn<games::game>(PgnGame&, std::string_view, PgnPolicy, PgnOmissions&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
