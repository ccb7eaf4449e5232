// JSON, a name after the other, for answers to a page.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bookends::wasm {

// The text in quotes, with what JSON escapes.
std::string in_quotes(std::string_view text);

inline std::string failure(std::string_view message) { return "{\"error\":" + in_quotes(message) + "}"; }

class JsonObject {
 public:
  JsonObject& text(std::string_view name, std::string_view value) { return raw(name, in_quotes(value)); }
  JsonObject& number(std::string_view name, std::int64_t value) { return raw(name, std::to_string(value)); }
  JsonObject& flag(std::string_view name, bool value) { return raw(name, value ? "true" : "false"); }
  // `value` is JSON.
  JsonObject& raw(std::string_view name, std::string_view value) {
    text_.append(text_.empty() ? "{" : ",").append(in_quotes(name)).append(":").append(value);
    return *this;
  }
  std::string take() const { return text_.empty() ? "{}" : text_ + "}"; }

 private:
  std::string text_;
};

class JsonArray {
 public:
  JsonArray& add(std::string_view value) {
    text_.append(text_.empty() ? "[" : ",").append(value);
    return *this;
  }
  std::string take() const { return text_.empty() ? "[]" : text_ + "]"; }

 private:
  std::string text_;
};

}  // namespace bookends::wasm
