// Negamax: every score is from the point of view of the side to move in the node that returns it, and a parent negates
// what its children return. Principal variation search: the first move gets the full window, the others are only
// asked to refute that they are better, with a window of one point, and searched again when they are. Scores are
// fail-soft.
#include "core/eval/evaluate.h"
#include "core/search/worker.h"

namespace bookends {

namespace {

// Passing is no worse than the best move only where some move is good; with little left on the board, and all the
// more where having no move loses, zugzwang is common. So many pieces beside king and pawns are needed to pass.
template <const Rules& R>
constexpr int kPiecesToPass = R.stalemate == Stalemate::loses ? 2 : 1;

constexpr int kReverseFutilityDepth = 6;
constexpr int kReverseFutilityMargin = 75;
constexpr int kFutilityDepth = 5;
constexpr int kFutilityBase = 80;
constexpr int kFutilityMargin = 70;
constexpr int kLateMoveDepth = 4;
constexpr int kCaptureMargin = 180;  // beyond the victim's value, in quiescence

// A number that tells counts and clocks apart, mixed into the table's key.
constexpr Key mixed(std::uint64_t v) {
  v *= 0x9e3779b97f4a7c15ULL;
  v ^= v >> 29;
  v *= 0xbf58476d1ce4e5b9ULL;
  return v ^ v >> 32;
}

}  // namespace

// Counts a node; false when the search has to stop.
template <const Rules& R>
bool Worker<R>::enter(int ply) {
  if (statistics_.nodes >= next_poll_) poll();
  if (stopped_) return false;
  ++statistics_.nodes;
  seldepth_ = std::max(seldepth_, ply);
  return true;
}

// ---- What a position is worth without searching it ----

// A position that stood on the path of this search is a draw at once: if repeating it was best once, it will be again.
// Positions of the game before the root count as the rules say.
template <const Rules& R>
bool Worker<R>::repeated(int ply) const {
  const Key key = frame(ply).repetition_key;
  const int reach = frame(ply).reversible;
  int seen = 1;
  for (int back = 4; back <= reach; back += 2) {
    const int at_ply = ply - back;
    if (at_ply >= 0) {
      if (frame(at_ply).repetition_key == key) return true;
      continue;
    }
    const int i = static_cast<int>(game_keys_.size()) + at_ply;
    if (i < 0) break;
    if (game_keys_[static_cast<std::size_t>(i)] == key && ++seen >= R.repetition) return true;
  }
  return false;
}

template <const Rules& R>
Score Worker<R>::score_without_moves(bool in_check, int ply) const {
  return in_check || R.stalemate == Stalemate::loses ? loss_in(ply) : kDraw;
}

template <const Rules& R>
std::optional<Score> Worker<R>::oracle_value(const P& p, int ply) {
  if (oracle_ == nullptr || count(p.occupied()) > oracle_->max_men()) return std::nullopt;
  const std::optional<OracleValue> value = oracle_->value(p);
  if (!value) return std::nullopt;
  ++statistics_.oracle_hits;
  if (value->wdl == OracleValue::Wdl::draw) return kDraw;
  const bool win = value->wdl == OracleValue::Wdl::win;
  const int plies = ply + value->plies;
  if (value->plies < 0 || plies > kMate - kMateBound) return win ? kTableWin - ply : -kTableWin + ply;
  return win ? win_in(plies) : loss_in(plies);
}

template <const Rules& R>
std::optional<Score> Worker<R>::known_value(const P& p, int ply) {
  if (repeated(ply)) return kDraw;
  if (rule_draw<R>(p) != Ending::none) {
    // The last move of a limit may still mate (or stalemate, where that loses).
    const bool over = (R.stalemate == Stalemate::loses || p.in_check()) && !p.has_legal_move();
    return over ? score_without_moves(p.in_check(), ply) : kDraw;
  }
  if (const auto value = oracle_value(p, ply)) return value;
  if (ply >= kMaxPly) return evaluate<R>(p);
  return std::nullopt;
}

// Positions that differ in a running count, or in a move limit that is near, are worth different things.
template <const Rules& R>
Key Worker<R>::table_key(const P& p) const {
  if constexpr (R.counting != Counting::none)
    if (p.count().running())
      return p.key() ^ mixed(static_cast<std::uint64_t>(p.count().limit) << 16 | p.count().plies);
  if constexpr (R.move_limit != 0)
    if (p.halfmove_clock() >= R.move_limit) return p.key() ^ mixed(static_cast<std::uint64_t>(p.halfmove_clock() / 8));
  return p.key();
}

// ---- The main search ----

template <const Rules& R>
void Worker<R>::descend(const P& from, Move m, const P& to, int ply) {
  Frame& next = frame(ply + 1);
  next.repetition_key = to.repetition_key();
  next.reversible = from.is_zeroing(m) ? 0 : frame(ply).reversible + 1;
  next.context = History::context(from.at(m.from()).kind(), m.to());
  table_.prefetch(to.key());
}

template <const Rules& R>
OrderingHints Worker<R>::hints(const Node& node) const {
  const Frame& f = frame(node.ply);
  return {node.entry ? node.entry->move : Move(), f.killers, f.context};
}

template <const Rules& R>
Score Worker<R>::negamax(const P& p, Score alpha, Score beta, int depth, int ply, bool may_pass) {
  pv_.clear(ply);
  const bool in_check = p.in_check();
  if (in_check && selective_ && ply < 2 * root_depth_) ++depth;
  if (depth <= 0) return quiescence(p, alpha, beta, ply);
  if (!enter(ply)) return 0;
  if (const auto known = known_value(p, ply)) return *known;
  // No line from here is better than mating on the next ply or worse than being mated now.
  alpha = std::max(alpha, loss_in(ply));
  beta = std::min(beta, win_in(ply + 1));
  if (alpha >= beta) return alpha;

  Node node{.position = p,
            .alpha = alpha,
            .beta = beta,
            .depth = depth,
            .ply = ply,
            .pv = beta - alpha > 1,
            .in_check = in_check,
            .key = table_key(p)};
  if (const auto score = table_cutoff(node)) return *score;
  if (!in_check) {
    const bool cached = node.entry && node.entry->evaluation != TableEntry::kNoEvaluation;
    node.evaluation = cached ? node.entry->evaluation : evaluate<R>(p);
  }
  if (selective_) {
    if (const auto score = prune(node, may_pass)) return *score;
    if (!node.entry && depth >= 5) --node.depth;  // without a move to try first, a shallower search finds one cheaper
  }
  if (ply + 2 <= kMaxPly) frame(ply + 2).killers = {};
  return search_moves(node);
}

template <const Rules& R>
std::optional<Score> Worker<R>::table_cutoff(Node& node) {
  ++statistics_.table_probes;
  node.entry = table_.probe(node.key);
  if (!node.entry) return std::nullopt;
  ++statistics_.table_hits;
  const TableEntry& e = *node.entry;
  // A principal variation is searched again for the sake of a full line.
  if (node.pv || (selective_ ? e.depth < node.depth : e.depth != node.depth)) return std::nullopt;
  const Score score = from_table(e.score, node.ply);
  if (e.bound == Bound::exact) return score;
  if (e.bound == Bound::lower && score >= node.beta) return score;
  if (e.bound == Bound::upper && score <= node.alpha) return score;
  return std::nullopt;
}

template <const Rules& R>
bool Worker<R>::can_pass(const P& p) const {
  const Bitboard pieces = p.pieces(p.turn()) & ~(p.pieces(Kind::pawn) | p.pieces(Kind::king));
  // A side without a move is lost or drawn already, and must not be saved by passing.
  return count(pieces) >= kPiecesToPass<R> && p.has_legal_move();
}

template <const Rules& R>
std::optional<Score> Worker<R>::prune(const Node& node, bool may_pass) {
  if (node.pv || node.in_check || is_decided(node.beta) || node.evaluation < node.beta) return std::nullopt;
  const bool far_above =
      node.depth <= kReverseFutilityDepth && node.evaluation - kReverseFutilityMargin * node.depth >= node.beta;
  const bool worth_passing = may_pass && node.depth >= 3;
  if (!(far_above || worth_passing) || !can_pass(node.position)) return std::nullopt;
  if (far_above) return node.evaluation;
  return null_move(node);
}

// If the opponent, moving twice, cannot get below beta, a real move will not either.
template <const Rules& R>
std::optional<Score> Worker<R>::null_move(const Node& node) {
  P next = node.position;
  next.play_null();
  Frame& f = frame(node.ply + 1);
  f.repetition_key = next.repetition_key();
  f.reversible = 0;
  f.context = History::kNoContext;
  const int reduced = node.depth - 3 - node.depth / 4 - std::min(2, (node.evaluation - node.beta) / 200);
  const Score score = -negamax(next, -node.beta, -node.beta + 1, reduced, node.ply + 1, false);
  if (stopped_ || score < node.beta) return std::nullopt;
  if (is_decided(score)) return node.beta;  // a mate found by passing is not proved
  if (node.depth < 8) return score;
  // Deep down a zugzwang would be costly: see whether a real search agrees.
  const Score verified = negamax(node.position, node.beta - 1, node.beta, reduced, node.ply, false);
  if (stopped_ || verified < node.beta) return std::nullopt;
  return score;
}

// Once a win is known only a faster one is of interest, and what cannot win material may still mate: nothing is left
// out or reduced, so that a proved distance is the shortest.
constexpr bool seeks_faster_win(Score alpha) { return alpha >= kTableWin - kMaxPly; }

// Quiet moves that are late, or too far below alpha near the leaves, and captures that lose much, are not searched.
template <const Rules& R>
bool Worker<R>::skip(const Node& node, const PickedMove& picked, int tried) const {
  if (!selective_ || node.pv || node.in_check || tried == 0) return false;
  if (node.best <= -kTableWin + kMaxPly || seeks_faster_win(node.alpha)) return false;
  if (picked.losing) return node.depth <= 3 && !exchange_gains<R>(node.position, picked.move, -100 * node.depth);
  if (!picked.quiet) return false;
  if (node.depth <= kLateMoveDepth && tried >= 4 + node.depth * node.depth) return true;
  return node.depth <= kFutilityDepth && node.evaluation + kFutilityBase + kFutilityMargin * node.depth <= node.alpha &&
         !node.position.gives_check(picked.move);
}

template <const Rules& R>
int Worker<R>::reduction(const Node& node, const PickedMove& picked, int number) const {
  if (!selective_ || node.depth < 3 || number <= (node.pv ? 3 : 2) || node.in_check) return 0;
  if (seeks_faster_win(node.alpha)) return 0;
  if (!picked.quiet) return picked.losing ? 1 : 0;
  int r =
      reductions_[static_cast<std::size_t>(std::min(node.depth, 63))][static_cast<std::size_t>(std::min(number, 63))];
  if (node.pv) --r;
  r -= std::clamp(picked.history / 8000, -2, 2);
  return std::clamp(r, 0, node.depth - 2);
}

template <const Rules& R>
Score Worker<R>::search_child(const Node& node, const PickedMove& picked, int number, Score alpha) {
  const P next = node.position.after(picked.move);
  descend(node.position, picked.move, next, node.ply);
  const int depth = node.depth - 1, ply = node.ply + 1;
  if (number == 1) return -negamax(next, -node.beta, -alpha, depth, ply, true);
  const int r = reduction(node, picked, number);
  Score score = -negamax(next, -alpha - 1, -alpha, depth - r, ply, true);
  if (r > 0 && score > alpha && !stopped_) score = -negamax(next, -alpha - 1, -alpha, depth, ply, true);
  if (score > alpha && score < node.beta && !stopped_) score = -negamax(next, -node.beta, -alpha, depth, ply, true);
  return score;
}

template <const Rules& R>
Score Worker<R>::search_moves(Node& node) {
  const Score alpha = node.alpha;
  const OrderingHints ordering = hints(node);
  MovePicker<R> picker(node.position, ordering, history_);
  Tried quiets;
  int tried = 0;
  PickedMove picked;
  while (picker.next(picked)) {
    if (skip(node, picked, tried)) continue;
    ++tried;
    const Score score = search_child(node, picked, tried, node.alpha);
    if (stopped_) return 0;
    if (score > node.best) node.best = score;
    if (score > node.alpha) {
      node.alpha = score;
      node.best_move = picked.move;
      pv_.extend(node.ply, picked.move);
      if (score >= node.beta) {
        ++statistics_.cutoffs;
        if (tried == 1) ++statistics_.first_move_cutoffs;
        reward_cutoff(node, picked, quiets);
        break;
      }
    }
    if (picked.quiet) quiets.add(picked.move);
  }
  if (tried == 0) return score_without_moves(node.in_check, node.ply);
  store(node, alpha);
  return node.best;
}

template <const Rules& R>
void Worker<R>::store(const Node& node, Score alpha) {
  TableEntry entry;
  entry.move = node.best_move;
  entry.score = to_table(node.best, node.ply);
  entry.evaluation = node.evaluation;
  entry.depth = node.depth;
  entry.bound = node.best >= node.beta ? Bound::lower : node.best > alpha ? Bound::exact : Bound::upper;
  table_.store(node.key, entry);
}

template <const Rules& R>
void Worker<R>::reward_cutoff(const Node& node, const PickedMove& best, const Tried& quiets) {
  if (!best.quiet) return;
  Frame& f = frame(node.ply);
  if (f.killers[0] != best.move) f.killers = {best.move, f.killers[0]};
  const Color us = node.position.turn();
  const int bonus = std::min(16 * node.depth * node.depth, 1600);
  const auto reward = [&](Move m, int by) {
    history_.reward(us, m, by);
    history_.reward_answer(f.context, node.position.at(m.from()).kind(), m.to(), by);
  };
  reward(best.move, bonus);
  for (int i = 0; i < quiets.size; ++i) reward(quiets.moves[static_cast<std::size_t>(i)], -bonus);
}

// ---- Quiescence: captures and promotions until the position is quiet; every move while in check ----

// Whether a side without a move would be noticed here. Where stalemate loses, always; where it draws, only with few
// pieces, because on a full board it is too rare to pay for.
template <const Rules& R>
bool Worker<R>::watch_for_stalemate(const P& p) const {
  return !selective_ || R.stalemate == Stalemate::loses || count(p.pieces(p.turn())) <= 4;
}

template <const Rules& R>
Score Worker<R>::quiescence(const P& p, Score alpha, Score beta, int ply) {
  pv_.clear(ply);
  if (!enter(ply)) return 0;
  ++statistics_.quiescence_nodes;
  if (const auto known = known_value(p, ply)) return *known;
  Node node{.position = p,
            .alpha = alpha,
            .beta = beta,
            .depth = 0,
            .ply = ply,
            .pv = beta - alpha > 1,
            .in_check = p.in_check(),
            .key = table_key(p)};
  if (const auto score = table_cutoff(node)) return *score;
  MoveList moves;
  if (node.in_check) {
    p.legal_moves(moves);
    return moves.empty() ? loss_in(ply) : quiescence_moves(node, moves, -kInfinite);
  }
  if (watch_for_stalemate(p) && !p.has_legal_move()) return score_without_moves(false, ply);
  const Score stand = selective_ ? evaluate_within<R>(p, alpha, beta) : evaluate<R>(p);
  if (stand >= beta) return stand;
  node.best = stand;
  node.alpha = std::max(alpha, stand);
  p.legal_captures(moves);
  return quiescence_moves(node, moves, stand);
}

template <const Rules& R>
bool Worker<R>::futile_capture(const Node& node, const PickedMove& picked, Score stand) const {
  if (!selective_ || node.in_check) return false;
  if (picked.losing) return true;
  if (picked.move.promotes() || count(node.position.occupied()) <= 6) return false;
  const Occupant victim = node.position.at(picked.move.to());
  const int gain = exchange_value<R>(victim.empty() ? Kind::pawn : victim.kind());
  return stand + gain + kCaptureMargin <= node.alpha;
}

template <const Rules& R>
Score Worker<R>::quiescence_moves(Node& node, const MoveList& moves, Score stand) {
  const Score alpha = node.alpha;
  const OrderingHints ordering = hints(node);
  MovePicker<R> picker(node.position, ordering, history_, moves);
  PickedMove picked;
  while (picker.next(picked)) {
    if (futile_capture(node, picked, stand)) continue;
    const P next = node.position.after(picked.move);
    descend(node.position, picked.move, next, node.ply);
    const Score score = -quiescence(next, -node.beta, -node.alpha, node.ply + 1);
    if (stopped_) return 0;
    node.best = std::max(node.best, score);
    if (score <= node.alpha) continue;
    node.alpha = score;
    node.best_move = picked.move;
    pv_.extend(node.ply, picked.move);
    if (score >= node.beta) break;
  }
  store(node, alpha);
  return node.best;
}

#define BOOKENDS_INSTANTIATE(game) template class Worker<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
