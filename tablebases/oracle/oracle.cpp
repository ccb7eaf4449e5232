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
  return rules.move_limit == 0 || plies == 0 || (plies > 0 && halfmove_clock + plies <= 2 * rules.move_limit);
}

// What counting and the move limit leave of the tables' value; nothing when that is not certain. `category`: under the
// limit. Where the mate is too far off the result may hold all the same; the distance to mate is then not certain.
template <const Rules& R>
std::optional<OracleValue> certain(const Position<R>& position, const Probed& probed, Category category) {
  if (probed.category == Category::draw) return probed.value;
  if constexpr (R.counting != Counting::none) return tables::value_under_counting(position, probed.value);
  if (mates_within_limit(R, position.halfmove_clock(), probed)) return probed.value;
  if (is_open(category)) return std::nullopt;
  return category == cursed(category) ? OracleValue{} : OracleValue{probed.value.wdl, -1};
}

// Whether a move is as good as its position: if it seems worse, a table it leads to is missing.
bool keeps(const Probed& here, const Probed& after) {
  if (after.status != ProbeStatus::ok || after.category != here.category) return false;
  const bool known = here.value.plies >= 0 && after.value.plies >= 0;
  return !known || here.value.plies == after.value.plies;
}

}  // namespace

template <const Rules& R>
Result<std::unique_ptr<TableOracle<R>>> TableOracle<R>::open(std::span<const std::filesystem::path> folders,
                                                             const tables::TablesOptions& options) {
  auto opened = tables::Tables<R>::open(folders, options);
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
  // The first is not as quick to mate as the position where the clock asks for a quicker zeroing move.
  if (std::none_of(moves.begin(), moves.end(), [&](const RootMove& m) { return keeps(here, m.probed); }))
    return std::nullopt;
  return OracleMove{moves.front().move, certain(position, here, tables_->category(position, here)), std::nullopt, 0};
}

template <const Rules& R>
std::optional<OracleValue> TableOracle<R>::value(const Position<R>& position) const {
  const Probed probed = tables_->probe(position, tables::Metric::dtm);
  if (!is_known(position, probed.status)) return std::nullopt;
  if (probed.category == Category::draw || mates_within_limit(R, position.halfmove_clock(), probed))
    return certain(position, probed, probed.category);
  // Where the files know of no limit, a look at the moves would cost a search more than it tells.
  if (!probed.limit_known) return std::nullopt;
  return certain(position, probed, tables_->category(position, probed));
}

template <const Rules& R>
std::optional<int> TableOracle<R>::result(const Position<R>& position) const {
  const Probed probed = tables_->probe(position, tables::Metric::dtz);
  if (!is_known(position, probed.status)) return std::nullopt;
  const Category found = tables_->category(position, probed);
  return is_open(found) ? 2 * static_cast<int>(tables::wdl_of(found)) : static_cast<int>(found);
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
