// In which order moves are tried: the table's move, captures and promotions that lose nothing (by victim and
// experience), killers, quiet moves by experience and the safety of the piece, losing captures. Moves are generated
// when their turn comes: most nodes are cut off before the quiet ones are needed.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <optional>

#include "core/position/movegen.h"
#include "core/position/position.h"
#include "core/search/tree/exchange.h"
#include "core/search/tree/history.h"
#include "core/search/tree/threats.h"

namespace bookends {

struct OrderingHints {
  Move table_move;
  std::array<Move, 2> killers{};
  Context context;
};

struct PickedMove {
  Move move;
  bool quiet = false;   // no capture, no promotion
  bool losing = false;  // a capture that loses material
  // Of a quiet move: History::squares(); -1 of others, and of the table's, which is not to cost Threats.
  int squares = -1;
  int history = 0;  // of a quiet move, and a half of what it does for its piece's safety; 0 of the table's
};

inline constexpr int kSafetyWeight = 12;  // of a centipawn of a piece that is saved, in units of history

template <const Rules& R>
class MovePicker {
 public:
  // Moves::all or Moves::captures. In check all moves are tried in one go, and `wanted` must be all.
  MovePicker(const Position<R>& p, const OrderingHints& hints, const History<R>& history, Moves wanted, bool in_check)
      : position_(p), hints_(hints), history_(history), quiets_wanted_(wanted == Moves::all) {
    const bool first =
        hints.table_move && (quiets_wanted_ || (on_board(hints.table_move) && !is_quiet(hints.table_move)));
    after_table_move_ = in_check ? Stage::make_all : Stage::make_captures;
    stage_ = first ? Stage::table_move : after_table_move_;
  }
  // Only the moves of the list.
  MovePicker(const Position<R>& p, const OrderingHints& hints, const History<R>& history, const MoveList& moves)
      : position_(p), hints_(hints), history_(history), stage_(Stage::all), moves_(moves) {
    score_from(0, [this](Move m) { return score_any(m); });
  }

  // The next best move; false when there is none left.
  bool next(PickedMove& out) {
    while (stage_ != Stage::done)
      if (step(out)) return true;
    return false;
  }

  // Computed when they are first asked for: a node that is cut off by a capture needs none.
  const Threats<R>& threats() const {
    if (!threats_) threats_.emplace(position_);
    return *threats_;
  }

  // Leaves the quiet moves that are still to come out.
  void skip_quiets() { quiets_wanted_ = false; }

 private:
  enum class Stage : std::uint8_t {
    table_move,
    make_captures,
    captures,
    first_killer,
    second_killer,
    make_quiets,
    quiets,
    losing_captures,
    make_all,
    all,
    done,
  };

  static constexpr int kCaptureFirst = 1 << 21;
  static constexpr int kKillerFirst = 1 << 20;
  static constexpr int kPlaceBits = 9;
  static constexpr int kLastPlace = (1 << kPlaceBits) - 1;
  static_assert(MoveList::kCapacity <= kLastPlace + 1);

  // One stage's next move, or on to the next stage.
  bool step(PickedMove& out) {
    switch (stage_) {
      case Stage::table_move:
        stage_ = after_table_move_;
        return table_move(out);
      case Stage::make_captures:
        position_.legal_captures(moves_);
        score_from(0, [this](Move m) { return score_capture(m); });
        stage_ = Stage::captures;
        return false;
      case Stage::captures:
        return next_capture(out);
      case Stage::first_killer:
        stage_ = Stage::second_killer;
        return killer(hints_.killers[0], out);
      case Stage::second_killer:
        stage_ = Stage::make_quiets;
        return killer(hints_.killers[1], out);
      case Stage::make_quiets:
        make_quiets();
        return false;
      case Stage::quiets:
        return next_quiet(out);
      case Stage::losing_captures:
        return next_losing(out);
      case Stage::make_all:
        position_.legal_moves(moves_);
        score_from(0, [this](Move m) { return score_any(m); });
        stage_ = Stage::all;
        return false;
      case Stage::all:
        return next_of_all(out);
      case Stage::done:
        break;
    }
    return false;
  }

