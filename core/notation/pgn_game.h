// A game of PGN as a tree of moves, and what was left out of a file's games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/position/move.h"
#include "core/position/position.h"

namespace bookends {

bool same_tag_name(std::string_view a, std::string_view b);

struct PgnNode {
  std::string text;                 // the move as it was written; empty at the start of the game
  Move move;                        // by play_pgn()
  std::string before;               // comments between "(" and the move
  std::string comment;              // comments after the move; at the start, those before the first one
  std::vector<int> nags;            // 0 to 255
  std::vector<std::uint32_t> next;  // nodes of the moves that follow: the main line's, then the variations'
  std::uint32_t line = 0;           // where the move stands, from 1
  std::uint32_t column = 0;
};

struct PgnGame {
  std::vector<std::pair<std::string, std::string>> tags;  // in their order
  std::vector<PgnNode> nodes;                             // the start of the game first, parents before children
  std::string result = "*";                               // "1-0", "0-1", "1/2-1/2", "0-0" (lost by both) or "*"
  std::uint32_t line = 0;                                 // where it begins

  // Names are alike in any case of letters, and with a colon behind them.
  const std::string* find_tag(std::string_view name) const;  // the first of that name, or nullptr
  std::string tag(std::string_view name) const;              // "" when there is none
};

// Takes out the nodes that no line leads to.
void drop_unreached(PgnGame& game);

// What was passed over, of each kind how often and the first as "FILE:LINE:COLUMN: why".
struct PgnOmissions {
  struct Kind {
    std::size_t count = 0;
    std::string first;

    void add(std::string why) {
      if (count++ == 0) first = std::move(why);
    }
    void add(const Kind& later) {
      if (count == 0) first = later.first;
      count += later.count;
    }
  };
  Kind games;
  Kind lines;  // variations, and the rest of a line after a null move
  Kind tags;
  Kind words;  // between the moves

  // What was passed over further on.
  void add(const PgnOmissions& later);
  // A sentence for each kind of which there is one.
  std::vector<std::string> sentences() const;
};

// Calls visit(position, node) for every node but the first, depth first, with the position its move is played in.
// play_pgn() has set the moves.
template <const Rules& R, class Visit>
void walk_pgn(const PgnGame& game, const Position<R>& start, Visit&& visit) {
  struct Visited {
    Position<R> position;
    std::uint32_t node;
  };
  std::vector<Visited> open;
  const auto push_children = [&](const PgnNode& node, const Position<R>& position) {
    for (auto child = node.next.rbegin(); child != node.next.rend(); ++child) open.push_back({position, *child});
  };
  push_children(game.nodes.front(), start);
  while (!open.empty()) {
    const Visited step = open.back();
    open.pop_back();
    visit(step.position, step.node);
    const PgnNode& node = game.nodes[step.node];
    if (!node.next.empty()) push_children(node, step.position.after(node.move));
  }
}

}  // namespace bookends
