// A book of one side that grows by trial games: its positions, and what the games through them have come to.
//
// A trial game begins at a start. Where the book's side is to move and its moves have been searched, one of them is
// drawn; elsewhere the players' own searches move (trial_player.h). What the game comes to is counted for every move
// on its way. So the moves of the opponent are drawn as often as he plays them, and a move of the own side is worth the
// mean of its games, in which what it had been worth by the search counts as kPrior of them.
//
// Own moves are drawn by Thompson's rule (1933): each is held to be worth its mean and an error of kSpread, divided by
// the root of the games behind it, times a number drawn from something like a normal distribution; the one that is
// worth most by that is played. What is likely the best is played most, and what is little known now and then. All
// draws hang on the number of the game, so that a game that is played again is the same.
//
// Not thread-safe, but for reading.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "books/grow/expand.h"
#include "books/values/values.h"
#include "books/work/journal.h"
#include "books/work/workspace.h"

namespace bookends {

template <const Rules& R>
class TrialBook {
 public:
  explicit TrialBook(const BuildSettings& settings) : workspace_(settings) {}

  // Adds the starts. Errors: as plant<R>().
  Result<void> plant(const std::vector<Override>& overrides);

  const Workspace& workspace() const { return workspace_; }
  // The start of a game: they take turns.
  NodeId start_of(TrialTask task) const { return workspace_.starts()[task.number % workspace_.starts().size()]; }

  // Whether it is a position of the own side, not over, whose moves are known.
  bool has_choice(NodeId id) const;
  // One of these moves, by `luck`.
  Move draw(NodeId id, std::uint64_t luck) const;

  // Counts a game.
  void add(TrialTask task, const TrialResult& result);

  // The positions whose moves are to be searched now: of the own side the starts, and those where more than one game
  // has come; those that tables answer; and those that cover() has added.
  std::vector<LeafJob> due() const;
  void set_result(NodeId id, const LeafResult& result);

  // Adds the moves that the book owes its reader still (expand.h), of which these are the values; the positions they
  // lead to are due. False when there are none.
  bool cover(const BookValues& values);

  // Of the book as it is now. Only positions that it can come to have a best move. An own move is best by its mean less
  // one error; a reply, by how often it was played.
  BookValues values() const;

 private:
  struct Tally {
    std::uint32_t games = 0;
    std::uint64_t points = 0;  // the sum of the own side's
  };

  bool is_own(NodeId id) const { return is_own_turn(workspace_, id); }
  std::span<const Candidate> candidates(NodeId id) const;
  Tally of_move(NodeId id, Move move) const;
  Tally of_moves(NodeId id) const;  // of all together
  double mean(NodeId id, const Candidate& candidate) const;
  double error(NodeId id, const Candidate& candidate) const;
  void owe_answers(NodeId replying, const BookValues& values);
  void make_due(NodeId id);
  NodeId reach(const Position<R>& position);               // the node, which is added if need be; or kNoNode
  EdgeId edge_of(NodeId parent, Move move, NodeId child);  // the same
  NodeValue value_of(NodeId id) const;
  NodeValue own_value(NodeId id) const;
  NodeValue replied_value(NodeId id) const;

  Workspace workspace_;
  std::vector<Tally> tallies_;  // of edges
  struct Visit {
    std::uint32_t games = 0;
    bool due = false;  // or has been
  };
  std::vector<Visit> visits_;  // of nodes
  std::vector<NodeId> due_;
};

}  // namespace bookends
