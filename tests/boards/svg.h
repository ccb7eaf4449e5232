// What tests look for in SVG.
#pragma once

#include <algorithm>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace bookends::test {

// The first group of every match, in order.
inline std::vector<std::string> all_of(const std::string& text, const std::string& pattern) {
  const std::regex wanted(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), wanted), last; it != last; ++it) found.push_back((*it)[1]);
  return found;
}

inline std::vector<double> numbers_in(const std::string& text) {
  std::vector<double> numbers;
  for (const std::string& number : all_of(text, R"((-?(?:\d+\.?\d*|\.\d+)))")) numbers.push_back(std::stod(number));
  return numbers;
}

// The middle of the only man of that part; -1, -1 when there is not just one.
inline std::pair<int, int> middle_of(const std::string& picture, const std::string& part) {
  const auto x = all_of(picture, "href=\"#" + part + "\" x=\"(\\d+)\""),
             y = all_of(picture, "href=\"#" + part + "\" x=\"\\d+\" y=\"(\\d+)\"");
  if (x.size() != 1 || y.size() != 1) return {-1, -1};
  return {std::stoi(x[0]), std::stoi(y[0])};
}

}  // namespace bookends::test
