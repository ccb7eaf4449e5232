#include "tools/agent/player/book_choice.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <unordered_set>

namespace bookends {

namespace {

Proof seen_by_parent(Proof child) {
  return child == Proof::win ? Proof::loss : child == Proof::loss ? Proof::win : child;
}

// What is played whatever its depth.
bool is_settled(const BookEntry& entry) { return entry.manual || is_certain(entry); }

template <const Rules& R>
class Chooser {
 public:
  Chooser(const BookProbe<R>& book, const Game<R>& game, const BookUse& use) : book_(book), game_(game), use_(use) {}

  BookChoices run() {
    const std::optional<BookAnswer> answer = book_.probe(game_.position());
    if (!answer) return {};
    choices_.entry = answer->entry;
    choices_.best = answer->move;
    choices_.exit = reason_to_leave();
    if (choices_.exit != BookExit::none) return choices_;
    if (const ChooseBy by = says_only_games() ? ChooseBy::games : use_.by; by != ChooseBy::score) collect_by_games(by);
    if (choices_.moves.empty()) {
      collect();
      share_out();
    }
    if (choices_.moves.empty()) choices_.exit = BookExit::repetition;
    return choices_;
  }

 private:
  BookExit reason_to_leave() const {
    if (is_settled(choices_.entry)) return BookExit::none;
    if (choices_.entry.depth < use_.min_depth) return BookExit::shallow;
    return line_is_short(game_.position(), use_.min_plies) ? BookExit::short_line : BookExit::none;
  }

  // Whether the book's moves from here on end within fewer than `least` plies.
  bool line_is_short(Position<R> position, int least) const {
    std::unordered_set<Key> seen;
    for (int plies = 0; plies < least; ++plies) {
      const std::optional<BookAnswer> answer = book_.probe(position);
      if (!answer) return !verdict(position).over();  // a line to the end of the game is long enough
      if (is_settled(answer->entry) || !seen.insert(position.key()).second) return false;
      position.play(answer->move);
    }
    return false;
  }

  // Whether a draw has nothing else to go by: no scores, but games, or the weights of a Polyglot book.
  bool says_only_games() const {
    if (use_.variety == 0 || has_score(choices_.entry)) return false;
    return std::ranges::any_of(known_moves(book_, game_.position()),
                               [](const KnownMove& move) { return move.played.has_value(); });
  }

  void collect() {
    const bool known = has_score(choices_.entry);
    add({choices_.best, choices_.entry.score, choices_.entry.depth, 1, known, {}});
    // What a person has set is played as it is.
    if (use_.variety == 0 || choices_.entry.manual) return;
    for (const Move m : game_.position().legal_moves()) {
      if (m == choices_.best) continue;
      const std::optional<BookAnswer> next = book_.probe(game_.position().after(m));
      if (!next || seen_by_parent(next->entry.proof) != choices_.entry.proof) continue;
      if (has_score(next->entry) != known) continue;  // nobody knows what it gives away
      const Score score = through_move(next->entry.score);
      const int depth = known ? next->entry.depth + 1 : 0;
      if (choices_.entry.score - score > use_.variety) continue;
      if (!is_settled(next->entry) && depth < use_.min_depth) continue;
      if (line_is_short(game_.position().after(m), use_.min_plies - 1)) continue;
      add({m, score, depth, 1, known, {}});
    }
    const auto better = [](const BookChoice& a, const BookChoice& b) { return a.score > b.score; };
    std::stable_sort(choices_.moves.begin(), choices_.moves.end(), better);
  }

  // Where a share is 0, games say nothing of the move, or it would let go of what is proved.
  void collect_by_games(ChooseBy by) {
    std::vector<KnownMove> known = known_moves(book_, game_.position());
    std::erase_if(known,
                  [&](const KnownMove& move) { return !long_and_deep_enough(move) || gives_away(choice_of(move)); });
    const std::vector<double> shared = shares(choices_.entry, known, by);
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (shared[i] <= 0) continue;
      choices_.moves.push_back(choice_of(known[i]));
      choices_.moves.back().share = shared[i];
    }
    const auto larger = [](const BookChoice& a, const BookChoice& b) { return a.share > b.share; };
    std::ranges::stable_sort(choices_.moves, larger);
    if (!choices_.moves.empty()) choices_.by = by;
  }

  // What is asked of the position itself goes for its own move.
  bool long_and_deep_enough(const KnownMove& move) const {
    if (move.own) return true;
    if (!move.settled && move.depth < use_.min_depth) return false;
    return !line_is_short(game_.position().after(move.move), use_.min_plies - 1);
  }

  static BookChoice choice_of(const KnownMove& move) {
    return {move.move, move.score.value_or(0), move.depth, 0, move.score.has_value(), move.played};
  }

  void add(const BookChoice& choice) {
    if (!gives_away(choice)) choices_.moves.push_back(choice);
  }

  bool gives_away(const BookChoice& choice) const {
    if (choice.score < kDraw) return false;  // a draw would be welcome
    Game<R> next = game_;
    next.play(choice.move);
    if (choices_.entry.proof == Proof::win) return draws(next) || an_answer_draws(next);
    return next.occurrences() > 1;
  }

  static bool draws(const Game<R>& game) { return game.verdict().ending == Ending::repetition; }

  static bool an_answer_draws(const Game<R>& game) {
    for (const Move reply : game.position().legal_moves()) {
      Game<R> after = game;
      after.play(reply);
      if (draws(after)) return true;
    }
    return false;
  }

  void share_out() {
    double sum = 0;
    for (BookChoice& choice : choices_.moves)
      sum += choice.share = std::exp2((choice.score - choices_.moves.front().score) / kHalvingLoss);
    for (BookChoice& choice : choices_.moves) choice.share /= sum;
  }

  const BookProbe<R>& book_;
  const Game<R>& game_;
  const BookUse& use_;
  BookChoices choices_;
};

}  // namespace

template <const Rules& R>
BookChoices book_choices(const BookProbe<R>& book, const Game<R>& game, const BookUse& use) {
  return Chooser<R>(book, game, use).run();
}

const BookChoice& pick(const BookChoices& choices, double number) {
  assert(!choices.moves.empty());
  double left = 0;
  for (const BookChoice& choice : choices.moves) left += choice.share;
  left *= number;
  for (const BookChoice& choice : choices.moves)
    if ((left -= choice.share) < 0) return choice;
  return choices.moves.front();  // rounding
}

#define BOOKENDS_INSTANTIATE(game)                                                                        \
  template BookChoices book_choices<games::game>(const BookProbe<games::game>&, const Game<games::game>&, \
                                                 const BookUse&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