  bool play_if_legal(Move m) {
    if (!is_legal(m)) return false;
    played_[played_count_++] = m;
    return true;
  }
  // Without its history: nothing is left out or reduced before a first move has been searched.
  bool table_move(PickedMove& out) {
    if (!play_if_legal(hints_.table_move)) return false;
    out = {hints_.table_move, is_quiet(hints_.table_move)};
    return true;
  }
  bool killer(Move m, PickedMove& out) {
    if (!quiets_wanted_ || !m || was_played(m) || !on_board(m) || !is_quiet(m) || !play_if_legal(m)) return false;
    out = picked(m, false);
    return true;
  }
  bool was_played(Move m) const {
    for (std::size_t i = 0; i < played_count_; ++i)
      if (played_[i] == m) return true;
    return false;
  }

  bool next_capture(PickedMove& out) {
    while (next_ < moves_.size()) {
      const Move m = take_best();
      if (was_played(m)) continue;
      if (loses_material(m)) {
        moves_[losing_++] = m;  // its place is free: fewer have been kept than taken
        continue;
      }
      out = picked(m, false);
      return true;
    }
    stage_ = Stage::first_killer;
    return false;
  }

  void make_quiets() {
    stage_ = Stage::losing_captures;
    last_losing_ = losing_;
    losing_ = 0;
    if (!quiets_wanted_) return;
    next_ = moves_.size();
    position_.legal_quiets(moves_);
    score_from(next_, [this](Move m) { return quiet_history(m) + centre_gain(m) + safety_gain(m); });
    stage_ = Stage::quiets;
  }

  bool next_quiet(PickedMove& out) {
    while (quiets_wanted_ && next_ < moves_.size()) {
      const Move m = take_best();
      if (was_played(m)) continue;
      out = picked(m, false);
      return true;
    }
    stage_ = Stage::losing_captures;
    return false;
  }

  bool next_losing(PickedMove& out) {
    if (losing_ == last_losing_) {
      stage_ = Stage::done;
      return false;
    }
    out = picked(moves_[losing_++], true);
    return true;
  }

  bool next_of_all(PickedMove& out) {
    while (next_ < moves_.size()) {
      const Move m = take_best();
      if (was_played(m)) continue;
      out = picked(m, false);
      return true;
    }
    stage_ = Stage::done;
    return false;
  }

  PickedMove picked(Move m, bool losing) const {
    const bool quiet = is_quiet(m);
    if (!quiet) return {m, quiet, losing};
    const int squares = History<R>::squares(position_.turn(), m, threats().attacked());
    return {m, quiet, losing, squares, quiet_history(m) + safety_gain(m) / 2};
  }
  bool is_quiet(Move m) const { return !m.promotes() && !position_.is_capture(m); }
  // Comes before anything is asked of a hint, which may be any sixteen bits.
  static bool on_board(Move m) { return m.from() < R.squares() && m.to() < R.squares(); }

  // Two positions may share a key, and killers come from other positions, so these moves are checked; cheaply, but for
  // castling and en passant.
  bool is_legal(Move m) const {
    const Color us = position_.turn();
    if (!on_board(m) || !contains(position_.pieces(us), m.from())) return false;
    if (contains(position_.pieces(us) | position_.pieces(Kind::king), m.to())) return false;
    const Kind kind = position_.at(m.from()).kind();
    if ((R.castling && kind == Kind::king && std::abs(m.from() - m.to()) == 2) || position_.is_en_passant(m))
      return position_.is_legal(m);
    if (kind == Kind::pawn ? !is_pawn_step(m) : m.promotes() || !contains(position_.attacks_from(m.from()), m.to()))
      return false;
    const Position<R> next = position_.after(m);
    return !next.attacked(next.king(us), ~us);
  }

