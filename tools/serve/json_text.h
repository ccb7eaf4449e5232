// JSON, written from left to right: for answers that are made thousands of times a second. What is written needs no
// escapes: moves, numbers, names of ours.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace bookends::serve {

// Not a std::string: its members are no templates of ours, and where they are not inlined the program may have taken
// them from a file that is not optimised.
class JsonText {
 public:
  explicit JsonText(std::size_t room) : text_(new char[room]), end_(text_.get()), room_(room) {}

  JsonText& raw(std::string_view text) {
    if (text.size() > left()) grow(text.size());
    end_ = std::copy(text.begin(), text.end(), end_);
    return *this;
  }
  // {"name":
  JsonText& begin(std::string_view name) { return raw("{\"").raw(name).raw("\":"); }
  // ,"name":
  JsonText& next(std::string_view name) { return raw(",\"").raw(name).raw("\":"); }
  JsonText& word(std::string_view word) { return raw("\"").raw(word).raw("\""); }
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

  std::string text() const { return {text_.get(), end_}; }

 private:
  std::size_t size() const { return static_cast<std::size_t>(end_ - text_.get()); }
  std::size_t left() const { return room_ - size(); }
  void grow(std::size_t more) {
    const std::size_t used = size();
    room_ = 2 * (room_ + more);
    std::unique_ptr<char[]> larger(new char[room_]);
    std::memcpy(larger.get(), text_.get(), used);
    text_ = std::move(larger);
    end_ = text_.get() + used;
  }

  std::unique_ptr<char[]> text_;
  char* end_;
  std::size_t room_;
};

}  // namespace bookends::serve
