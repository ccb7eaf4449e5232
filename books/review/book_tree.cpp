#include "books/review/book_tree.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "books/edit/book_graph.h"
#include "books/file/packed_position.h"
#include "books/probe/known_moves.h"
#include "books/text/entry.h"
#include "core/notation/move_text.h"
#include "core/position/outcome.h"

namespace bookends {

std::string board_picture(const Rules& rules, const Setup& setup) {
  std::string picture;
  for (int rank = rules.ranks - 1; rank >= 0; --rank) {
    picture += std::to_string(rank + 1);
    for (int file = 0; file < rules.files; ++file) {
      const Occupant occupant = setup.board[static_cast<std::size_t>(square_at(rules, file, rank))];
      char letter = '.';
      if (!occupant.empty()) {
        letter = rules.piece(occupant.kind()).letter;
        if (occupant.color() == Color::black) letter = static_cast<char>(letter - 'A' + 'a');
      }
      picture += ' ';
      picture += letter;
    }
    picture += '\n';
  }
  picture += ' ';
  for (int file = 0; file < rules.files; ++file) {
    picture += ' ';
    picture += static_cast<char>('a' + file);
  }
  return picture + '\n';
}

std::string score_text(Score score) {
  char text[32];
  if (is_decided(score)) {
    std::snprintf(text, sizeof text, "#%s%d", score < 0 ? "-" : "", (plies_to_end(score) + 1) / 2);
  } else if (std::abs(score) == kTableWin) {
    return score > 0 ? "win" : "loss";
  } else {
    const char* sign = score > 0 ? "+" : score < 0 ? "-" : "";
    std::snprintf(text, sizeof text, "%s%d.%02d", sign, std::abs(score) / 100, std::abs(score) % 100);
  }
  return text;
}

std::string score_text(const BookEntry& entry) {
  return has_score(entry) ? score_text(entry.score) : std::string(kNoScoreText);
}

std::string proof_text(const BookEntry& entry) {
  const std::string how = entry.from_table ? "table " : "proved ";
  switch (entry.proof) {
    case Proof::win:
      return how + "win";
    case Proof::draw:
      return how + "draw";
    case Proof::loss:
      return how + "loss";
    case Proof::none:
      break;
  }
  return {};
}

std::string start_name(const Rules& rules, std::string_view fen) {
  for (std::size_t i = 0; i < rules.starts.size(); ++i)
    if (fen == rules.starts[i]) return std::string(rules.start_names[i]);
  return {};
}

namespace {

template <const Rules& R>
std::string with_move(const TreeNode& node, const std::string& san) {
  std::string line = node.line;
  if (node.turn == Color::white)
    line += (line.empty() ? "" : " ") + std::to_string(node.number) + ".";
  else if (line.empty())
    line += std::to_string(node.number) + "...";
  return line + ' ' + san;
}

template <const Rules& R>
class TreeWalk {
 public:
  TreeWalk(const Book<R>& book, const TreeOptions& options, const std::vector<Key>& strangers)
      : book_(book), options_(options), strangers_(strangers.begin(), strangers.end()) {}

  Result<BookTree> run() {
    const BookHeader& header = book_.file().header();
    tree_.game = header.game;
    tree_.title = R.title;
    tree_.generator = header.generator;
    tree_.settings = header.settings;
    tree_.side = header.side;
    tree_.shown = options_.side;
    tree_.positions = book_.file().positions();
    for (const std::string& fen : options_.from.empty() ? header.starts : options_.from) {
      const Result<Position<R>> start = Position<R>::from_fen(fen);
      if (!start) return start.error();
      // A start whose position was met before is shown there.
      const auto met = ids_.find(start->key());
      const int node = met != ids_.end() ? met->second : add(*start, {}, 0);
      tree_.roots.push_back({options_.from.empty() ? fen : start->fen(), start_name(R, fen), node});
      if (met == ids_.end()) walk(*start, node);
    }
    return std::move(tree_);
  }

  // Whether two positions were taken for one entry.
  bool met_strangers() const { return clash_; }

 private:
  std::optional<BookAnswer> probe(const Position<R>& position) const {
    if (strangers_.contains(position.key())) return std::nullopt;
    return book_.probe(position);
  }

