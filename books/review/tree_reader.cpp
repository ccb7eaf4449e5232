// The tree is walked twice. First depth first, to give every position its number, and the move that leads to it: what a
// node says of its moves needs the numbers of all that follows. Then, for whoever asks, along the moves to a node.
#include "books/review/tree_reader.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "books/edit/book_graph.h"
#include "books/probe/known_moves.h"
#include "core/notation/move_text.h"

namespace bookends {

namespace {

template <const Rules& R>
class BookWalk final : public TreeReader {
 public:
  BookWalk(const Book<R>& book, const TreeOptions& options, const std::vector<Key>& strangers)
      : book_(book), options_(options), strangers_(strangers.begin(), strangers.end()) {}

  Result<void> number() {
    begin_outline();
    const BookHeader& header = book_.file().header();
    for (const std::string& fen : options_.from.empty() ? header.starts : options_.from) {
      const Result<Position<R>> start = Position<R>::from_fen(fen);
      if (!start) return start.error();
      // A start whose position was met before is shown there.
      const auto met = ids_.find(start->key());
      const int node = met != ids_.end() ? met->second : add(*start, -1, Move());
      outline_.roots.push_back({options_.from.empty() ? fen : start->fen(), start_name(R, fen), node});
      if (met == ids_.end()) walk(*start, node);
    }
    std::ranges::sort(entries_);
    clash_ = std::ranges::adjacent_find(entries_) != entries_.end();
    entries_ = decltype(entries_)();  // braces alone would keep the memory
    return {};
  }

  // Whether two positions were taken for one entry.
  bool met_strangers() const { return clash_; }

  TreeNode node(int id) override {
    const Place& place = go_to(id, here_);
    const Position<R>& position = place.position;
    TreeNode node;
    node.fen = position.fen();
    node.line = here_.line.substr(0, place.line);
    if (parent(id) >= 0) {
      node.uci = format_uci(R, moves_[static_cast<std::size_t>(id)]);
      node.move = place.move;
      node.before = here_.places[here_.places.size() - 2].move;
    }
    node.picture = board_text(R, position.setup());
    node.key = position.key();
    node.turn = position.turn();
    node.ply = static_cast<int>(here_.places.size()) - 1;
    node.number = position.fullmove();
    const auto answer = probe(position);
    node.known = answer.has_value();
    if (answer) {
      node.entry = answer->entry;
      node.remark = book_.file().remark(node.key);
    }
    for (const Listed& listed : list_moves(position)) node.moves.push_back(in_words(listed, position, id, node.ply));
    return node;
  }

  TreeReference refer(int id) override {
    const Place& place = go_to(id, there_);
    return {there_.line.substr(0, place.line), place.position.key()};
  }

 private:
  struct Listed {
    Move move;
    std::optional<Score> score;
    bool played = false;
    bool in_book = false;  // the position after it
    Key key = 0;           // of that
    std::optional<PlayedMove> games;
  };

  // Of the first walk.
  struct Step {
    Position<R> position;
    int node = 0;
    std::vector<Listed> moves;
    std::size_t done = 0;  // of the moves
  };

  // Of the second.
  struct Place {
    int node = 0;
    Position<R> position;
    std::size_t line = 0;  // how much of the text leads here
    std::string move;      // TreeNode::move
  };
  struct Path {
    std::vector<Place> places;  // from a start on
    std::string line;
  };

  void begin_outline() {
    const BookHeader& header = book_.file().header();
    outline_.game = header.game;
    outline_.title = R.title;
    outline_.generator = header.generator;
    outline_.settings = header.settings;
    outline_.usual_start = Position<R>::start().fen();
    outline_.side = header.side;
    outline_.shown = options_.side;
    outline_.positions = book_.file().positions();
  }

  std::optional<BookAnswer> probe(const Position<R>& position) const {
    if (strangers_.contains(position.key())) return std::nullopt;
    return book_.probe(position);
  }

  int add(const Position<R>& position, int parent, Move move) {
    const int id = size();
    parents_.push_back(parent);
    moves_.push_back(move);
    shown_moves_.push_back(0);
    ids_.emplace(position.key(), id);
    if (probe(position)) {
      ++outline_.known;
      entries_.push_back(book_.file().known_key(position.key()));
    }
    return id;
  }

