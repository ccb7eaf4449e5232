#include "gen/tune/weights_file.h"

#include <fmt/format.h>

#include <charconv>

#include "core/fen.h"
#include "core/io/file.h"
#include "core/io/printable.h"

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

// A word of a file that may be anything, for a message.
std::string shown(std::string_view word) {
  constexpr std::size_t kLongest = 30;
  return printable_ascii(word.substr(0, kLongest)) + (word.size() > kLongest ? "..." : "");
}

// Numbers, with commas and blanks between, in one line without its comment.
Result<void> parse_line(std::string_view line, std::size_t number, std::vector<int>& values) {
  while (true) {
    const std::size_t begin = line.find_first_not_of(" \t\r,");
    if (begin == std::string_view::npos) return {};
    line.remove_prefix(begin);
    const std::string_view word = line.substr(0, line.find_first_of(" \t\r,"));
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || value < INT16_MIN || value > INT16_MAX)
      return Error{ErrorCode::invalid_argument,
                   fmt::format("line {}: \"{}\" is no weight; a whole number is expected", number, shown(word))};
    values.push_back(value);
    line.remove_prefix(word.size());
  }
}

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

Result<Weights> parse_weights(const Rules& rules, std::string_view text) {
  std::vector<int> values;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (auto done = parse_line(line.substr(0, line.find("//")), number, values); !done) return done.error();
  }
  if (values.size() != count_weights(rules))
    return Error{ErrorCode::invalid_argument,
                 fmt::format("{} weights, expected {} for {}", values.size(), count_weights(rules), rules.name)};
  const Weights weights = weights_of(rules, values);
  if (!can_blend(weights))
    return Error{ErrorCode::invalid_argument, fmt::format("endgame_men is {}, it has to be below full_men, {}",
                                                          weights.endgame_men, weights.full_men)};
  return weights;
}

Result<Weights> read_weights(const Rules& rules, const std::filesystem::path& path) {
  const Result<std::string> text = read_text_file(path);
  if (!text) return text.error();
  auto weights = parse_weights(rules, *text);
  if (!weights) return Error{weights.error().code, path.string() + ": " + weights.error().message};
  return weights;
}

}  // namespace bookends
