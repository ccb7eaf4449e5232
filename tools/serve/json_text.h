// JSON, written from left to right: for answers that are made thousands of times a second. What is written needs no
// escapes: moves, numbers, names of ours.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace bookends::serve {

class JsonText {
 public:
  explicit JsonText(std::size_t room) { text_.reserve(room); }

  JsonText& raw(std::string_view text) {
    text_ += text;
    return *this;
  }
  // {"name":
  JsonText& begin(std::string_view name) { return raw("{\"").raw(name).raw("\":"); }
  // ,"name":
  JsonText& next(std::string_view name) { return raw(",\"").raw(name).raw("\":"); }
  JsonText& word(std::string_view word) {
    text_ += '"';
    text_ += word;
    text_ += '"';
    return *this;
  }
  JsonText& flag(bool value) { return value ? raw("true") : raw("false"); }
  JsonText& number(std::int64_t number) {
    char digits[24];
    const char* end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    return raw({digits, static_cast<std::size_t>(end - digits)});
  }
  template <class Number>
  JsonText& number(const std::optional<Number>& known) {
    return known ? number(static_cast<std::int64_t>(*known)) : raw("null");
  }

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace bookends::serve
