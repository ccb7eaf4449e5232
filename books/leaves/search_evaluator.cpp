#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "books/leaves/evaluator.h"
#include "books/leaves/leaf_search.h"
#include "books/leaves/own_candidates.h"
#include "core/position/outcome.h"

namespace bookends {

namespace {

using Wdl = OracleValue::Wdl;

Score score_of(const OracleValue& value) {
  if (value.wdl == Wdl::draw) return kDraw;
  const bool known = value.plies >= 0 && win_in(value.plies) > kTableWin;
  const Score size = known ? win_in(value.plies) : kTableWin;
  return value.wdl == Wdl::win ? size : -size;
}

// What a move is worth to its mover by the position after it.
template <const Rules& R>
std::optional<Wdl> value_through(const Position<R>& next, const Oracle<R>& tables) {
  const Verdict end = verdict(next);
  if (end.over()) return end.outcome == Outcome::draw ? Wdl::draw : end.outcome == Outcome::win ? Wdl::loss : Wdl::win;
  const std::optional<OracleValue> value = tables.value(next);
  if (!value) return std::nullopt;
  return value->wdl == Wdl::draw ? Wdl::draw : value->wdl == Wdl::win ? Wdl::loss : Wdl::win;
}

// The tables' own choice. Tables without distances make none among winning moves: then any move that keeps the value,
// the first of those that end the game or else take something if there are any, since that cannot be undone.
template <const Rules& R>
std::optional<Move> table_move(const Position<R>& position, Wdl value, const Oracle<R>& tables) {
  if (const std::optional<OracleMove> choice = tables.choose(position)) return choice->move;
  std::optional<Move> found;
  int best = -1;
  for (const Move m : position.legal_moves()) {
    const Position<R> next = position.after(m);
    if (value_through(next, tables) != value) continue;
    const int progress = verdict(next).over() ? 2 : count(next.occupied()) < count(position.occupied()) ? 1 : 0;
    if (progress > best) found = m;
    best = std::max(best, progress);
  }
  return found;
}

// Asks the tables first, and then searches.
template <const Rules& R>
class SearchEvaluator : public LeafEvaluator<R> {
 public:
  SearchEvaluator(const Oracle<R>* tables, std::shared_ptr<const Net<R>> net)
      : tables_(tables), search_(tables, std::move(net)) {}

  Result<LeafResult> evaluate(const Position<R>& position, std::span<const Move> only,
                              const std::atomic<bool>& stop) final {
    const std::optional<LeafResult> known =
        only.empty() && tables_ != nullptr ? table_result(position, *tables_) : std::nullopt;
    LeafResult result = known ? *known : searched(position, only, stop);
    if (tables_ != nullptr)
      if (const std::optional<Error> trouble = tables_->trouble()) return *trouble;
    return result;
  }

 protected:
  virtual LeafResult searched(const Position<R>& position, std::span<const Move> only,
                              const std::atomic<bool>& stop) = 0;
  LeafSearch<R>& search() { return search_; }

 private:
  const Oracle<R>* tables_;
  LeafSearch<R> search_;
};

// Every position alike.
template <const Rules& R>
class EvenEvaluator final : public SearchEvaluator<R> {
 public:
  EvenEvaluator(const SearchEvaluatorOptions& options, const Oracle<R>* tables, std::shared_ptr<const Net<R>> net)
      : SearchEvaluator<R>(tables, std::move(net)), effort_{options.nodes, options.candidates} {}

 private:
  LeafResult searched(const Position<R>& position, std::span<const Move> only, const std::atomic<bool>& stop) override {
    return this->search().run(position, only, effort_, stop);
  }

  Effort effort_;
};

// One move deeply, and what else might be played.
template <const Rules& R>
class OwnMoveEvaluator final : public SearchEvaluator<R> {
 public:
  OwnMoveEvaluator(std::uint64_t nodes, const Oracle<R>* tables, std::shared_ptr<const Net<R>> net)
      : SearchEvaluator<R>(tables, std::move(net)), nodes_(nodes) {}

 private:
  LeafResult searched(const Position<R>& position, std::span<const Move> only, const std::atomic<bool>& stop) override {
    return own_candidates(this->search(), position, only, nodes_, stop);
  }

  std::uint64_t nodes_;
};

}  // namespace

template <const Rules& R>
std::optional<LeafResult> table_result(const Position<R>& position, const Oracle<R>& tables) {
  if (count(position.occupied()) > tables.max_men()) return std::nullopt;
  const std::optional<OracleValue> value = tables.value(position);
  const std::optional<Move> move = value ? table_move(position, value->wdl, tables) : std::nullopt;
  if (!move) return std::nullopt;
  LeafResult result;
  result.state = NodeState::table;
  result.exact = static_cast<std::int16_t>(score_of(*value));
  result.candidates.push_back({*move, result.exact});
  return result;
}

template <const Rules& R>
EvaluatorFactory<R> search_evaluator(const SearchEvaluatorOptions& options, const Oracle<R>* tables,
                                     std::shared_ptr<const Net<R>> net) {
  return [options, tables, net = std::move(net)]() -> std::unique_ptr<LeafEvaluator<R>> {
    return std::make_unique<EvenEvaluator<R>>(options, tables, net);
  };
}

template <const Rules& R>
EvaluatorFactory<R> own_candidates_evaluator(std::uint64_t nodes, const Oracle<R>* tables,
                                             std::shared_ptr<const Net<R>> net) {
  return [nodes, tables, net = std::move(net)]() -> std::unique_ptr<LeafEvaluator<R>> {
    return std::make_unique<OwnMoveEvaluator<R>>(nodes, tables, net);
  };
}

#define BOOKENDS_INSTANTIATE(game)                                                                         \
  template std::optional<LeafResult> table_result<games::game>(const Position<games::game>&,               \
                                                               const Oracle<games::game>&);                \
  template EvaluatorFactory<games::game> search_evaluator<games::game>(                                    \
      const SearchEvaluatorOptions&, const Oracle<games::game>*, std::shared_ptr<const Net<games::game>>); \
  template EvaluatorFactory<games::game> own_candidates_evaluator<games::game>(                            \
      std::uint64_t, const Oracle<games::game>*, std::shared_ptr<const Net<games::game>>);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
