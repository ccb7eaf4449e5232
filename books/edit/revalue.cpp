// revalue(): minimax of a book that was taken apart and changed.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "books/edit/book_graph.h"
#include "books/edit/chains.h"
#include "books/values/propagate.h"

namespace bookends {

namespace {

constexpr int kDeepest = 255;

std::vector<std::vector<NodeId>> parents_in(const BookGraph& graph) {
  std::vector<std::vector<NodeId>> parents(graph.size());
  for (NodeId n = 0; n < graph.size(); ++n)
    for (std::uint32_t e = graph.first[n]; e < graph.first[n + 1]; ++e) parents[graph.edges[e].child].push_back(n);
  return parents;
}

class Revaluation {
 public:
  explicit Revaluation(BookGraph& graph) : graph_(graph), next_(graph.size(), kNoNode) {}

  void run() {
    follow_moves();
    const std::vector<bool> valued = valued_positions();
    const Links links =
        links_of([&](NodeId n) { return stands(n) || !valued[n]; }, [&](NodeId child) { return !valued[child]; });
    GameGraph game{links.first, links.children, {}};
    for (NodeId n = 0; n < graph_.size(); ++n) {
      if (next_[n] != kNoNode && !(valued[n] && valued[next_[n]])) next_[n] = kNoNode;
      game.outside.push_back(next_[n] == kNoNode ? graph_.nodes[n].entry.score : kNoScore);
    }
    const GraphValues values = propagate(game);
    choose_moves(links, values, game.outside);
    for (NodeId n = 0; n < graph_.size(); ++n) {
      BookEntry& entry = graph_.nodes[n].entry;
      entry.score = values.value[n];
      if (valued[n] && !has_score(entry)) entry.depth = 1;  // an even game, and known to be one
    }
    set_depths();
  }

  // Whether a position has no score, though by now its line leads to one: a circle is broken where a move has changed.
  bool knows_more() {
    follow_moves();
    const std::vector<bool> valued = valued_positions();
    for (NodeId n = 0; n < graph_.size(); ++n)
      if (valued[n] && !has_score(graph_.nodes[n].entry)) return true;
    return false;
  }

  // Takes away the proofs that rest on what a person has set, which proves nothing. A win rests on the book's move, a
  // loss and a draw on all moves.
  void unprove() {
    std::vector<NodeId> doubtful;
    for (NodeId n = 0; n < graph_.size(); ++n)
      if (graph_.nodes[n].entry.manual && graph_.nodes[n].entry.proof == Proof::none) doubtful.push_back(n);
    if (doubtful.empty()) return;
    const std::vector<std::vector<NodeId>> parents = parents_in(graph_);
    while (!doubtful.empty()) {
      const NodeId child = doubtful.back();
      doubtful.pop_back();
      for (const NodeId n : parents[child]) {
        GraphNode& node = graph_.nodes[n];
        if (node.entry.proof == Proof::none || node.entry.manual || node.entry.from_table) continue;
        if (node.entry.proof == Proof::win && graph_.child(n, node.move) != child) continue;
        node.entry.proof = Proof::none;
        doubtful.push_back(n);
      }
    }
  }

  // Proofs that follow from those there are. What a node without a proof is worth goes against one side and then
  // against the other; a move that ends the game counts as one that nothing is known of. Neither scores nor marks
  // decide of it, only what is proved already and which moves are there: once is enough, and once more finds nothing
  // new.
  template <const Rules& R>
  void prove() {
    const auto proved = [](const GraphNode& node) { return node.entry.proof != Proof::none; };
    if (std::none_of(graph_.nodes.begin(), graph_.nodes.end(), proved)) return;
    const Links links =
        links_of([&](NodeId n) { return is_given(n) || proved(graph_.nodes[n]); }, [](NodeId) { return false; });
    std::vector<bool> all_known(graph_.size());
    for (NodeId n = 0; n < graph_.size(); ++n) {
      const std::uint32_t known = links.first[n + 1] - links.first[n];
      all_known[n] = known > 0 && static_cast<int>(known) == position_of<R>(graph_.nodes[n]).count_legal_moves();
    }
    const std::vector<StoredScore> against_white = bounds(links, all_known, Color::white);
    const std::vector<StoredScore> against_black = bounds(links, all_known, Color::black);
    for (NodeId n = 0; n < graph_.size(); ++n) {
      BookEntry& entry = graph_.nodes[n].entry;
      if (entry.proof != Proof::none || is_given(n)) continue;
      const bool white = graph_.nodes[n].position.turn() == Color::white;
      const Score lower = (white ? against_white : against_black)[n];
      const Score upper = (white ? against_black : against_white)[n];
      if (lower >= kTableWin) entry.proof = Proof::win;
      if (upper <= -kTableWin) entry.proof = Proof::loss;
      if (lower == kDraw && upper == kDraw) entry.proof = Proof::draw;
    }
  }

