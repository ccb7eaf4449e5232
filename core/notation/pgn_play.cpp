#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/notation/pgn_move.h"
#include "core/notation/pgn_reader.h"

namespace bookends {

namespace {

Error at_move(std::string_view name, const PgnNode& node, const std::string& what) {
  return {ErrorCode::invalid_argument,
          std::string(name) + ':' + std::to_string(node.line) + ':' + std::to_string(node.column) + ": " + what};
}

template <const Rules& R>
Result<Move> find_move(const Position<R>& position, const PgnNode& node, std::string_view name, PgnLetters letters) {
  const Result<Move> move =
      letters.empty() ? parse_pgn_move(position, node.text) : parse_pgn_move(position, node.text, letters);
  return move ? move : at_move(name, node, move.error().message);
}

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char ch) { return std::tolower(ch); });
  return text;
}

// Programs call the game they are made for by one of these names, if by any.
bool is_usual_name(std::string_view variant) {
  constexpr std::array<std::string_view, 5> names{"", "standard", "normal", "from position", "fromposition"};
  return std::ranges::find(names, variant) != names.end();
}

// Of its starts some are those of chess, and the FEN says which start it is: what chess does not have it refuses.
bool is_chess960(std::string_view variant) {
  constexpr std::array<std::string_view, 5> names{"chess960", "chess 960", "chess-960", "fischerandom",
                                                  "fischerrandom"};
  return std::ranges::find(names, variant) != names.end();
}

// Its name, its title, or a part of that: "Makruk", "Thai chess", "Makruk (Thai chess)", "Gardner's minichess".
bool is_name_of(const Rules& rules, std::string_view variant) {
  const std::string title = lower_case(std::string(rules.title));
  if (variant == rules.name || variant == title) return true;
  const std::string_view game = std::string_view(title).substr(0, title.find(" ("));
  const std::size_t comma = game.find(", ");
  if (comma == std::string_view::npos) return variant == game;
  const std::string first(game.substr(0, comma)), second(game.substr(comma + 2));
  return variant == first || variant == second || variant == first + " (" + second + ')' ||
         variant == second + " (" + first + ')';
}

Result<void> check_variant(const PgnGame& game, const Rules& rules, std::string_view name) {
  const std::string variant = lower_case(game.tag("Variant"));
  if (is_name_of(rules, variant) || is_usual_name(variant)) return {};
  if (rules.castling && is_chess960(variant) && game.find_tag("FEN") != nullptr) return {};
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

// Nodes whose text is no move, and why.
using BadMoves = std::vector<std::pair<std::uint32_t, Error>>;

// Sets the moves of all nodes; those that have none to `bad`, without what follows them. No letters are the game's own.
// A line is played in one position. Where a variation leaves it, a copy is kept for that.
template <const Rules& R>
void set_moves(PgnGame& game, const Position<R>& start, std::string_view name, PgnLetters letters, BadMoves& bad) {
  struct Line {
    Position<R> position;
    std::uint32_t node;  // that it goes on from
  };
  std::vector<Line> open{{start, 0}};
  const auto play = [&](Position<R>& position, std::uint32_t node) {
    const Result<Move> move = find_move(position, game.nodes[node], name, letters);
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

bool is_main_line_bad(const PgnGame& game, const BadMoves& bad) {
  std::vector<bool> main(game.nodes.size());
  for (std::uint32_t at = 0; !game.nodes[at].next.empty(); main[at] = true) at = game.nodes[at].next.front();
  return std::ranges::any_of(bad, [&](const auto& move) { return main[move.first]; });
}

// The moves of the main line, where all of them can be read.
template <const Rules& R>
std::optional<std::vector<Move>> main_line(const PgnGame& game, Position<R> position, PgnLetters letters) {
  std::vector<Move> moves;
  for (std::uint32_t at = 0; !game.nodes[at].next.empty();) {
    at = game.nodes[at].next.front();
    const Result<Move> move = parse_pgn_move(position, game.nodes[at].text, letters);
    if (!move) return std::nullopt;
    moves.push_back(*move);
    position.play(*move);
  }
  return moves;
}

// Whether a letter that is no piece of the game's stands where pieces do. In a game without, what is no move is a slip.
bool has_foreign_letters(const PgnGame& game, const Rules& rules) {
  const auto is_foreign = [&](char letter) {
    return letter >= 'A' && letter <= 'Z' && letter != 'O' && rules.slot_of(letter) <= index(Kind::pawn);
  };
  return std::ranges::any_of(game.nodes, [&](const PgnNode& node) {
    return !node.text.empty() && (is_foreign(node.text.front()) || is_foreign(node.text.back()));
  });
}

// Other letters that the main line can be read in; none where there are several and not all of them say the same moves.
template <const Rules& R>
PgnLetters letters_written(const PgnGame& game, const Position<R>& start) {
  if (!has_foreign_letters(game, R)) return {};
  PgnLetters found;
  std::vector<Move> first;
  for (const PgnLetters letters : foreign_letters()) {
    const std::optional<std::vector<Move>> moves = main_line(game, start, letters);
    if (!moves) continue;
    if (!found.empty() && first != *moves) return {};
    if (found.empty()) first = *moves;
    if (found.empty()) found = letters;
  }
  return found;
}

// The same as set_moves(), in the letters that the game is written in.
template <const Rules& R>
void read_moves(PgnGame& game, const Position<R>& start, std::string_view name, BadMoves& bad) {
  set_moves(game, start, name, {}, bad);
  if (!is_main_line_bad(game, bad)) return;
  const PgnLetters letters = letters_written(game, start);
  if (letters.empty()) return;
  bad.clear();
  set_moves(game, start, name, letters, bad);
}

}  // namespace

template <const Rules& R>
Result<Position<R>> play_pgn(PgnGame& game, std::string_view name, PgnPolicy policy, PgnOmissions& omitted) {
  const Result<Position<R>> start = start_of<R>(game, name);
  if (!start) return start;
  BadMoves bad;
  read_moves(game, *start, name, bad);
  if (bad.empty()) return start;
  std::ranges::sort(bad, {}, &BadMoves::value_type::first);  // as they stand in the file
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
    const auto left =
        std::remove_if(node.next.begin(), node.next.end(), [&](std::uint32_t child) { return dropped[child]; });
    node.next.truncate(static_cast<std::size_t>(left - node.next.begin()));
  }
  drop_unreached(game);
  return start;
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<Position<games::game>> play_pgn<games::game>(PgnGame&, std::string_view, PgnPolicy, PgnOmissions&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
