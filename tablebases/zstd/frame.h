// A zstd frame read without libzstd, for where there is none: in a browser. After RFC 8878. Of frames it knows those of
// our files, which have neither a dictionary nor a checksum.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "tablebases/zstd/bits.h"

namespace bookends::tables::zstd {

// How many bytes were written to `out`; nullopt when `frame` is no such frame or has more bytes than that, when it does
// not fit. Safe on any input.
std::optional<std::size_t> decompress_frame(Bytes frame, std::span<std::byte> out);

}  // namespace bookends::tables::zstd