 private:
  struct Links {
    std::vector<std::uint32_t> first{0};
    std::vector<std::uint32_t> children;
    std::vector<std::uint32_t> edge;  // of the graph, for each child
  };

  void follow_moves() {
    for (NodeId n = 0; n < graph_.size(); ++n) next_[n] = stands(n) ? kNoNode : graph_.child(n, graph_.nodes[n].move);
  }

  // Whether what a node says comes from elsewhere than the book below it.
  bool is_given(NodeId n) const {
    const GraphNode& node = graph_.nodes[n];
    return node.entry.manual || node.entry.from_table || !node.move || graph_.first[n] == graph_.first[n + 1];
  }

  // Whether a node keeps move and score whatever its children are worth.
  bool stands(NodeId n) const { return is_given(n) || graph_.nodes[n].far_sighted; }

  // Those that have a score, or will have one: that of what their own move leads to. Nothing is known of the others, so
  // they count for nothing in the positions before them, and stay as they are. A line that comes round to itself leads
  // to nothing: what was searched on it is neither doubted nor handed on round the circle by positions without scores.
  std::vector<bool> valued_positions() const {
    const Chains chains(next_);
    std::vector<bool> valued(graph_.size());
    for (const NodeId n : chains.order)
      valued[n] = has_score(graph_.nodes[n].entry) || (!chains.on_cycle[n] && next_[n] != kNoNode && valued[next_[n]]);
    return valued;
  }

  template <class Without, class WithoutChild>
  Links links_of(Without without, WithoutChild without_child) const {
    Links links;
    for (NodeId n = 0; n < graph_.size(); ++n) {
      for (std::uint32_t e = graph_.first[n]; e < graph_.first[n + 1] && !without(n); ++e) {
        if (without_child(graph_.edges[e].child)) continue;
        links.children.push_back(graph_.edges[e].child);
        links.edge.push_back(e);
      }
      links.first.push_back(static_cast<std::uint32_t>(links.children.size()));
    }
    return links;
  }

  // A move that still reaches the value stays, unless such moves lead round in a circle: the value is reached by
  // leaving it. A circle of draws is a draw.
  void choose_moves(const Links& links, const GraphValues& values, const std::vector<StoredScore>& outside) {
    const Chains chains(next_);
    std::vector<bool> keeps(graph_.size());
    for (const NodeId n : chains.order) {
      const NodeId child = next_[n];
      const Score reached = child == kNoNode ? outside[n] : through_move(values.value[child]);
      keeps[n] =
          reached == values.value[n] && (reached == kDraw || child == kNoNode || (!chains.on_cycle[n] && keeps[child]));
    }
    for (NodeId n = 0; n < graph_.size(); ++n) {
      if (keeps[n] || values.choice[n] >= kChooseNothing) continue;
      const GraphEdge& edge = graph_.edges[links.edge[values.choice[n]]];
      graph_.nodes[n].move = edge.move;
      next_[n] = edge.child;
    }
  }

  // A line that goes round in a circle ends nowhere: there the depths stay as they are.
  void set_depths() {
    const Chains chains(next_);
    for (const NodeId n : chains.order)
      if (next_[n] != kNoNode && !chains.on_cycle[n])
        graph_.nodes[n].entry.depth =
            static_cast<std::uint8_t>(std::min(kDeepest, graph_.nodes[next_[n]].entry.depth + 1));
  }

  static Score proved_score(const BookEntry& entry) {
    if (entry.proof == Proof::win) return std::max<Score>(entry.score, kTableWin);
    return entry.proof == Proof::loss ? std::min<Score>(entry.score, -kTableWin) : kDraw;
  }

  std::vector<StoredScore> bounds(const Links& links, const std::vector<bool>& all_known, Color pessimist) const {
    GameGraph game{links.first, links.children, {}};
    for (NodeId n = 0; n < graph_.size(); ++n) {
      const GraphNode& node = graph_.nodes[n];
      if (node.entry.proof != Proof::none)
        game.outside.push_back(static_cast<StoredScore>(proved_score(node.entry)));
      else if (all_known[n])
        game.outside.push_back(kNoScore);
      else
        game.outside.push_back(node.position.turn() == pessimist ? -kInfinite : kInfinite);
    }
    return propagate(game).value;
  }

