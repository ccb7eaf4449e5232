#include "gen/uci/engine_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "core/base/words.h"

namespace bookends::uci {
namespace {

std::optional<long long> whole_number(const std::string& text) {
  long long value{};
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || status != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The words that others follow. A name goes on up to the type, whatever it is made of.
bool is_keyword(std::string_view word, std::string_view before) {
  if (word == "type") return true;
  return before != "name" && (word == "default" || word == "min" || word == "max" || word == "var");
}

// What follows a keyword up to the next one; a value of several words stands with single blanks.
void take(OptionOffer& offer, std::string_view word, const std::string& value) {
  if (word == "name") offer.name = value;
  if (word == "type") offer.type = value;
  if (word == "min") offer.least = whole_number(value);
  if (word == "max") offer.most = whole_number(value);
  if (word == "var") offer.values.push_back(value);
}

std::string expected_number(const OptionOffer& offer) {
  if (offer.least && offer.most) return fmt::format("a whole number from {} to {}", *offer.least, *offer.most);
  if (offer.least) return fmt::format("a whole number of at least {}", *offer.least);
  if (offer.most) return fmt::format("a whole number of at most {}", *offer.most);
  return "a whole number";
}

Error refusal(const OptionOffer& offer, const std::string& value, const std::string& expected) {
  return {ErrorCode::invalid_argument, fmt::format("option {}: '{}' is not {}", offer.name, value, expected)};
}

Result<std::string> spelt(const OptionOffer& offer, const std::string& value) {
  if (offer.type == "spin") {
    const auto n = whole_number(value);
    if (!n || (offer.least && *n < *offer.least) || (offer.most && *n > *offer.most))
      return refusal(offer, value, expected_number(offer));
  }
  std::vector<std::string> choices = offer.values;
  if (offer.type == "check") choices = {"true", "false"};
  if (offer.type == "check" || (offer.type == "combo" && !choices.empty())) {
    const auto same = std::ranges::find_if(choices, [&](const auto& c) { return equal_ignoring_case(c, value); });
    if (same == choices.end()) return refusal(offer, value, fmt::format("one of: {}", fmt::join(choices, ", ")));
    return *same;
  }
  return value;
}

}  // namespace

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::optional<OptionOffer> parse_offer(std::string_view line) {
  std::string_view keyword = "name";
  if (take_word(line) != "option" || take_word(line) != keyword) return std::nullopt;
  OptionOffer offer;
  std::string value;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    if (is_keyword(word, keyword)) {
      take(offer, keyword, value);
      keyword = word;
      value.clear();
    } else {
      value += (value.empty() ? "" : " ") + std::string(word);
    }
  }
  take(offer, keyword, value);
  return offer;
}

Result<std::string> setoption_line(const OptionOffer& offer, const std::string& value) {
  if (offer.type == "button") {
    if (!value.empty()) return refusal(offer, value, "empty, as it must be for a button");
    return "setoption name " + offer.name;
  }
  const Result<std::string> spelling = spelt(offer, value);
  if (!spelling) return spelling.error();
  return "setoption name " + offer.name + " value " + *spelling;
}

}  // namespace bookends::uci
