#include "core/eval/weights/text.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "core/base/printable.h"
#include "core/io/file.h"

namespace bookends {

namespace {

struct Number {
  int value = 0;
  std::size_t line = 0;
};

// A word of a file that may be anything, for a message.
std::string shown(std::string_view word) {
  constexpr std::size_t kLongest = 30;
  return printable_ascii(word.substr(0, kLongest)) + (word.size() > kLongest ? "..." : "");
}

Error bad_weights(std::string what) { return {ErrorCode::invalid_argument, std::move(what)}; }

// Numbers, with commas and blanks between, in one line without its comment.
Result<void> parse_line(std::string_view line, std::size_t number, std::vector<Number>& numbers) {
  while (true) {
    const std::size_t begin = line.find_first_not_of(" \t\r,");
    if (begin == std::string_view::npos) return {};
    line.remove_prefix(begin);
    const std::string_view word = line.substr(0, line.find_first_of(" \t\r,"));
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size())
      return bad_weights("line " + std::to_string(number) + ": \"" + shown(word) +
                         "\" is no weight; a whole number is expected");
    numbers.push_back({value, number});
    line.remove_prefix(word.size());
  }
}

Result<void> check_game(const Rules& rules, std::string_view text) {
  if (!is_weights_text(text)) return {};
  text.remove_prefix(kWeightsHeader.size());
  const std::string_view game = text.substr(0, text.find_first_of(",\r\n"));
  if (game == rules.name) return {};
  return Error{ErrorCode::unsupported, "weights of " + shown(game) + ", not of " + std::string(rules.name)};
}

Result<void> check_ranges(const Rules& rules, const std::vector<Number>& numbers) {
  Result<void> checked;
  Weights none;
  auto next = numbers.begin();
  for_each_weight(none, rules, [&](const WeightTag& tag, auto&) {
    const Number number = *next++;
    if (checked && (number.value < tag.least || number.value > tag.most))
      checked = bad_weights("line " + std::to_string(number.line) + ": " + std::string(tag.name) + " is " +
                            std::to_string(number.value) + ", it has to be from " + std::to_string(tag.least) + " to " +
                            std::to_string(tag.most));
  });
  return checked;
}

}  // namespace

Result<Weights> parse_weights(const Rules& rules, std::string_view text) {
  if (auto own = check_game(rules, text); !own) return own.error();
  std::vector<Number> numbers;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (auto done = parse_line(line.substr(0, line.find("//")), number, numbers); !done) return done.error();
  }
  if (numbers.size() != count_weights(rules))
    return bad_weights(std::to_string(numbers.size()) + " weights, expected " + std::to_string(count_weights(rules)) +
                       " for " + std::string(rules.name));
  if (auto fit = check_ranges(rules, numbers); !fit) return fit.error();
  std::vector<int> values;
  for (const Number& n : numbers) values.push_back(n.value);
  const Weights weights = weights_of(rules, values);
  if (!can_blend(weights))
    return bad_weights("endgame_men is " + std::to_string(weights.endgame_men) + ", it has to be below full_men, " +
                       std::to_string(weights.full_men));
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
