#include "core/base/utf8.h"

#include <cstddef>
#include <cstdint>

namespace bookends {

namespace {

// How many bytes follow a leading byte; -1 when none may begin with it.
int bytes_after(std::uint8_t lead) {
  if (lead < 0x80) return lead == 0 ? -1 : 0;
  if (lead >= 0xc2 && lead < 0xe0) return 1;
  if (lead >= 0xe0 && lead < 0xf0) return 2;
  return lead >= 0xf0 && lead < 0xf5 ? 3 : -1;
}

// The second byte is where overlong forms, surrogates and numbers that are too large show.
bool second_fits(std::uint8_t lead, std::uint8_t second) {
  switch (lead) {
    case 0xe0:
      return second >= 0xa0;
    case 0xed:
      return second < 0xa0;
    case 0xf0:
      return second >= 0x90;
    case 0xf4:
      return second < 0x90;
    default:
      return true;
  }
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<std::uint8_t>(text[i++]);
    const int more = bytes_after(lead);
    if (more < 0) return false;
    for (int k = 0; k < more; ++k, ++i) {
      if (i == text.size()) return false;
      const auto next = static_cast<std::uint8_t>(text[i]);
      if ((next & 0xc0) != 0x80 || (k == 0 && !second_fits(lead, next))) return false;
    }
  }
  return true;
}

}  // namespace bookends
