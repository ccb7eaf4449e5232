#include "gen/tune/weights_file.h"

#include <fmt/format.h>

#include "core/eval/weights/text.h"
#include "core/position/fen.h"

namespace bookends {

namespace {

std::string_view phase_word(WeightPhase phase) {
  return phase == WeightPhase::middle ? " middle" : phase == WeightPhase::end ? " end" : "";
}

// The member and, of several, which one.
std::string group_name(const Rules& rules, const WeightTag& tag) {
  std::string name(tag.name);
  if (tag.kind >= 0) name += fmt::format(" {}", rules.piece(static_cast<Kind>(tag.kind)).letter);
  if (tag.step >= 0) name += fmt::format(" {}", tag.step);
  return name;
}

// Lays the numbers out: square tables as diagrams under a line with their name, everything else one group a line.
class Writer {
 public:
  explicit Writer(const Rules& rules) : rules_(rules) {
    text_ = fmt::format(
        "{}{}, in centipawns. Written by `bookends tune`; the order is that of weight_list.h.\n"
        "// Pairs are middle game, endgame; squares as on a diagram, the far rank first.\n",
        kWeightsHeader, rules.name);
  }

  void add(const WeightTag& tag, int value) {
    const std::string group = group_name(rules_, tag);
    if (group != group_) finish_line();
    if (tag.square >= 0) {
      const bool new_row = file_of(rules_, tag.square) == 0;
      if (group != group_) text_ += fmt::format("// {}\n", group);
      text_ += fmt::format("{}{:4},{}", new_row ? "  " : "", value, ends_row(tag.square) ? "\n" : "");
    } else {
      line_ += fmt::format("{}{},", line_.empty() ? "" : " ", value);
    }
    group_ = group;
  }

  std::string finish() && {
    finish_line();
    return std::move(text_);
  }

 private:
  bool ends_row(Square s) const { return file_of(rules_, s) == rules_.files - 1; }
  void finish_line() {
    if (!line_.empty()) text_ += fmt::format("{:<16}// {}\n", line_, group_);
    line_.clear();
  }

  const Rules& rules_;
  std::string text_;
  std::string line_;
  std::string group_;
};

}  // namespace

std::string weight_name(const Rules& rules, const WeightTag& tag) {
  std::string name = group_name(rules, tag);
  if (tag.square >= 0) return name + " " + square_name(rules, tag.square);  // the member says the phase
  return name + std::string(phase_word(tag.phase));
}

std::string format_weights(const Rules& rules, const Weights& weights) {
  Writer writer(rules);
  for_each_weight(weights, rules, [&](const WeightTag& tag, const auto& value) { writer.add(tag, value); });
  return std::move(writer).finish();
}

}  // namespace bookends
