// Packed messages: bytes between ranks, compressed as fast as zstd can.
#pragma once

#include <optional>
#include <span>

#include "core/base/communicator.h"

namespace bookends::tables {

Bytes pack_message(const Bytes& bytes);
// Nothing when they are not what pack_message() made.
std::optional<Bytes> unpack_message(std::span<const std::byte> packed);

}  // namespace bookends::tables
