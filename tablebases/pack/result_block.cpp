#include "tablebases/pack/result_block.h"

#include <utility>

#include "tablebases/file/result_rows.h"

namespace bookends::tables {
namespace {

// Of fewer different rows planes are hardly ever smaller, and rows are quick to decode and small in memory. By trial.
constexpr std::size_t kFewRows = 256;

// For an eighth of the bytes a block may be larger in memory.
bool is_much_smaller(std::size_t bytes, std::size_t than) { return bytes * 8 < than * 7; }

}  // namespace

Result<std::vector<std::byte>> compress_results(BlockCompressor& compressor, const ResultPlanes& planes) {
  const std::vector<ResultRow> rows = result_rows(planes);
  const std::vector<std::byte> encoded = encode_rows(rows);
  Result<std::vector<std::byte>> by_number = compressor.compress(encoded);
  if (!by_number || different_rows(encoded) <= kFewRows) return by_number;
  Result<std::vector<std::byte>> as_planes = compressor.compress(encode_planes(rows));
  if (!as_planes) return as_planes;
  return is_much_smaller(as_planes->size(), by_number->size()) ? std::move(as_planes) : std::move(by_number);
}

}  // namespace bookends::tables
