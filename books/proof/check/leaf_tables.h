// The tables at the leaves of a proof: what they say of the positions in which it ends.
#pragma once

#include <algorithm>
#include <optional>

#include "books/proof/check/plain_game.h"
#include "core/position/oracle.h"
#include "core/position/position.h"

namespace bookends {

// Files hold positions without en passant rights: where there is one, whoever probes them has to look a ply ahead. So
// that nothing rests on how the prover did that, it is done here by rules of our own.
template <const Rules& R>
class LeafTables {
 public:
  LeafTables(const PlainGame& game, const Oracle<R>& tables) : game_(game), tables_(tables) {}

  // Nothing where the tables do not know what is needed.
  std::optional<OracleValue> value(const Setup& setup) const {
    if (setup.en_passant != kNoSquare) return value_by_moves(setup);
    const Result<Position<R>> position = Position<R>::from_setup(setup);
    return position ? tables_.value(*position) : std::nullopt;
  }

 private:
  using Wdl = OracleValue::Wdl;

  // After a move of the other side, seen by that side. A distance that is not known makes none known.
  static OracleValue through(const OracleValue& next) {
    return {next.wdl == Wdl::win    ? Wdl::loss
            : next.wdl == Wdl::loss ? Wdl::win
                                    : Wdl::draw,
            next.plies < 0 ? -1 : next.plies + 1};
  }
  static bool is_better(const OracleValue& a, const OracleValue& b) {
    if (a.wdl != b.wdl) return a.wdl > b.wdl;
    return a.wdl == Wdl::win ? a.plies < b.plies : a.plies > b.plies;
  }

  std::optional<OracleValue> value_by_moves(const Setup& setup) const {
    std::optional<OracleValue> best;
    for (const Move move : game_.legal_moves(setup)) {
      const Setup next = game_.after(setup, move);
      const std::optional<OracleValue> after =
          game_.too_little_material(next) ? OracleValue{Wdl::draw, -1} : value(next);
      if (!after) return std::nullopt;
      if (const OracleValue own = through(*after); !best || is_better(own, *best)) best = own;
    }
    if (best) return best;
    const bool lost = game_.in_check(setup) || R.stalemate == Stalemate::loses;
    return OracleValue{lost ? Wdl::loss : Wdl::draw, lost ? 0 : -1};
  }

  const PlainGame& game_;
  const Oracle<R>& tables_;
};

}  // namespace bookends
