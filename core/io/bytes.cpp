#include "core/io/bytes.h"

#include <cassert>
#include <cstring>
#include <limits>

namespace bookends {

bool begins_with(std::span<const std::byte> bytes, std::string_view magic) {
  return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

void put_text(std::vector<std::byte>& out, std::string_view text) {
  assert(text.size() <= std::numeric_limits<std::uint16_t>::max());
  put(out, static_cast<std::uint16_t>(text.size()));
  for (const char ch : text) out.push_back(static_cast<std::byte>(ch));
}

std::string ByteReader::read_text() {
  const std::size_t size = read<std::uint16_t>();
  const std::span<const std::byte> bytes = take(size);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> ByteReader::take(std::size_t n) {
  if (!ok_ || n > left()) {
    ok_ = false;
    return {};
  }
  const std::span<const std::byte> taken = bytes_.subspan(offset_, n);
  offset_ += n;
  return taken;
}

}  // namespace bookends
