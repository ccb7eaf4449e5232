#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "books/evaluator.h"
#include "core/outcome.h"
#include "core/search/search.h"

namespace bookends {

namespace {

using Wdl = OracleValue::Wdl;

// The search takes its own plies off a win of unknown length. They say nothing of the game's, and a book knows one such
// score only.
std::int16_t stored_score(Score score) {
  if (score > kTableWin - kMaxPly - 1 && score < kTableWin) score = kTableWin;
  if (score < -kTableWin + kMaxPly + 1 && score > -kTableWin) score = -kTableWin;
  return static_cast<std::int16_t>(std::clamp(score, -kInfinite, kInfinite));
}

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

template <const Rules& R>
class SearchEvaluator final : public LeafEvaluator<R> {
 public:
  SearchEvaluator(const SearchEvaluatorOptions& options, const Oracle<R>* tables, std::shared_ptr<const Net<R>> net)
      : options_(options), tables_(tables), search_(search_options(options)) {
    search_.set_oracle(tables);
    search_.set_net(std::move(net));
  }

  Result<LeafResult> evaluate(const Position<R>& position, std::span<const Move> only,
                              const std::atomic<bool>& stop) override {
    const std::optional<LeafResult> known =
        only.empty() && tables_ != nullptr ? table_result(position, *tables_) : std::nullopt;
    LeafResult result = known ? *known : search(position, only, stop);
    if (tables_ != nullptr)
      if (const std::optional<Error> trouble = tables_->trouble()) return *trouble;
    return result;
  }

 private:
  LeafResult search(const Position<R>& position, std::span<const Move> only, const std::atomic<bool>& stop) {
    LeafResult result;
    SearchLimits limits;
    limits.nodes = options_.nodes;
    limits.root_moves.assign(only.begin(), only.end());
    search_.clear();
    const SearchResult found = search_.run(Game<R>(position), limits, stop);
    for (const SearchLine& line : found.lines) {
      if (result.candidates.size() == kMaxCandidates) break;
      result.candidates.push_back({line.pv.front(), stored_score(line.score)});
      result.depth = std::max(result.depth, static_cast<std::uint8_t>(std::clamp(line.depth, 0, 255)));
    }
    return result;
  }

  // A table that only just holds the tree of one search: clearing it before every search has to be cheap.
  static SearchOptions search_options(const SearchEvaluatorOptions& options) {
    SearchOptions made;
    made.hash_bytes = std::clamp<std::size_t>(std::bit_ceil(options.nodes) * 16, 1u << 20, 64u << 20);
    made.threads = 1;
    made.multi_pv = options.candidates;
    return made;
  }

  SearchEvaluatorOptions options_;
  const Oracle<R>* tables_;
  Search<R> search_;
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
  result.exact = stored_score(score_of(*value));
  result.candidates.push_back({*move, result.exact});
  return result;
}

template <const Rules& R>
EvaluatorFactory<R> search_evaluator(const SearchEvaluatorOptions& options, const Oracle<R>* tables,
                                     std::shared_ptr<const Net<R>> net) {
  return [options, tables, net = std::move(net)]() -> std::unique_ptr<LeafEvaluator<R>> {
    return std::make_unique<SearchEvaluator<R>>(options, tables, net);
  };
}

#define BOOKENDS_INSTANTIATE(game)                                                           \
  template std::optional<LeafResult> table_result<games::game>(const Position<games::game>&, \
                                                               const Oracle<games::game>&);  \
  template EvaluatorFactory<games::game> search_evaluator<games::game>(                      \
      const SearchEvaluatorOptions&, const Oracle<games::game>*, std::shared_ptr<const Net<games::game>>);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
