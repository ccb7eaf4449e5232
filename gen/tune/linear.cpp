#include "gen/tune/linear.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <span>

#include "core/base/thrown.h"
#include "core/eval/evaluate.h"
#include "core/eval/lone_king.h"

namespace bookends {

namespace {

constexpr std::size_t kRowsPerBlock = 2048;

// How a weight that is neither material nor a square table is varied: together with the other phase of its pair.
struct Variant {
  std::size_t column = 0;  // of the middle game's, or of the only one
  bool pair = false;       // the endgame's is the next column
  int step = 1;            // between `less` and `more`
  Weights less;
  Weights more;
};

bool in_tables(const WeightTag& tag) { return tag.square >= 0 || tag.name == "material"; }

// Most terms are linear, so that any step is exact and a long one drowns the rounding; attack units enter squared.
int step_of(const WeightTag& tag) {
  return tag.name == "attack_units" || tag.name == "safe_check" || tag.name == "weak_ring" || tag.name == "queenless"
             ? 2
             : 32;
}

class Plan {
 public:
  Plan(const Rules& rules, const Weights& weights) : weights_(weights) {
    const std::vector<WeightTag> tags = weight_tags(rules);
    for (std::size_t column = 0; column < tags.size(); ++column) add(rules, tags[column], column);
    columns_ = tags.size();
  }

  std::size_t columns() const { return columns_; }
  std::size_t tempo() const { return tempo_; }
  std::size_t material(std::size_t kind) const { return material_[kind]; }  // the endgame's is the next column
  std::size_t square_middle(std::size_t kind, Square s) const { return middle_[kind][slot(s)]; }
  std::size_t square_end(std::size_t kind, Square s) const { return end_[kind][slot(s)]; }
  const std::vector<Variant>& variations() const { return variations_; }

 private:
  using Columns = std::array<std::array<std::size_t, kMaxSquares>, kKinds>;

  void add(const Rules& rules, const WeightTag& tag, std::size_t column) {
    if (!tag.tuned) return;
    if (tag.square >= 0) {
      Columns& columns = tag.phase == WeightPhase::middle ? middle_ : end_;
      columns[slot(tag.kind)][slot(tag.square)] = column;
    } else if (in_tables(tag)) {
      if (tag.phase == WeightPhase::middle) material_[slot(tag.kind)] = column;
    } else if (tag.name == "tempo") {
      tempo_ = column;
    } else if (tag.phase != WeightPhase::end) {
      vary(rules, column, step_of(tag), tag.phase == WeightPhase::middle);
    }
  }

  void vary(const Rules& rules, std::size_t column, int step, bool pair) {
    Variant v{.column = column, .pair = pair, .step = step, .less = weights_, .more = weights_};
    const auto shift = [&](Weights& w, int by) {
      std::size_t n = 0;
      for_each_weight(w, rules, [&](const WeightTag&, auto& value) {
        if (n == column || (pair && n == column + 1))
          value = static_cast<std::remove_reference_t<decltype(value)>>(value + by);
        ++n;
      });
    };
    shift(v.less, -step / 2);
    shift(v.more, step / 2);
    variations_.push_back(v);
  }

  const Weights& weights_;
  std::size_t columns_ = 0;
  std::size_t tempo_ = 0;
  std::array<std::size_t, kKinds> material_{};
  Columns middle_{};
  Columns end_{};
  std::vector<Variant> variations_;
};

// The coefficients of one position, collected by column.
class Row {
 public:
  explicit Row(std::size_t columns) : values_(columns, 0.0) {}

  void add(std::size_t column, double value) {
    if (value == 0) return;
    if (values_[column] == 0) touched_.push_back(column);
    values_[column] += value;
  }
  // Appends to `rows` and is empty again.
  void finish(double score, const std::vector<double>& weights, LinearRows& rows) {
    std::ranges::sort(touched_);
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    double offset = score;
    for (const std::size_t column : touched_) {
      const auto value = static_cast<float>(values_[column]);
      values_[column] = 0;
      if (value == 0) continue;
      rows.column.push_back(static_cast<std::uint16_t>(column));
      rows.coefficient.push_back(value);
      offset -= static_cast<double>(value) * weights[column];
    }
    touched_.clear();
    rows.offset.push_back(static_cast<float>(offset));
    rows.begin.push_back(rows.column.size());
  }