  std::vector<Listed> list_moves(const Position<R>& position) const {
    const auto answer = probe(position);
    std::vector<Listed> moves;
    const std::vector<PlayedMove> played = answer ? book_.file().played(position.key()) : std::vector<PlayedMove>();
    for (const Move m : position.legal_moves()) {
      const Position<R> next = position.after(m);
      const auto after = probe(next);
      Listed move{m, value_after(next, after), answer && answer->move == m, after.has_value(), next.key(), {}};
      const int index = played.empty() ? 0 : book_move_index(position, m);
      for (const PlayedMove& games : played)
        if (games.move_index == index) move.games = games;
      moves.push_back(std::move(move));
    }
    const auto rank = [](const Listed& m) {
      return std::tuple(m.played  ? 0
                        : m.score ? 1
                                  : 2,
                        -m.score.value_or(0), m.games ? -std::int64_t{m.games->games} : 0);
    };
    std::stable_sort(moves.begin(), moves.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    return moves;
  }

  // Whether a move is shown that leads to a position of the book.
  bool follows(const Listed& move, Color turn, int ply) const {
    if (!move.in_book || (options_.max_ply > 0 && ply >= options_.max_ply)) return false;
    return !is_own_turn(options_.side, turn) || move.played;
  }

  // Line by line, with a stack of its own: a line may be longer than calls may be deep.
  void walk(const Position<R>& start, int id) {
    std::vector<Step> line{step(start, id, 0)};
    while (!line.empty()) {
      Step& at = line.back();
      if (at.done == at.moves.size()) {
        line.pop_back();
        continue;
      }
      const Listed& move = at.moves[at.done++];
      if (!follows(move, at.position.turn(), static_cast<int>(line.size()) - 1) || ids_.contains(move.key)) continue;
      const Position<R> next = at.position.after(move.move);
      line.push_back(step(next, add(next, at.node, move.move), static_cast<int>(line.size())));
    }
  }

  Step step(const Position<R>& position, int id, int ply) {
    Step made{position, id, list_moves(position)};
    std::uint16_t& shown = shown_moves_[static_cast<std::size_t>(id)];
    for (const Listed& move : made.moves) {
      if (move.played || follows(move, position.turn(), ply)) ++shown;
      if (move.games) outline_.with_games = true;
    }
    return made;
  }

  TreeMove in_words(const Listed& listed, const Position<R>& position, int id, int ply) const {
    TreeMove move;
    move.uci = format_uci(R, listed.move);
    move.san = format_san(position, listed.move);
    move.score = listed.score;
    move.played = listed.played;
    move.games = listed.games;
    if (!follows(listed, position.turn(), ply)) return move;
    move.child = ids_.at(listed.key);
    const auto child = static_cast<std::size_t>(move.child);
    move.transposes = parents_[child] != id || moves_[child] != listed.move;
    return move;
  }

  // Back to where the lines part, and on from there.
  const Place& go_to(int id, Path& path) const {
    std::vector<int> nodes;
    for (int at = id; at >= 0; at = parent(at)) nodes.push_back(at);
    std::ranges::reverse(nodes);
    std::size_t common = 0;
    while (common < std::min(nodes.size(), path.places.size()) && path.places[common].node == nodes[common]) ++common;
    path.places.erase(path.places.begin() + static_cast<std::ptrdiff_t>(common), path.places.end());
    path.line.resize(path.places.empty() ? 0 : path.places.back().line);
    for (std::size_t i = common; i < nodes.size(); ++i) extend(path, nodes[i]);
    return path.places.back();
  }

  void extend(Path& path, int id) const {
    if (path.places.empty()) {
      path.places.push_back({id, position_of_root(id), 0, {}});
      return;
    }
    const Position<R>& before = path.places.back().position;
    const Move move = moves_[static_cast<std::size_t>(id)];
    const bool white = before.turn() == Color::white;
    const std::string number = std::to_string(before.fullmove()) + (white ? "." : "..."),
                      san = format_san(before, move);
    if (white || path.line.empty()) path.line += (path.line.empty() ? "" : " ") + number;
    path.line += ' ' + san;
    path.places.push_back({id, before.after(move), path.line.size(), number + ' ' + san});
  }

  Position<R> position_of_root(int id) const {
    const auto root = std::ranges::find(outline_.roots, id, &TreeRoot::node);
    return *Position<R>::from_fen(root->fen);
  }

  const Book<R>& book_;
  const TreeOptions options_;
  std::unordered_set<Key> strangers_;
  std::vector<Move> moves_;  // that lead from the parent
  std::unordered_map<Key, int> ids_;
  std::vector<Key> entries_;  // by what the file knows of their keys
  bool clash_ = false;
  Path here_, there_;
};

}  // namespace

template <const Rules& R>
Result<std::unique_ptr<TreeReader>> read_tree(const Book<R>& book, const TreeOptions& options) {
  auto walk = std::make_unique<BookWalk<R>>(book, options, std::vector<Key>());
  if (const Result<void> numbered = walk->number(); !numbered) return numbered.error();
  if (!walk->met_strangers()) return std::unique_ptr<TreeReader>(std::move(walk));
  walk.reset();
  // Once in very many books: which of them the entry belongs to takes a look at all of the book.
  std::vector<Key> strangers;
  {
    Result<BookGraph> graph = graph_of(book);
    if (!graph) return graph.error();
    strangers = std::move(graph->strangers);
  }
  walk = std::make_unique<BookWalk<R>>(book, options, strangers);
  if (const Result<void> numbered = walk->number(); !numbered) return numbered.error();
  return std::unique_ptr<TreeReader>(std::move(walk));
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<std::unique_ptr<TreeReader>> read_tree<games::game>(const Book<games::game>&, const TreeOptions&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