  bool is_pawn_step(Move m) const {
    const Geometry<R>& g = geometry<R>;
    const auto us = slot(position_.turn());
    if (m.promotes() != contains(g.promotion[us], m.to())) return false;
    if (m.promotes() &&
        (index(m.promotion()) >= kKinds || R.promotes_to.find(R.piece(m.promotion()).letter) == std::string_view::npos))
      return false;
    const Bitboard free = ~position_.occupied();
    const int up = forward(R, position_.turn()), step = m.to() - m.from();
    if (step == up) return contains(free, m.to());
    if (step == 2 * up)
      return R.double_step && contains(g.double_from[us], m.from()) && contains(free, m.to()) &&
             contains(free, m.from() + up);
    return contains(g.pawn_captures[us][slot(m.from())] & position_.pieces(~position_.turn()), m.to());
  }

  template <class F>
  void score_from(int first, F score) {
    for (int i = first; i < moves_.size(); ++i) {
      const int value = score(moves_[i]);
      assert(std::abs(value) < 2 * kCaptureFirst);
      ranks_[slot(i)] = (value << kPlaceBits) + kLastPlace - i;
    }
  }

  int score_any(Move m) const {
    if (!is_quiet(m)) return kCaptureFirst + score_capture(m);
    if (std::find(hints_.killers.begin(), hints_.killers.end(), m) != hints_.killers.end()) return kKillerFirst;
    return quiet_history(m) + centre_gain(m);
  }

  int score_capture(Move m) const {
    const Kind kind = position_.at(m.from()).kind();
    int order = m.promotes() ? 16 * exchange_value<R>(m.promotion()) : 0;
    if (position_.is_capture(m)) {
      const Kind victim = victim_of(position_, m);
      order += 16 * exchange_value<R>(victim) + history_.capture(kind, m.to(), victim) / 8;
    }
    return order - exchange_value<R>(kind) / 8;
  }

  int quiet_history(Move m) const {
    return history_.quiet(position_.turn(), position_.at(m.from()).kind(), m, hints_.context, threats().attacked());
  }
  // Without experience, towards better squares.
  int centre_gain(Move m) const {
    const auto& table = weights<R>.squares_middle[slot(position_.at(m.from()).kind())];
    const auto seen = [&](Square s) {
      const int mirrored = s + (R.ranks - 1) * R.files - 2 * (s - s % R.files);
      return slot(position_.turn() == Color::white ? s : mirrored);
    };
    return table[seen(m.to())] - table[seen(m.from())];
  }

  int safety_gain(Move m) const {
    const Kind kind = position_.at(m.from()).kind();
    return kSafetyWeight * exchange_value<R>(kind) * threats().safety_gain(kind, m);
  }

  bool loses_material(Move m) const {
    const bool cheap = exchange_value<R>(position_.at(m.from()).kind()) <= exchange_value<R>(victim_of(position_, m));
    if (cheap && position_.is_capture(m)) return false;
    return !exchange_gains<R>(position_, m, 0);
  }

  // Brings the best of the moves from next_ on to its place and goes past it. This is a tenth of all work of a search.
  Move take_best() {
    int best = ranks_[slot(next_)];
    for (int i = next_ + 1; i < moves_.size(); ++i) best = std::max(best, ranks_[slot(i)]);
    const int place = kLastPlace - (best & kLastPlace);
    std::swap(moves_[next_], moves_[place]);
    ranks_[slot(place)] = (ranks_[slot(next_)] | kLastPlace) - place;
    return moves_[next_++];
  }

  const Position<R>& position_;
  const OrderingHints& hints_;
  const History<R>& history_;
  Stage stage_;
  Stage after_table_move_ = Stage::make_all;
  bool quiets_wanted_ = true;
  mutable std::optional<Threats<R>> threats_;
  std::array<Move, 3> played_{};  // before they were generated
  std::size_t played_count_ = 0;
  MoveList moves_;
  // Of each move its score, and below it how near it is to the front: the best is their plain maximum, which can be
  // looked for at several at a time, and of equal ones it is the first. Uninitialised beyond the list.
  std::array<int, MoveList::kCapacity> ranks_;
  int next_ = 0;
  int losing_ = 0;  // losing captures kept at the front of the list; then, how many of them have been tried
  int last_losing_ = 0;
};

}  // namespace bookends
