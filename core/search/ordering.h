// In which order moves are tried: the table's move, winning captures and promotions (most valuable victim, least
// valuable attacker), killers, quiet moves by history, losing captures.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/position.h"
#include "core/search/exchange.h"

namespace bookends {

// How well quiet moves have done, by squares and as an answer to the move before.
class History {
 public:
  static constexpr int kMost = 16384;

  int value(Color c, Move m) const { return by_squares_[slot(c, m)]; }
  int answer(int context, Kind k, Square to) const { return context < 0 ? 0 : answers_[answer_slot(context, k, to)]; }

  void reward(Color c, Move m, int bonus) { update(by_squares_[slot(c, m)], bonus); }
  void reward_answer(int context, Kind k, Square to, int bonus) {
    if (context >= 0) update(answers_[answer_slot(context, k, to)], bonus);
  }
  // A move as the context of its answers.
  static int context(Kind k, Square to) { return index(k) * kMaxSquares + to; }
  static constexpr int kNoContext = -1;

  void clear() {
    by_squares_.fill(0);
    answers_.fill(0);
  }
  // Old experience counts for less in a new search.
  void fade() {
    for (auto& v : by_squares_) v = static_cast<std::int16_t>(v / 2);
    for (auto& v : answers_) v = static_cast<std::int16_t>(v / 2);
  }

 private:
  static constexpr std::size_t kContexts = kKinds * kMaxSquares;

  static std::size_t slot(Color c, Move m) { return static_cast<std::size_t>(index(c) << 12 | m.from() << 6 | m.to()); }
  static std::size_t answer_slot(int context, Kind k, Square to) {
    return static_cast<std::size_t>(context) * kContexts + static_cast<std::size_t>(History::context(k, to));
  }
  // Gravity: the nearer to the bound, the smaller the step.
  static void update(std::int16_t& value, int bonus) {
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / kMost);
  }

  std::array<std::int16_t, 2 * 64 * 64> by_squares_{};
  std::array<std::int16_t, kContexts * kContexts> answers_{};
};

struct OrderingHints {
  Move table_move;
  std::array<Move, 2> killers{};
  int context = History::kNoContext;  // the move before
};

struct PickedMove {
  Move move;
  bool quiet = false;   // no capture, no promotion
  bool losing = false;  // a capture that loses material
  int history = 0;      // of a quiet move
};

template <const Rules& R>
class MovePicker {
 public:
  // All legal moves. The table's move often suffices, so the others are only generated when it did not.
  MovePicker(const Position<R>& p, const OrderingHints& hints, const History& history)
      : position_(p), hints_(hints), history_(history), stage_(Stage::table_move) {}
  // Only the moves of the list.
  MovePicker(const Position<R>& p, const OrderingHints& hints, const History& history, const MoveList& moves)
      : position_(p), hints_(hints), history_(history), stage_(Stage::scored), moves_(moves) {
    score_all();
  }

  // The next best move; false when there is none left.
  bool next(PickedMove& out) {
    if (stage_ == Stage::table_move) {
      stage_ = Stage::unscored;
      if (hints_.table_move && is_legal_for_sure(hints_.table_move)) {
        played_first_ = hints_.table_move;
        out = picked(played_first_, false);
        return true;
      }
    }
    if (stage_ == Stage::unscored) {
      stage_ = Stage::scored;
      position_.legal_moves(moves_);
      score_all();
    }
    while (next_ < moves_.size()) {
      bring_best_forward();
      const Move m = moves_[next_];
      int& s = score_of(next_);
      if (s >= kGoodCapture && s < kTableMove && loses_material(m)) {
        s -= kGoodCapture - kBadCapture;  // try it after the quiet moves
        continue;
      }
      ++next_;
      if (m == played_first_) continue;
      out = picked(m, s < kQuietFloor);
      return true;
    }
    return false;
  }

 private:
  enum class Stage : std::uint8_t { table_move, unscored, scored };

  static constexpr int kTableMove = 1 << 30;
  static constexpr int kGoodCapture = 1 << 26;
  static constexpr int kKiller = 1 << 24;
  static constexpr int kQuietFloor = -(1 << 24);
  static constexpr int kBadCapture = -(1 << 26);

  PickedMove picked(Move m, bool losing) const {
    const bool quiet = !m.promotes() && !position_.is_capture(m);
    return {m, quiet, losing, quiet ? quiet_history(m) : 0};
  }

  // Two positions may share a key, so the table's move is checked; cheaply, which leaves out pawn moves and castling.
  // What is legal but not for sure comes first among the generated moves.
  bool is_legal_for_sure(Move m) const {
    const Color us = position_.turn();
    if (m.from() >= R.squares() || m.to() >= R.squares() || m.promotes()) return false;
    if (!contains(position_.pieces(us) & ~position_.pieces(Kind::pawn), m.from())) return false;
    if (!contains(position_.attacks_from(m.from()) & ~position_.pieces(us) & ~position_.pieces(Kind::king), m.to()))
      return false;
    const Position<R> next = position_.after(m);
    return !next.attacked(next.king(us), ~us);
  }

  void score_all() {
    for (int i = 0; i < moves_.size(); ++i) score_of(i) = score(moves_[i]);
  }
  int& score_of(int i) { return scores_[static_cast<std::size_t>(i)]; }

  int score(Move m) const {
    if (m == hints_.table_move) return kTableMove;
    if (position_.is_capture(m) || m.promotes()) return kGoodCapture + capture_order(m);
    if (m == hints_.killers[0]) return kKiller + 1;
    if (m == hints_.killers[1]) return kKiller;
    return quiet_history(m) + centre_gain(m);
  }

  int capture_order(Move m) const {
    int order = m.promotes() ? 16 * exchange_value<R>(m.promotion()) : 0;
    if (position_.is_capture(m)) order += 16 * victim_value(m);
    return order - exchange_value<R>(position_.at(m.from()).kind()) / 8;
  }
  int victim_value(Move m) const {
    const Occupant victim = position_.at(m.to());
    return exchange_value<R>(victim.empty() ? Kind::pawn : victim.kind());
  }

  int quiet_history(Move m) const {
    const Kind kind = position_.at(m.from()).kind();
    return history_.value(position_.turn(), m) + history_.answer(hints_.context, kind, m.to());
  }
  // Without experience, towards better squares.
  int centre_gain(Move m) const {
    const auto k = static_cast<std::size_t>(index(position_.at(m.from()).kind()));
    const auto& table = weights<R>.squares_middle[k];
    const auto seen = [&](Square s) {
      const int mirrored = s + (R.ranks - 1) * R.files - 2 * (s - s % R.files);
      return static_cast<std::size_t>(position_.turn() == Color::white ? s : mirrored);
    };
    return table[seen(m.to())] - table[seen(m.from())];
  }

  bool loses_material(Move m) const {
    const bool cheap = exchange_value<R>(position_.at(m.from()).kind()) <= victim_value(m);
    if (cheap && position_.is_capture(m)) return false;
    return !exchange_gains<R>(position_, m, 0);
  }

  void bring_best_forward() {
    int best = next_;
    for (int i = next_ + 1; i < moves_.size(); ++i)
      if (score_of(i) > score_of(best)) best = i;
    std::swap(moves_[next_], moves_[best]);
    std::swap(score_of(next_), score_of(best));
  }

  const Position<R>& position_;
  const OrderingHints& hints_;
  const History& history_;
  Stage stage_;
  Move played_first_;
  MoveList moves_;
  std::array<int, MoveList::kCapacity> scores_;  // uninitialised beyond the list
  int next_ = 0;
};

}  // namespace bookends
