#include "core/base/printable.h"

#include "core/base/utf8.h"

namespace bookends {

namespace {

bool is_part(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string_view cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && is_part(text[most])) --most;
  return text.substr(0, most);
}

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
  const bool readable = is_utf8(text);
  std::string shown(readable ? cut(text, most) : text.substr(0, most));
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const auto byte = static_cast<unsigned char>(shown[i]);
    if (byte < ' ' || byte == 127 || (byte > 127 && !readable)) shown[i] = '?';
    // U+0080 to U+009F control, too.
    if (byte == 0xC2 && readable && static_cast<unsigned char>(shown[i + 1]) < 0xA0) shown[i] = shown[i + 1] = '?';
  }
  return shown;
}

std::string printable_ascii(std::string_view text) {
  std::string shown(text);
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return shown;
}

}  // namespace bookends
