#include <algorithm>
#include <bit>

#include "books/evaluator.h"
#include "core/search/search.h"

namespace bookends {

namespace {

std::int16_t stored_score(Score score) { return static_cast<std::int16_t>(std::clamp(score, -kInfinite, kInfinite)); }

Score score_of(const OracleValue& value) {
  if (value.wdl == OracleValue::Wdl::draw) return kDraw;
  const bool known = value.plies >= 0 && win_in(value.plies) > kTableWin;
  const Score size = known ? win_in(value.plies) : kTableWin;
  return value.wdl == OracleValue::Wdl::win ? size : -size;
}

template <const Rules& R>
class SearchEvaluator final : public LeafEvaluator<R> {
 public:
  SearchEvaluator(const SearchEvaluatorOptions& options, const Oracle<R>* tables)
      : options_(options), tables_(tables), search_(search_options(options)) {
    search_.set_oracle(tables);
  }

  LeafResult evaluate(const Position<R>& position, std::span<const Move> only, const std::atomic<bool>& stop) override {
    LeafResult result;
    if (only.empty() && ask_tables(position, result)) return result;
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

 private:
  // A table that only just holds the tree of one search: clearing it before every search has to be cheap.
  static SearchOptions search_options(const SearchEvaluatorOptions& options) {
    SearchOptions made;
    made.hash_bytes = std::clamp<std::size_t>(std::bit_ceil(options.nodes) * 16, 1u << 20, 64u << 20);
    made.threads = 1;
    made.multi_pv = options.candidates;
    return made;
  }

  bool ask_tables(const Position<R>& position, LeafResult& result) const {
    if (tables_ == nullptr || count(position.occupied()) > tables_->max_men()) return false;
    const std::optional<OracleValue> value = tables_->value(position);
    const std::optional<OracleMove> choice = value ? tables_->choose(position) : std::nullopt;
    if (!choice) return false;
    result.state = NodeState::table;
    result.exact = stored_score(score_of(*value));
    result.candidates.push_back({choice->move, result.exact});
    return true;
  }

  SearchEvaluatorOptions options_;
  const Oracle<R>* tables_;
  Search<R> search_;
};

}  // namespace

template <const Rules& R>
EvaluatorFactory<R> search_evaluator(const SearchEvaluatorOptions& options, const Oracle<R>* tables) {
  return [options, tables]() -> std::unique_ptr<LeafEvaluator<R>> {
    return std::make_unique<SearchEvaluator<R>>(options, tables);
  };
}

#define BOOKENDS_INSTANTIATE(game)                                                                    \
  template EvaluatorFactory<games::game> search_evaluator<games::game>(const SearchEvaluatorOptions&, \
                                                                       const Oracle<games::game>*);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