  BookGraph& graph_;
  // Where the book's move leads; kNoNode when the node stands, or the move leads out of the book or to where nothing is
  // known.
  std::vector<NodeId> next_;
};

// ---- Far-sighted positions ----

// Those that a person has set, and those from which some line comes to one.
std::vector<bool> touched_by_hand(const BookGraph& graph) {
  std::vector<bool> touched(graph.size());
  std::vector<NodeId> open;
  for (NodeId n = 0; n < graph.size(); ++n)
    if (graph.nodes[n].entry.manual) open.push_back(n);
  if (open.empty()) return touched;
  for (const NodeId n : open) touched[n] = true;
  const std::vector<std::vector<NodeId>> parents = parents_in(graph);
  while (!open.empty()) {
    const NodeId child = open.back();
    open.pop_back();
    for (const NodeId n : parents[child])
      if (!touched[n]) {
        touched[n] = true;
        open.push_back(n);
      }
  }
  return touched;
}

// How far each position looks ahead; one without a score as far as it will when it has got that of the line behind its
// move, and -1 where there is none to get.
std::vector<int> horizons(const BookGraph& graph, const std::vector<NodeId>& next, const Chains& chains) {
  std::vector<int> horizon(graph.size(), -1);
  for (const NodeId n : chains.order) {
    const BookEntry& entry = graph.nodes[n].entry;
    if (has_score(entry))
      horizon[n] = entry.depth;
    else if (!chains.on_cycle[n] && next[n] != kNoNode && horizon[next[n]] >= 0)
      horizon[n] = std::min(kDeepest, horizon[next[n]] + 1);
  }
  return horizon;
}

// Whether more is known than the search could know: it said what its own move is worth, and that no other is worth
// more.
// - Behind its own move nobody knows which line it went by. It may have been one that the book's moves have left since,
//   because of what a person has set there: so all lines count, of both sides, and whatever the value is.
// - Another move has to be worth more, by what is certain or set by a person. Else the search's own, of which nothing
//   new is known, still is the best one.
class Overruling {
 public:
  // Only `settled` values say what is set by hand further below a move.
  Overruling(const BookGraph& graph, bool settled)
      : graph_(graph), touched_(touched_by_hand(graph)), settled_(settled) {}

  bool of(NodeId n) const {
    const GraphNode& node = graph_.nodes[n];
    return std::any_of(graph_.edges.begin() + graph_.first[n], graph_.edges.begin() + graph_.first[n + 1],
                       [&](const GraphEdge& edge) { return by(node, edge); });
  }

 private:
  bool by(const GraphNode& node, const GraphEdge& edge) const {
    const BookEntry& after = graph_.nodes[edge.child].entry;
    if (edge.move == node.move) return is_certain(after) || touched_[edge.child];
    const bool counts = is_certain(after) || (settled_ && touched_[edge.child] && has_score(after));
    return counts && through_move(after.score) > node.entry.score;
  }

  const BookGraph& graph_;
  std::vector<bool> touched_;
  bool settled_;
};

// Lines that go round in a circle have depths that say nothing.
std::vector<bool> far_sighted_positions(const BookGraph& graph, bool settled) {
  std::vector<NodeId> next;
  for (NodeId n = 0; n < graph.size(); ++n) next.push_back(graph.child(n, graph.nodes[n].move));
  const Chains chains(next);
  const std::vector<int> horizon = horizons(graph, next, chains);
  const Overruling overruled(graph, settled);
  const auto looks_past_book = [&](NodeId n) {
    const BookEntry& entry = graph.nodes[n].entry;
    if (chains.on_cycle[n] || entry.manual || is_certain(entry)) return false;
    return next[n] != kNoNode && horizon[next[n]] >= 0 && entry.depth > horizon[next[n]] + 1;
  };
  std::vector<bool> far(graph.size());
  for (NodeId n = 0; n < graph.size(); ++n) far[n] = looks_past_book(n) && !overruled.of(n);
  return far;
}

// Takes the mark from those that are far-sighted no longer; whether there is one.
bool unmark_near_sighted(BookGraph& graph, bool settled) {
  if (far_sighted_count(graph) == 0) return false;
  const std::vector<bool> far = far_sighted_positions(graph, settled);
  bool any = false;
  for (NodeId n = 0; n < graph.size(); ++n)
    if (graph.nodes[n].far_sighted && !far[n]) {
      graph.nodes[n].far_sighted = false;
      any = true;
    }
  return any;
}

}  // namespace

// The marks that are left at the end are those that a reader of the book finds again: so what is read and valued anew
// stays as it is. Marks are only taken, and scores only given, so there is at most one round more than there are of
// both; proofs, which marks give way to, are all known before.
template <const Rules& R>
void revalue(BookGraph& graph) {
  if (is_grown_by_games(graph.header)) return;
  Revaluation(graph).unprove();
  unmark_near_sighted(graph, false);
  Revaluation(graph).prove<R>();
  do {
    Revaluation(graph).run();
    Revaluation(graph).unprove();  // of moves that lead to what a person has set by now
  } while (unmark_near_sighted(graph, true) || Revaluation(graph).knows_more());
}

void mark_far_sighted(BookGraph& graph) {
  const std::vector<bool> far = far_sighted_positions(graph, true);
  for (NodeId n = 0; n < graph.size(); ++n) graph.nodes[n].far_sighted = far[n];
}

std::size_t far_sighted_count(const BookGraph& graph) {
  return static_cast<std::size_t>(std::ranges::count_if(graph.nodes, &GraphNode::far_sighted));
}

#define BOOKENDS_INSTANTIATE(game) template void revalue<games::game>(BookGraph&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
