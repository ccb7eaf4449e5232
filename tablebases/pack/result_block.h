// A block of results, compressed.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/result.h"
#include "tablebases/file/block_codec.h"
#include "tablebases/pack/result_planes.h"

namespace bookends::tables {

// The bytes of a file's block: each different row once, or planes where that is much smaller (result_rows.h). Errors:
// those of the compressor.
Result<std::vector<std::byte>> compress_results(BlockCompressor& compressor, const ResultPlanes& planes);

}  // namespace bookends::tables
