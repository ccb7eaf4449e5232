// Whether a page is well-formed.
#pragma once

#include <algorithm>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace bookends::test {

// The first thing that keeps a text from being well-formed XML; empty when nothing does. Of what a page may have
// it knows elements, attributes in double quotes, text and the five entities.
class WellFormed {
 public:
  explicit WellFormed(std::string_view text) : left_(text) {}

  std::string fault() {
    if (left_.starts_with("<!DOCTYPE html>")) left_.remove_prefix(15);
    while (!left_.empty()) {
      const std::string wrong = left_.front() == '<' ? tag() : text();
      if (!wrong.empty()) return wrong + " before: " + std::string(left_.substr(0, 80));
    }
    return open_.empty() ? "" : open_.back() + " is not closed";
  }

 private:
  std::string text() {
    const std::size_t end = std::min(left_.find('<'), left_.size());
    static const std::regex kEntities("&(?!(amp|lt|gt|quot|apos);)");
    const std::string part(left_.substr(0, end));
    left_.remove_prefix(end);
    return std::regex_search(part, kEntities) ? "a bare ampersand" : "";
  }

  std::string tag() {
    const std::size_t end = left_.find('>');
    if (end == std::string_view::npos) return "an open tag";
    const std::string tag(left_.substr(1, end - 1));
    static const std::regex kOpening(
        R"(([a-z0-9]+)(\s+[A-Za-z:-]+="[^"<&]*(?:&(?:amp|lt|gt|quot|apos);[^"<&]*)*")*\s*(/?))");
    static const std::regex kClosing("/([a-z0-9]+)");
    std::smatch found;
    if (std::regex_match(tag, found, kClosing)) {
      if (open_.empty() || open_.back() != found[1]) return "<" + tag + "> closes something else";
      open_.pop_back();
    } else if (std::regex_match(tag, found, kOpening)) {
      if (found[3].length() == 0) open_.push_back(found[1]);
    } else {
      return "no tag: <" + tag.substr(0, 80) + ">";
    }
    left_.remove_prefix(end + 1);
    return "";
  }

  std::string_view left_;
  std::vector<std::string> open_;
};

}  // namespace bookends::test
