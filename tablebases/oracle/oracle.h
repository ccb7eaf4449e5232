// The tables of folders as the search sees them.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "core/position/oracle.h"
#include "tablebases/probe/probe.h"

namespace bookends {

template <const Rules& R>
class TableOracle final : public Oracle<R> {
 public:
  // Errors: those of tables::Tables::open.
  static Result<std::unique_ptr<TableOracle>> open(std::span<const std::filesystem::path> folders,
                                                   const tables::TablesOptions& options = {});
  static Result<std::unique_ptr<TableOracle>> open(const std::filesystem::path& folder,
                                                   const tables::TablesOptions& options = {}) {
    return open(std::span(&folder, 1), options);
  }

  std::string_view name() const override { return "tablebase"; }

  // A move that keeps the value: of a win the shortest, of a loss the longest, of a draw any that holds it. Nothing
  // when the position is not covered, when it has no legal move, or when it is won or lost and the tables have no
  // distances (moves that merely keep a win can go round in circles for ever). Where the move limit leaves no time for
  // the shortest mate, a win is kept by the shortest way to a capture or pawn move. The move's value is absent where it
  // is not certain: the move is then the best attempt.
  std::optional<OracleMove> choose(const Position<R>& position) const override;

  // What is certain under all rules of the game but repetition. Counting and the move limit turn wins into draws and
  // nothing else. So draws are always certain; wins and losses are where the mate comes in time (counted.h), and under
  // a move limit also where tables::Tables::category() says so; the value then has no distance. Nothing when it is not
  // certain or not covered.
  std::optional<OracleValue> value(const Position<R>& position) const override;
  // Whatever the limit and the clock leave open is taken to be won or lost in time.
  std::optional<int> result(const Position<R>& position) const override;
  // corrupt, naming the table of the first position for which a block was found damaged, there or where it leads.
  std::optional<Error> trouble() const override;
  int max_men() const override { return tables_->max_men(); }

  const tables::Tables<R>& tables() const { return *tables_; }

 private:
  explicit TableOracle(std::unique_ptr<tables::Tables<R>> tables) : tables_(std::move(tables)) {}

  // Whether a probe has an answer; damage is remembered.
  bool is_known(const Position<R>& position, tables::ProbeStatus status) const {
    if (status == tables::ProbeStatus::damaged) note_damage(position);
    return status == tables::ProbeStatus::ok;
  }
  void note_damage(const Position<R>& position) const;

  std::unique_ptr<tables::Tables<R>> tables_;
  mutable std::atomic<bool> damaged_{false};
  mutable std::mutex mutex_;
  mutable std::optional<Error> damage_;
};

#define BOOKENDS_EXTERN_TABLE_ORACLE(game) extern template class TableOracle<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_TABLE_ORACLE)
#undef BOOKENDS_EXTERN_TABLE_ORACLE

}  // namespace bookends