  int add(const Position<R>& position, std::string line, int ply) {
    TreeNode node;
    node.fen = position.fen();
    node.line = std::move(line);
    node.picture = board_picture(R, position.setup());
    node.key = position.key();
    node.turn = position.turn();
    node.ply = ply;
    node.number = position.fullmove();
    const auto answer = probe(position);
    node.known = answer.has_value();
    if (node.known && !entries_.insert(book_.file().known_key(node.key)).second) clash_ = true;
    if (answer) {
      node.entry = answer->entry;
      node.remark = book_.file().remark(node.key);
    }
    tree_.nodes.push_back(std::move(node));
    const int id = static_cast<int>(tree_.nodes.size()) - 1;
    ids_.emplace(position.key(), id);
    return id;
  }

  std::vector<TreeMove> list_moves(const Position<R>& position) const {
    const auto answer = probe(position);
    std::vector<TreeMove> moves;
    const std::vector<PlayedMove> played = answer ? book_.file().played(position.key()) : std::vector<PlayedMove>();
    for (const Move m : position.legal_moves()) {
      TreeMove move;
      move.uci = format_uci(R, m);
      move.san = format_san(position, m);
      const Position<R> next = position.after(m);
      move.score = value_after(next, probe(next));
      move.played = answer && answer->move == m;
      const int index = played.empty() ? 0 : book_move_index(position, m);
      for (const PlayedMove& games : played)
        if (games.move_index == index) move.games = games;
      moves.push_back(std::move(move));
    }
    const auto rank = [](const TreeMove& m) {
      return std::tuple(m.played  ? 0
                        : m.score ? 1
                                  : 2,
                        -m.score.value_or(0), m.games ? -std::int64_t{m.games->games} : 0);
    };
    std::stable_sort(moves.begin(), moves.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    return moves;
  }

  bool shows(const TreeNode& node, const TreeMove& move) const {
    if (options_.max_ply > 0 && node.ply >= options_.max_ply) return false;
    return !is_own_turn(options_.side, node.turn) || move.played;
  }

  struct Step {
    Position<R> position;
    int node = 0;
    std::vector<TreeMove> moves;
    std::size_t done = 0;  // of the moves
  };

  // Line by line, with a stack of its own: a line may be longer than calls may be deep.
  void walk(const Position<R>& start, int id) {
    std::vector<Step> line{{start, id, list_moves(start)}};
    while (!line.empty()) {
      Step& at = line.back();
      if (at.done == at.moves.size()) {
        tree_.nodes[static_cast<std::size_t>(at.node)].moves = std::move(at.moves);
        line.pop_back();
        continue;
      }
      TreeMove& move = at.moves[at.done++];
      if (const auto next = follow(at, move)) line.push_back({*next, move.child, list_moves(*next)});
    }
  }

  // Where a move leads that is shown; nothing where the tree has that position already.
  std::optional<Position<R>> follow(const Step& at, TreeMove& move) {
    const TreeNode& node = tree_.nodes[static_cast<std::size_t>(at.node)];
    if (!shows(node, move)) return std::nullopt;
    const Position<R> next = at.position.after(*parse_uci(at.position, move.uci));
    if (!probe(next)) return std::nullopt;
    const auto met = ids_.find(next.key());
    move.transposes = met != ids_.end();
    move.child = move.transposes ? met->second : add(next, with_move<R>(node, move.san), node.ply + 1);
    if (move.transposes) return std::nullopt;
    return next;
  }

  const Book<R>& book_;
  const TreeOptions& options_;
  std::unordered_set<Key> strangers_;
  BookTree tree_;
  std::unordered_map<Key, int> ids_;
  std::unordered_set<Key> entries_;  // by what the file knows of their keys
  bool clash_ = false;
};

}  // namespace

bool has_games(const TreeNode& node) {
  return std::ranges::any_of(node.moves, [](const TreeMove& move) { return move.games.has_value(); });
}

std::uint64_t left_out(const BookTree& tree) {
  const auto there = std::count_if(tree.nodes.begin(), tree.nodes.end(), [](const TreeNode& n) { return n.known; });
  return tree.positions - std::min(tree.positions, static_cast<std::uint64_t>(there));
}

template <const Rules& R>
Result<BookTree> book_tree(const Book<R>& book, const TreeOptions& options) {
  TreeWalk<R> walk(book, options, {});
  Result<BookTree> tree = walk.run();
  if (!tree || !walk.met_strangers()) return tree;
  // Once in very many books: which of them the entry belongs to takes a look at all of the book.
  const Result<BookGraph> graph = graph_of(book);
  if (!graph) return graph.error();
  return TreeWalk<R>(book, options, graph->strangers).run();
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<BookTree> book_tree<games::game>(const Book<games::game>&, const TreeOptions&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
