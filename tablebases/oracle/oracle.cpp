#include "tablebases/oracle/oracle.h"

#include <algorithm>

#include "tablebases/material/counted.h"

namespace bookends {
namespace {

using tables::Category;
using tables::Probed;
using tables::ProbeStatus;
using tables::RootMove;

// A mate before the limit is none of the limit's business: captures and pawn moves on the way only push it further off.
bool mates_within_limit(const Rules& rules, int halfmove_clock, const Probed& probed) {
  const int plies = probed.value.plies;
  return rules.move_limit == 0 || (plies >= 0 && halfmove_clock + plies <= 2 * rules.move_limit);
}

// What counting and the move limit leave of the tables' value; nothing when that is not certain. Where the mate is too
// far off, DTZ may still say that the result holds, or that it is a draw; the distance to mate is then not certain.
template <const Rules& R>
std::optional<OracleValue> certain(const Position<R>& position, const Probed& probed) {
  if (probed.category == Category::draw) return probed.value;
  if constexpr (R.counting != Counting::none) return tables::value_under_counting(position, probed.value);
  if constexpr (R.move_limit != 0) {
    const int clock = position.halfmove_clock();
    if (mates_within_limit(R, clock, probed)) return probed.value;
    if (probed.category == cursed(probed.category)) return OracleValue{};
    if (probed.dtz < 0) return std::nullopt;
    if (probed.dtz + clock > 2 * R.move_limit) return OracleValue{};
    if (category_at(probed, clock, R.move_limit) != probed.category)
      return std::nullopt;  // for all that rounding leaves
    return OracleValue{probed.value.wdl, -1};
  }
  return probed.value;
}

// The best of moves that are sorted without regard to the clock. While the clock leaves no time for the shortest mate,
// a win is made sure of by the shortest way to a zeroing move: there can only be so many of these.
template <const Rules& R>
const RootMove& best_under_limit(const std::vector<RootMove>& moves, int clock) {
  const auto better = [&](const RootMove& a, const RootMove& b) {
    if ((a.probed.status == ProbeStatus::ok) != (b.probed.status == ProbeStatus::ok))
      return a.probed.status == ProbeStatus::ok;
    const Category at_a = category_at(a.probed, clock, R.move_limit), at_b = category_at(b.probed, clock, R.move_limit);
    if (at_a != at_b) return at_a > at_b;
    return at_a == Category::win && a.probed.dtz >= 0 && b.probed.dtz >= 0 && a.probed.dtz < b.probed.dtz;
  };
  return *std::min_element(moves.begin(), moves.end(), better);
}

// Whether a move is as good as its position: if it seems worse, a table it leads to is missing.
bool keeps(const Probed& here, const Probed& after) {
  if (after.status != ProbeStatus::ok || after.category != here.category) return false;
  const bool known = here.value.plies >= 0 && after.value.plies >= 0;
  return !known || here.value.plies == after.value.plies;
}

}  // namespace

template <const Rules& R>
Result<std::unique_ptr<TableOracle<R>>> TableOracle<R>::open(const std::filesystem::path& folder,
                                                             const tables::TablesOptions& options) {
  auto opened = tables::Tables<R>::open(folder, options);
  if (!opened) return opened.error();
  return std::unique_ptr<TableOracle>(new TableOracle(std::move(*opened)));
}

template <const Rules& R>
std::optional<OracleMove> TableOracle<R>::choose(const Position<R>& position) const {
  const Probed here = tables_->probe_all(position);
  if (!is_known(position, here.status)) return std::nullopt;
  if (here.category != Category::draw && here.value.plies < 0 && here.dtz < 0) return std::nullopt;
  const auto moves = tables_->root_moves(position);
  for (const RootMove& move : moves) is_known(position.after(move.move), move.probed.status);
  if (moves.empty() || !keeps(here, moves[0].probed)) return std::nullopt;
  Move best = moves[0].move;
  if constexpr (R.move_limit != 0)
    if (!mates_within_limit(R, position.halfmove_clock(), here))
      best = best_under_limit<R>(moves, position.halfmove_clock()).move;
  return OracleMove{best, certain(position, here), std::nullopt, 0};
}

template <const Rules& R>
std::optional<OracleValue> TableOracle<R>::value(const Position<R>& position) const {
  Probed probed = tables_->probe(position, tables::Metric::dtm);
  if (!is_known(position, probed.status)) return std::nullopt;
  if constexpr (R.move_limit != 0)
    if (probed.category != Category::draw && !mates_within_limit(R, position.halfmove_clock(), probed))
      probed.dtz = tables_->probe(position, tables::Metric::dtz).dtz;
  return certain(position, probed);
}

template <const Rules& R>
void TableOracle<R>::note_damage(const Position<R>& position) const {
  if (damaged_) return;
  const std::lock_guard lock(mutex_);
  if (!damage_) damage_ = tables_->explain(position, ProbeStatus::damaged);
  damaged_ = true;
}

template <const Rules& R>
std::optional<Error> TableOracle<R>::trouble() const {
  if (!damaged_) return std::nullopt;
  const std::lock_guard lock(mutex_);
  return damage_;
}

#define BOOKENDS_INSTANTIATE_TABLE_ORACLE(game) template class TableOracle<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_TABLE_ORACLE)
#undef BOOKENDS_INSTANTIATE_TABLE_ORACLE

}  // namespace bookends