 private:
  std::vector<double> values_;
  std::vector<std::size_t> touched_;
};

template <const Rules& R>
void add_tables(const Position<R>& p, const EvaluationParts& parts, const Plan& plan, Row& row) {
  for (Square s = 0; s < R.squares(); ++s) {
    const Occupant o = p.at(s);
    if (o.empty()) continue;
    const auto kind = static_cast<std::size_t>(index(o.kind()));
    const int sign = o.color() == Color::white ? 1 : -1;
    const Square seen = sign > 0 ? s : square_at(R, file_of(R, s), R.ranks - 1 - rank_of(R, s));
    if (o.kind() != Kind::king) {
      row.add(plan.material(kind), sign * parts.middle_share);
      row.add(plan.material(kind) + 1, sign * parts.end_share);
    }
    row.add(plan.square_middle(kind, seen), sign * parts.middle_share);
    row.add(plan.square_end(kind, seen), sign * parts.end_share);
  }
}

template <const Rules& R>
void add_terms(const Position<R>& p, const EvaluationParts& parts, const Plan& plan, Row& row) {
  for (const Variant& v : plan.variations()) {
    const Phased change = evaluation_terms<R>(p, v.more) - evaluation_terms<R>(p, v.less);
    if (change.zero()) continue;
    const double middle = parts.middle_share * change.middle / v.step, end = parts.end_share * change.end / v.step;
    row.add(v.column, v.pair ? middle : middle + end);
    if (v.pair) row.add(v.column + 1, end);
  }
}

template <const Rules& R>
LinearRows linearise_block(const TuningData<R>& data, std::span<const std::uint32_t> chosen, const Weights& weights,
                           const Plan& plan) {
  const std::vector<double> values = weight_values(R, weights);
  LinearRows rows;
  Row row(plan.columns());
  for (const std::uint32_t i : chosen) {
    const Position<R>& p = data[i].position;
    const EvaluationParts parts = evaluation_parts<R>(p, weights);
    const int sign = p.turn() == Color::white ? 1 : -1;
    // A lone king's value is held constant: files of older programs have such positions.
    if (!lone_king<R>(p, weights)) {
      add_tables<R>(p, parts, plan, row);
      add_terms<R>(p, parts, plan, row);
    }
    row.add(plan.tempo(), sign);
    row.finish(parts.score() + sign * weights.tempo, values, rows);
  }
  return rows;
}

LinearRows joined(const std::vector<LinearRows>& blocks) {
  LinearRows all;
  for (const LinearRows& block : blocks) {
    const std::size_t before = all.column.size();
    all.offset.insert(all.offset.end(), block.offset.begin(), block.offset.end());
    all.column.insert(all.column.end(), block.column.begin(), block.column.end());
    all.coefficient.insert(all.coefficient.end(), block.coefficient.begin(), block.coefficient.end());
    for (std::size_t i = 1; i < block.begin.size(); ++i) all.begin.push_back(before + block.begin[i]);
  }
  return all;
}

}  // namespace

std::vector<double> weight_values(const Rules& rules, const Weights& weights) {
  std::vector<double> values;
  for_each_weight(weights, rules, [&](const WeightTag&, const auto& value) { values.push_back(value); });
  return values;
}

std::vector<WeightTag> weight_tags(const Rules& rules) {
  std::vector<WeightTag> tags;
  const Weights none;
  for_each_weight(none, rules, [&](const WeightTag& tag, const auto&) { tags.push_back(tag); });
  return tags;
}

template <const Rules& R>
LinearRows linearise(const TuningData<R>& data, const std::vector<std::uint32_t>& chosen, const Weights& weights,
                     int threads, Progress& progress) {
  const Plan plan(R, weights);
  const std::size_t count = (chosen.size() + kRowsPerBlock - 1) / kRowsPerBlock;
  std::vector<LinearRows> blocks(count);
  std::atomic<bool> stop{false};
  std::atomic<std::size_t> done{0};
  const auto do_block = [&](std::size_t b) {
    if (stop) return;
    const std::size_t first = b * kRowsPerBlock, last = std::min(chosen.size(), first + kRowsPerBlock);
    blocks[b] = linearise_block<R>(data, std::span(chosen).subspan(first, last - first), weights, plan);
    done += last - first;
    if (omp_get_thread_num() != 0) return;  // the progress may be called by one thread at a time
    if (progress.stop_requested()) stop = true;
    progress.update({.task = "linearise",
                     .done = static_cast<double>(done),
                     .total = static_cast<double>(chosen.size()),
                     .unit = "positions",
                     .detail = ""});
  };
  Thrown thrown;
#pragma omp parallel for num_threads(threads) schedule(dynamic)
  for (std::size_t b = 0; b < count; ++b) thrown.run([&] { do_block(b); });
  thrown.rethrow();
  return joined(blocks);
}

#define BOOKENDS_INSTANTIATE(game)                                                                              \
  template LinearRows linearise<games::game>(const TuningData<games::game>&, const std::vector<std::uint32_t>&, \
                                             const Weights&, int, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
