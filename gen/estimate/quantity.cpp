#include "gen/estimate/quantity.h"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace bookends {

namespace {

constexpr double kMostBytes = 9e18;  // within 63 bits

// A number above 0 and what follows it, in lower case. The number is 0 where there is none.
std::pair<double, std::string> number_and_unit(const std::string& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  std::string unit = text.substr(end);
  for (char& ch : unit) ch = static_cast<char>(std::tolower(static_cast<unsigned char>(ch)));
  char* stop = nullptr;
  const std::string digits = text.substr(0, end);
  const double number = std::strtod(digits.c_str(), &stop);
  return {*stop == '\0' && std::isfinite(number) ? number : 0, unit};
}

// The power of a unit's letter, 0 for none, -1 for no unit at all.
int power_of(std::string_view unit) {
  constexpr std::string_view kLetters = "kmgt";
  if (unit.empty()) return 0;
  const std::size_t power = unit.size() == 1 ? kLetters.find(unit[0]) : std::string_view::npos;
  return power == std::string_view::npos ? -1 : static_cast<int>(power) + 1;
}

}  // namespace

Result<double> parse_memory(const std::string& option, const std::string& text) {
  const auto [number, unit] = number_and_unit(text);
  const int power = power_of(unit);
  const double bytes = power < 0 ? 0 : std::ldexp(number, 10 * power);
  if (bytes < 1 || bytes > kMostBytes)
    return Error{ErrorCode::invalid_argument, option + " " + text + ": an amount of memory is expected, as in 256G"};
  return bytes;
}

Result<double> parse_rate(const std::string& option, const std::string& text) {
  auto [number, unit] = number_and_unit(text);
  if (unit.ends_with("/s")) unit.resize(unit.size() - 2);
  const bool bits = unit.ends_with("bit");
  if (bits) unit.resize(unit.size() - 3);
  const int power = power_of(unit);
  if (number <= 0 || power < 0)
    return Error{ErrorCode::invalid_argument,
                 option + " " + text + ": bytes or bits in a second are expected, as in 1.25G or 10gbit"};
  return number * std::pow(1000.0, power) / (bits ? 8 : 1);
}

}  // namespace bookends
