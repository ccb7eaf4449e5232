// JSON, written from left to right into a string: for answers that are made thousands of times a second.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bookends::serve {

inline void append_number(std::string& out, std::int64_t number) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, static_cast<std::size_t>(end - digits));
}

// "name":
inline void append_name(std::string& out, std::string_view name) { (((out += '"') += name) += '"') += ':'; }

// "name":"word", of a word that needs no escapes: a move, a name of ours.
inline void append_word(std::string& out, std::string_view name, std::string_view word) {
  append_name(out, name);
  ((out += '"') += word) += '"';
}

inline void append_field(std::string& out, std::string_view name, std::optional<std::int64_t> number) {
  append_name(out, name);
  if (number)
    append_number(out, *number);
  else
    out += "null";
}

inline void append_flag(std::string& out, std::string_view name, bool value) {
  append_name(out, name);
  out += value ? "true" : "false";
}

}  // namespace bookends::serve
