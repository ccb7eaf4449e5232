#include "core/base/utf8.h"

#include <utf8.h>

namespace bookends {

bool is_utf8(std::string_view text) {
  return text.find('\0') == std::string_view::npos && utf8::is_valid(text.begin(), text.end());
}

}  // namespace bookends
