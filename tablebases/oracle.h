// The tables of a folder as the search sees them.
#pragma once

#include <filesystem>
#include <memory>

#include "core/oracle.h"
#include "tablebases/probe.h"

namespace bookends {

template <const Rules& R>
class TableOracle final : public Oracle<R> {
 public:
  // Errors: those of tables::Tables::open.
  static Result<std::unique_ptr<TableOracle>> open(const std::filesystem::path& folder,
                                                   const tables::TablesOptions& options = {});

  std::string_view name() const override { return "tablebase"; }

  // A move that keeps the value: of a win the shortest, of a loss the longest, of a draw any that holds it. Nothing
  // when the position is not covered, when it has no legal move, or when it is won or lost and the tables have no
  // distances (moves that merely keep a win can go round in circles for ever). The shortest way to mate is also the
  // best attempt where counting or the move limit may make it a draw; the move's value is absent then.
  std::optional<OracleMove> choose(const Position<R>& position) const override;

  // What is certain under all rules of the game but repetition. The tables know neither counting nor the move limit,
  // which turn wins into draws and nothing else. So draws are always certain; wins and losses are not where the game
  // counts, and with a move limit only when the mate comes before it, which takes a known distance. Nothing when it is
  // not certain or not covered.
  std::optional<OracleValue> value(const Position<R>& position) const override;
  int max_men() const override { return tables_->max_men(); }

  const tables::Tables<R>& tables() const { return *tables_; }

 private:
  explicit TableOracle(std::unique_ptr<tables::Tables<R>> tables) : tables_(std::move(tables)) {}

  std::unique_ptr<tables::Tables<R>> tables_;
};

#define BOOKENDS_EXTERN_TABLE_ORACLE(game) extern template class TableOracle<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_TABLE_ORACLE)
#undef BOOKENDS_EXTERN_TABLE_ORACLE

}  // namespace bookends
