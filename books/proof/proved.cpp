#include "books/proof/proved.h"

#include <algorithm>
#include <bit>

#include "books/proof/origins.h"
#include "core/position/outcome.h"

namespace bookends {

namespace {

// The defender to move: whether the game is over as the attacker wants it.
bool is_good_end(const Verdict& verdict, bool defender_to_move, bool win) {
  if (!verdict.over()) return false;
  if (verdict.outcome == Outcome::draw) return !win;
  return (verdict.outcome == Outcome::loss) == defender_to_move;
}

// The longest of replies that are all proved; 0 of none.
int longest(const std::vector<ProvedMove>& replies) {
  int plies = 0;
  for (const ProvedMove& reply : replies) plies = std::max(plies, reply.plies);
  return plies;
}

bool all_proved(const std::vector<ProvedMove>& replies) { return std::ranges::all_of(replies, &ProvedMove::proved); }

void order_replies(std::vector<ProvedMove>& replies) {
  std::ranges::stable_sort(replies, [](const ProvedMove& a, const ProvedMove& b) {
    const bool a_left = a.by == ProvedBy::left, b_left = b.by == ProvedBy::left;
    return a_left != b_left ? b_left : a.plies > b.plies;
  });
}

void order_attacks(std::vector<ProvedMove>& moves) {
  std::ranges::stable_sort(moves, [](const ProvedMove& a, const ProvedMove& b) {
    if (a.own != b.own) return a.own;
    return a.proved() != b.proved() ? a.proved() : a.plies < b.plies;
  });
}

}  // namespace

template <const Rules& R>
Error ProofProbe<R>::contradiction(const Position<R>& at) const {
  return {ErrorCode::corrupt,
          index_.name() + ": it does not hold at " + at.fen() + "; `bookends book check` says more"};
}

// The record of an attacker's position in which the game goes on.
template <const Rules& R>
Result<std::optional<IndexedStep>> ProofProbe<R>::step_at(const Position<R>& position) const {
  const std::optional<IndexedStep> step = index_.find(position);
  if (!step || verdict(position).over()) return std::optional<IndexedStep>();
  if (!position.legal_moves().contains(step->move)) return contradiction(position);
  return step;
}

template <const Rules& R>
std::optional<ProvedMove> ProofProbe<R>::by_tables(const Position<R>& after, Move move) const {
  if (tables_ == nullptr || std::popcount(after.occupied()) > tables_->max_men()) return std::nullopt;
  const std::optional<OracleValue> value = tables_->value(after);
  if (!value) return std::nullopt;
  const bool won = value->wdl == OracleValue::Wdl::win;
  if (!wins()) return ProvedMove{move, value->wdl == OracleValue::Wdl::loss ? ProvedBy::nothing : ProvedBy::table};
  if (won && value->plies < 0) return std::nullopt;
  return won ? ProvedMove{move, ProvedBy::table, value->plies} : ProvedMove{move};
}

// `after` is the attacker's. `promised`: from the position before it on, where a record stands for that.
template <const Rules& R>
ProvedMove ProofProbe<R>::reply(const Position<R>& after, Move move, std::optional<int> promised) const {
  if (const Verdict end = verdict(after); end.over())
    return {move, is_good_end(end, false, wins()) ? ProvedBy::end : ProvedBy::nothing};
  if (std::popcount(after.occupied()) > index_.header().table_men)
    if (const std::optional<IndexedStep> step = index_.find(after)) return {move, ProvedBy::record, step->distance};
  if (const std::optional<ProvedMove> told = by_tables(after, move)) return *told;
  if (promised && std::popcount(after.occupied()) <= index_.header().table_men)
    return {move, ProvedBy::left, std::max(0, *promised - 1)};
  return {move};
}

template <const Rules& R>
std::vector<ProvedMove> ProofProbe<R>::replies(const Position<R>& defender, std::optional<int> promised) const {
  std::vector<ProvedMove> all;
  for (const Move move : defender.legal_moves()) all.push_back(reply(defender.after(move), move, promised));
  order_replies(all);
  return all;
}

// A move of the attacker's that is not the proof's: up to the first reply that leads out.
template <const Rules& R>
ProvedMove ProofProbe<R>::attack(const Position<R>& position, Move move) const {
  const Position<R> after = position.after(move);
  if (const Verdict end = verdict(after); end.over())
    return {move, is_good_end(end, true, wins()) ? ProvedBy::end : ProvedBy::nothing};
  ProvedMove found{move, ProvedBy::record};
  for (const Move answer : after.legal_moves()) {
    const ProvedMove told = reply(after.after(answer), answer, std::nullopt);
    if (!told.proved()) return {.move = move, .out = answer};
    found.plies = std::max(found.plies, told.plies + (wins() ? 1 : 0));
  }
  return found;
}

template <const Rules& R>
Result<std::vector<ProvedMove>> ProofProbe<R>::attacks(const Position<R>& position, const IndexedStep& step) const {
  std::vector<ProvedMove> all;
  for (const Move move : position.legal_moves()) {
    if (move != step.move) {
      all.push_back(attack(position, move));
      continue;
    }
    const Position<R> after = position.after(move);
    ProvedMove own{.move = move, .by = ProvedBy::record, .own = true};
    if (const Verdict end = verdict(after); end.over()) {
      if (!is_good_end(end, true, wins())) return contradiction(position);
      own.by = ProvedBy::end;
    } else {
      const std::vector<ProvedMove> answers = replies(after, std::max(0, step.distance - 1));
      if (!all_proved(answers)) return contradiction(position);
      own.plies = wins() ? 1 + longest(answers) : 0;
    }
    all.push_back(own);
  }
  order_attacks(all);
  return all;
}

// Where a record's move leads to this position: what it promises from here on.
template <const Rules& R>
std::optional<int> ProofProbe<R>::promised_to(const Position<R>& defender) const {
  for (const Move move : defender.legal_moves()) {
    const Position<R> after = defender.after(move);
    if (!reply(after, move, 0).proved()) return std::nullopt;  // no record would promise that
  }
  return promised_by_records(index_, defender);
}

template <const Rules& R>
Result<std::optional<ProvedPosition>> ProofProbe<R>::defenders(const Position<R>& position) const {
  ProvedPosition told{.moves = replies(position, std::nullopt)};
  if (!all_proved(told.moves)) {
    const std::optional<int> promised = promised_to(position);
    if (!promised) return std::optional<ProvedPosition>();
    told.moves = replies(position, promised);
  }
  told.plies = wins() ? 1 + longest(told.moves) : 0;
  return std::optional(std::move(told));
}

// The attacker's position without a record: what the proof claims of it where it is the root, which tables win. Which
// of its moves do they know; without them a reply would seem to lead out.
template <const Rules& R>
std::optional<ProvedPosition> ProofProbe<R>::left_root(const Position<R>& position) const {
  const CertificateHeader& header = index_.header();
  if (std::popcount(position.occupied()) > header.table_men) return std::nullopt;
  const Result<Position<R>> root = Position<R>::from_fen(header.root);
  if (!root || root->key() != position.key()) return std::nullopt;
  ProvedPosition told{.plies = header.distance, .moves = {}};
  for (const Move move : position.legal_moves())
    told.moves.push_back(tables_ == nullptr ? ProvedMove{move} : attack(position, move));
  order_attacks(told.moves);
  return told;
}

template <const Rules& R>
Result<std::optional<ProvedPosition>> ProofProbe<R>::position(const Position<R>& position) const {
  if (verdict(position).over()) return std::optional<ProvedPosition>();
  if (!is_attackers(position)) return defenders(position);
  const Result<std::optional<IndexedStep>> step = step_at(position);
  if (!step) return step.error();
  if (!*step) return left_root(position);
  Result<std::vector<ProvedMove>> moves = attacks(position, **step);
  if (!moves) return moves.error();
  return std::optional(ProvedPosition{(*step)->distance, std::move(*moves)});
}

template <const Rules& R>
Result<std::vector<Move>> ProofProbe<R>::main_line(const Position<R>& from, std::size_t most) const {
  std::vector<Move> line;
  std::vector<Key> seen;
  Position<R> now = from;
  std::optional<int> promised;
  if (!is_attackers(now)) {
    const auto told = defenders(now);
    if (!told) return told.error();
    if (!*told) return line;
    promised = (*told)->plies;
  }
  while (line.size() < most && !verdict(now).over() && std::ranges::find(seen, now.key()) == seen.end()) {
    seen.push_back(now.key());
    Move next;
    if (is_attackers(now)) {
      const Result<std::optional<IndexedStep>> step = step_at(now);
      if (!step) return step.error();
      if (!*step) break;
      next = (*step)->move;
      promised = std::max(0, (*step)->distance - 1);
    } else {
      const std::vector<ProvedMove> answers = replies(now, promised);
      if (!all_proved(answers)) return contradiction(now);
      next = answers.front().move;
    }
    line.push_back(next);
    now = now.after(next);
  }
  return line;
}

#define BOOKENDS_INSTANTIATE(game) template class ProofProbe<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
