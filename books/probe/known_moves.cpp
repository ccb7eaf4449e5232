#include "books/probe/known_moves.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "books/file/packed_position.h"
#include "core/position/outcome.h"

namespace bookends {

namespace {

Proof seen_through_move(Proof proof) {
  return proof == Proof::win ? Proof::loss : proof == Proof::loss ? Proof::win : proof;
}

// What the rules say of a game that is over, for the side that has played last.
Proof proof_of(Outcome outcome) {
  return outcome == Outcome::draw ? Proof::draw : outcome == Outcome::win ? Proof::loss : Proof::win;
}

template <const Rules& R>
void look_behind(const BookProbe<R>& book, const Position<R>& next, KnownMove& move) {
  const std::optional<BookAnswer> answer = book.probe(next);
  move.score = value_after(next, answer);
  if (!move.score) return;
  if (const Verdict end = verdict(without_clocks(next)); end.over()) {
    move.proof = proof_of(end.outcome);
    move.settled = true;
    move.depth = 1;
    return;
  }
  move.proof = seen_through_move(answer->entry.proof);
  move.settled = answer->entry.manual || is_certain(answer->entry);
  move.depth = answer->entry.depth + 1;
}

void take_score_of(const BookEntry& entry, KnownMove& move) {
  move.score = score_of(entry);
  move.depth = entry.depth;
  move.proof = entry.proof;
  move.settled = entry.manual || is_certain(entry);
}

// Whether a way of choosing may take it.
bool may_be_chosen(const BookEntry& entry, const KnownMove& move) {
  if (move.own) return true;
  return !entry.manual && (move.proof == entry.proof || move.proof == Proof::win);
}

double loss_of(const KnownMove& move, Score best) { return move.score ? best - *move.score : 0; }

double weight_of(const KnownMove& move, Score best, ChooseBy by) {
  if (by == ChooseBy::score) return move.score ? std::exp2(-loss_of(move, best) / kHalvingLoss) : 0;
  const double weight = move.played ? played_weight(*move.played) : 0;
  return by == ChooseBy::games ? weight : weight * std::exp2(-loss_of(move, best) / kHalvingLossMixed);
}

}  // namespace

template <const Rules& R>
std::optional<Score> value_after(const Position<R>& next, const std::optional<BookAnswer>& answer) {
  const Verdict end = verdict(without_clocks(next));
  if (end.over()) return end.outcome == Outcome::draw ? kDraw : end.outcome == Outcome::win ? loss_in(1) : win_in(1);
  if (!answer || !has_score(answer->entry)) return std::nullopt;
  return through_move(answer->entry.score);
}

template <const Rules& R>
std::vector<KnownMove> known_moves(const BookProbe<R>& book, const Position<R>& position) {
  const std::optional<BookAnswer> answer = book.probe(position);
  if (!answer) return {};
  const std::vector<PlayedMove> played = book.played(position);
  std::vector<KnownMove> moves;
  for (const Move m : position.legal_moves()) {
    KnownMove move{.move = m, .own = m == answer->move, .score = {}, .played = {}};
    if (move.own && has_score(answer->entry))
      take_score_of(answer->entry, move);
    else
      look_behind(book, position.after(m), move);
    const int index = played.empty() ? 0 : book_move_index(position, m);
    for (const PlayedMove& record : played)
      if (record.move_index == index) move.played = record;
    if (move.own || move.score || move.played) moves.push_back(move);
  }
  const auto rank = [](const KnownMove& m) {
    const std::int64_t games = m.played ? m.played->games : -1;
    return std::tuple(!m.own, !m.score, -m.score.value_or(0), -games);
  };
  std::ranges::stable_sort(moves, {}, rank);
  return moves;
}

std::string_view choice_name(ChooseBy by) {
  return by == ChooseBy::score ? "score" : by == ChooseBy::games ? "games" : "mixed";
}

std::vector<double> shares(const BookEntry& entry, const std::vector<KnownMove>& moves, ChooseBy by) {
  std::vector<double> shares(moves.size(), 0);
  if (by == ChooseBy::score && !has_score(entry)) return shares;
  Score best = -kInfinite;
  for (const KnownMove& move : moves)
    if (may_be_chosen(entry, move)) best = std::max(best, move.score.value_or(-kInfinite));
  double sum = 0;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (may_be_chosen(entry, moves[i])) sum += shares[i] = weight_of(moves[i], best, by);
  if (sum > 0)
    for (double& share : shares) share /= sum;
  return shares;
}

#define BOOKENDS_INSTANTIATE(game)                                                        \
  template std::vector<KnownMove> known_moves<games::game>(const BookProbe<games::game>&, \
                                                           const Position<games::game>&); \
  template std::optional<Score> value_after<games::game>(const Position<games::game>&,    \
                                                         const std::optional<BookAnswer>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
