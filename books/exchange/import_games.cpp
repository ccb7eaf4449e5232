// The positions of games that were counted: found by playing from the starts along every move between positions that
// games know, so that one that is reached in other ways than by a move that stays is found as well.
#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

#include "books/edit/played_choice.h"
#include "books/exchange/import.h"
#include "books/work/key_index.h"

namespace bookends {

namespace {

constexpr NodeId kOften = 1 << 14;  // positions between two looks at the progress

// All moves of one position.
using PlayedHere = std::span<const TalliedMove>;

std::vector<PlayedHere> by_position(std::span<const TalliedMove> moves) {
  std::vector<PlayedHere> all;
  for (std::size_t begin = 0, end = 0; begin < moves.size(); begin = end) {
    while (end < moves.size() && moves[end].key == moves[begin].key) ++end;
    all.push_back(moves.subspan(begin, end - begin));
  }
  return all;
}

// The record of a position, without moves that nobody played; and the move that it speaks for, of equal ones that of
// the first game, and of its last ones.
template <const Rules& R>
void take_records(const Position<R>& position, PlayedHere moves, double result_weight, GraphNode& node) {
  const MoveList legal = position.legal_moves();
  std::tuple<double, std::uint32_t, std::uint64_t> best{-1, 0, 0};
  for (const TalliedMove& tallied : moves) {
    const Move move = Move::from_bits(tallied.move);
    if (!legal.contains(move)) continue;  // of another position with the same key
    const PlayedMove record = record_of(tallied, book_move_index(position, move));
    const std::tuple rank(played_weight(record, result_weight), record.games, ~tallied.first);
    if (rank > best) {
      best = rank;
      node.move = move;
    }
    if (record.games > 0) node.played.push_back(record);
  }
  std::ranges::sort(node.played, {}, &PlayedMove::move_index);
}

// The positions that games know, and which of them were met.
class PlayedPositions {
 public:
  explicit PlayedPositions(std::span<const TalliedMove> moves)
      : positions_(by_position(moves)), index_(positions_.size()), met_(positions_.size()), unmet_(positions_.size()) {
    for (std::size_t i = 0; i < positions_.size(); ++i)
      index_.insert(positions_[i].front().key, static_cast<NodeId>(i));
  }

  std::size_t size() const { return positions_.size(); }
  std::size_t unmet() const { return unmet_; }
  void prefetch(Key key) const { index_.prefetch(key); }

  // Empty where games do not know it.
  PlayedHere find(Key key) const {
    const NodeId id = index_.find(key);
    return id == kNoNode ? PlayedHere() : positions_[id];
  }
  // The same, and empty where it was met before.
  PlayedHere meet(Key key) {
    const NodeId id = index_.find(key);
    if (id == kNoNode || met_[id]) return {};
    met_[id] = true;
    --unmet_;
    return positions_[id];
  }

 private:
  std::vector<PlayedHere> positions_;
  KeyIndex index_;
  std::vector<bool> met_;
  std::size_t unmet_;
};

// Where the moves lead that were played in a position; with `any`, where all do.
template <const Rules& R>
void go_on(const Position<R>& position, const PlayedPositions& played, bool any, std::vector<Position<R>>& next) {
  next.clear();
  const PlayedHere here = any ? PlayedHere() : played.find(position.key());
  if (!any && here.empty()) return;
  const MoveList legal = position.legal_moves();
  const auto along = [&](Move move) { played.prefetch(next.emplace_back(position.after(move)).key()); };
  if (any)
    for (const Move move : legal) along(move);
  for (const TalliedMove& tallied : here)
    if (const Move move = Move::from_bits(tallied.move); legal.contains(move)) along(move);
}

}  // namespace

template <const Rules& R>
void BookImport<R>::add_played(const Position<R>& position, std::span<const TalliedMove> moves, double result_weight) {
  GraphNode fresh = node_of(position);
  take_records<R>(position, moves, result_weight, fresh);
  const auto known = index_.find(position.key());
  if (known == index_.end())
    add(std::move(fresh));
  else
    graph_.nodes[known->second].played = together(graph_.nodes[known->second].played, fresh.played);
}

template <const Rules& R>
Result<void> BookImport<R>::place_played(const std::vector<TalliedMove>& moves, const ImportOptions& options,
                                         Progress& progress) {
  PlayedPositions played(moves);
  const auto meet = [&](const Position<R>& position) {
    const PlayedHere here = played.meet(position.key());
    if (!here.empty()) add_played(position, here, options.result_weight);
  };
  const std::vector<std::string> named = counter_.starts();
  for (const std::string& fen : options.starts.empty() ? named : options.starts)
    if (const Result<Position<R>> start = Position<R>::from_fen(fen)) {
      meet(*start);
      if (index_.count(start->key()) > 0) add_start(fen);
    }
  const auto total = static_cast<double>(played.size());
  std::vector<Position<R>> next;
  // Where a move that was played leads, which finds nearly all; then, while some are missing, where any other leads.
  for (const bool any : {false, true})
    for (NodeId n = 0; n < graph_.nodes.size() && played.unmet() > 0; ++n) {
      if (n % kOften == 0 && progress.stop_requested())
        return Error{ErrorCode::interrupted, "stopped; nothing is kept"};
      if (n % kOften == 0)
        progress.update({"place", total - static_cast<double>(played.unmet()), total, "positions", "", false, {}});
      const Position<R> position = position_of<R>(graph_.nodes[n]);
      meet(position);
      go_on(position, played, any, next);
      for (const Position<R>& after : next) meet(after);
    }
  unplaced_ = played.unmet();
  return {};
}

#define BOOKENDS_INSTANTIATE(game)                                                                                   \
  template void BookImport<games::game>::add_played(const Position<games::game>&, std::span<const TalliedMove>,      \
                                                    double);                                                         \
  template Result<void> BookImport<games::game>::place_played(const std::vector<TalliedMove>&, const ImportOptions&, \
                                                              Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
