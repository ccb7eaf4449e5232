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

// The nodes that follow one, in their order. A single one, as there mostly is, takes no memory of its own.
class PgnNext {
 public:
  bool empty() const { return size() == 0; }
  std::size_t size() const { return several_.empty() ? (one_ != 0 ? 1 : 0) : several_.size(); }
  std::uint32_t front() const { return *begin(); }
  std::uint32_t operator[](std::size_t i) const { return begin()[i]; }
  const std::uint32_t* begin() const { return several_.empty() ? &one_ : several_.data(); }
  const std::uint32_t* end() const { return begin() + size(); }
  std::uint32_t* begin() { return several_.empty() ? &one_ : several_.data(); }
  std::uint32_t* end() { return begin() + size(); }

  void push_back(std::uint32_t node);
  void truncate(std::size_t count);  // to the first `count` of them

 private:
  std::uint32_t one_ = 0;  // 0 for none: the start of the game follows nothing
  std::vector<std::uint32_t> several_;
};

struct PgnNode {
  // Made and destroyed for every move of large files: in pgn_game.cpp, which is compiled to be fast.
  PgnNode();
  PgnNode(const PgnNode&);
  PgnNode(PgnNode&&) noexcept;
  PgnNode& operator=(const PgnNode&);
  PgnNode& operator=(PgnNode&&) noexcept;
  ~PgnNode();

  std::string text;        // the move as it was written; empty at the start of the game
  Move move;               // by play_pgn()
  std::string before;      // comments between "(" and the move
  std::string comment;     // comments after the move; at the start, those before the first one
  std::vector<int> nags;   // 0 to 255
  PgnNext next;            // the moves that follow: the main line's, then the variations'
  std::uint32_t line = 0;  // where the move stands, from 1
  std::uint32_t column = 0;
};

struct PgnGame {
  std::vector<std::pair<std::string, std::string>> tags;  // in their order
  std::vector<PgnNode> nodes;                             // the start of the game first, parents before children
  std::string result = "*";                               // "1-0", "0-1", "1/2-1/2", "0-0" (lost by both) or "*"
  std::uint32_t line = 0;                                 // where it begins
  // Its bytes in what is read: up to behind its result (and the blanks behind "0-0") or, where it has none, to the next
  // game or the end of the file.
  std::size_t begin = 0;
  std::size_t end = 0;
  bool ended = false;  // by a result; where nothing stands behind that, more of it may have been cut off: "1/2"

  // Names are alike in any case of letters, and with a colon behind them.
  const std::string* find_tag(std::string_view name) const;  // the first of that name, or nullptr
  std::string tag(std::string_view name) const;              // "" when there is none
};

// Takes out the nodes that no line leads to.
void drop_unreached(PgnGame& game);

// What was passed over, of each kind how often and the first ones as "FILE:LINE:COLUMN: why".
struct PgnOmissions {
  struct Kind {
    static constexpr std::size_t kMostNamed = 10;
    std::size_t count = 0;
    std::vector<std::string> named;

    void add(std::string why) {
      ++count;
      if (named.size() < kMostNamed) named.push_back(std::move(why));
    }
    void add(const Kind& later) {
      count += later.count;
      for (const std::string& why : later.named)
        if (named.size() < kMostNamed) named.push_back(why);
    }
  };
  Kind games;
  Kind lines;  // variations, and the rest of a line after a null move
  Kind tags;
  Kind words;  // between the moves

  // What was passed over further on.
  void add(const PgnOmissions& later);
  // A sentence for each kind of which there is one, with the first; after it one for each other game that is named.
  std::vector<std::string> sentences() const;
};

// Calls visit(position, node) for every node but the first, depth first, with the position its move is played in.
// play_pgn() has set the moves.
template <const Rules& R, class Visit>
void walk_pgn(const PgnGame& game, const Position<R>& start, Visit&& visit) {
  struct Line {
    Position<R> position;
    std::uint32_t node;  // that it begins with
  };
  std::vector<Line> open;  // the one to go along next is the last
  Position<R> position = start;
  std::uint32_t node = 0;
  while (true) {
    const PgnNext& next = game.nodes[node].next;
    for (std::size_t i = next.size(); i > 1; --i) open.push_back({position, next[i - 1]});
    if (!next.empty()) {
      node = next.front();
    } else {
      if (open.empty()) return;
      position = open.back().position;
      node = open.back().node;
      open.pop_back();
    }
    visit(std::as_const(position), node);
    position.play(game.nodes[node].move);
  }
}

}  // namespace bookends
