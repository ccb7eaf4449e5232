#include "tablebases/oracle.h"

namespace bookends {

namespace {

// Whether counting and the move limit leave the tables' value as it is. Captures and pawn moves on the way only push
// the limit further off.
template <const Rules& R>
bool certain(const Position<R>& position, const OracleValue& value) {
  if (value.wdl == OracleValue::Wdl::draw) return true;
  if constexpr (R.counting != Counting::none) return false;
  if constexpr (R.move_limit != 0)
    return value.plies >= 0 && position.halfmove_clock() + value.plies <= 2 * R.move_limit;
  return true;
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
  const tables::Probed here = tables_->probe(position);
  if (here.status != tables::ProbeStatus::ok) return std::nullopt;
  if (here.value.wdl != OracleValue::Wdl::draw && here.value.plies < 0) return std::nullopt;
  // The best move must be as good as the position: if it seems worse, a table it leads to is missing.
  const auto moves = tables_->root_moves(position);
  if (moves.empty() || moves[0].probed.status != tables::ProbeStatus::ok) return std::nullopt;
  if (tables::compare_values(moves[0].probed.value, here.value) != 0) return std::nullopt;
  OracleMove choice{moves[0].move, std::nullopt, std::nullopt, 0};
  if (certain(position, here.value)) choice.value = here.value;
  return choice;
}

template <const Rules& R>
std::optional<OracleValue> TableOracle<R>::value(const Position<R>& position) const {
  const tables::Probed probed = tables_->probe(position);
  if (probed.status != tables::ProbeStatus::ok || !certain(position, probed.value)) return std::nullopt;
  return probed.value;
}

#define BOOKENDS_INSTANTIATE_TABLE_ORACLE(game) template class TableOracle<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_TABLE_ORACLE)
#undef BOOKENDS_INSTANTIATE_TABLE_ORACLE

}  // namespace bookends
