// Reads PGN of any game: tags, moves in SAN or UCI notation, comments, NAGs and nested variations, one game at a time.
//
// What other programs write is taken leniently: move numbers are not checked, a missing result or a missing empty line
// ends nothing, "!" and "?" after a move are NAGs. What cannot be understood is an error that says where it stands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/position/move.h"
#include "core/position/position.h"

namespace bookends {

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
  std::string result = "*";                               // "1-0", "0-1", "1/2-1/2" or "*"
  std::uint32_t line = 0;                                 // where it begins

  std::string tag(std::string_view name) const;  // "" when there is none
};

// What one game may take; beyond it the file is refused rather than the memory filled.
struct PgnLimits {
  std::size_t moves = 4'000'000;
  std::size_t text_bytes = std::size_t{256} << 20;  // of tags, comments and moves
  std::size_t nesting = 10'000;                     // variations within variations
};

class PgnReader {
 public:
  // `name` is the file's, for messages; `in` outlives the reader.
  PgnReader(std::istream& in, std::string name, PgnLimits limits = {});

  // The next game, or nothing at the end. Errors: invalid_argument and limit, as "FILE:LINE:COLUMN: what is wrong".
  // After an error there is nothing more to be read.
  Result<std::optional<PgnGame>> next();

 private:
  struct State;
  int peek();
  int take();
  void skip_line();
  Error wrong(std::string what, ErrorCode code = ErrorCode::invalid_argument) const;
  Result<void> charge(State& state, std::size_t bytes) const;
  Result<void> read_tag(State& state);
  Result<std::string> read_comment(State& state);
  Result<void> read_piece(State& state);
  Result<void> read_nag(State& state);
  Result<void> open_variation(State& state);
  Result<void> close_variation(State& state);
  Result<void> add_move(State& state, std::string word);
  Result<void> read_word(State& state);
  void put_comment(State& state, const std::string& text) const;

  std::istream& in_;
  std::string name_;
  PgnLimits limits_;
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
  bool failed_ = false;
};

// Finds the moves of a game in the positions they are played in, from the tag FEN or the game's default start, and sets
// PgnNode::move everywhere. Returns the position the game starts from. Errors: invalid_argument (the FEN, a move);
// unsupported (the tag Variant names another game of ours). `name` is the file's.
template <const Rules& R>
Result<Position<R>> play_pgn(PgnGame& game, std::string_view name);

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
