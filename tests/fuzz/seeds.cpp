#include "tests/fuzz/seeds.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "core/io/file.h"
#include "tests/damage/samples.h"
#include "tests/fuzz/syzygy_seed.h"

namespace bookends::test {
namespace {

// A frame of so many bytes that repeat at the distance, after the byte that says what room there is.
std::vector<std::byte> frame_seed(std::size_t size, std::size_t distance, int level) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += static_cast<char>(i % distance * i % 29);
  std::vector<std::byte> seed(1 + ZSTD_compressBound(size), std::byte{0xff});
  seed.resize(1 + ZSTD_compress(seed.data() + 1, seed.size() - 1, text.data(), size, level));
  return seed;
}

// After the byte that says how large a part is.
std::vector<std::byte> packed_seed(const std::string& text, bool gzip) {
  std::vector<std::byte> seed(1 + 1000 + text.size(), std::byte{80});
  if (!gzip) {
    seed.resize(1 + ZSTD_compress(seed.data() + 1, seed.size() - 1, text.data(), text.size(), 3));
    return seed;
  }
  z_stream stream{};
  constexpr int kWithHeaderOfGzip = 15 + 16;
  deflateInit2(&stream, 6, Z_DEFLATED, kWithHeaderOfGzip, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(seed.data() + 1);
  stream.avail_out = static_cast<uInt>(seed.size() - 1);
  deflate(&stream, Z_FINISH);
  seed.resize(1 + stream.total_out);
  deflateEnd(&stream);
  return seed;
}

}  // namespace

std::vector<std::vector<std::byte>> seeds_of(const FuzzTarget& target) {
  std::vector<std::vector<std::byte>> seeds;
  for (const SampleFile& file : sample_files())
    if (file.kind == target.sample) seeds.push_back(file.bytes);
  if (target.run == fuzz_syzygy)
    for (const std::uint32_t magic : {kSyzygyResults, kSyzygyDistances}) seeds.push_back(syzygy_seed(magic));
  if (target.run == fuzz_zstd_frame)
    for (const std::size_t size : {40, 700, 9000, 60000})
      for (const std::size_t distance : {1, 7, 1000})
        for (const int level : {1, 19}) seeds.push_back(frame_seed(size, distance, level));
  if (target.run == fuzz_packed_text)
    for (const bool gzip : {false, true})
      seeds.push_back(packed_seed("[Variant \"fragments\"]\n\n1. d3 b3 2. c3 *\n\n[Event \"2\"]\n\n1. d3 *\n", gzip));
  const std::filesystem::path folder =
      std::filesystem::path(BOOKENDS_SOURCE_DIR) / "tests/fuzz/corpus" / std::string(target.name);
  std::vector<std::filesystem::path> texts;
  if (std::filesystem::is_directory(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder)) texts.push_back(entry.path());
  std::sort(texts.begin(), texts.end());
  for (const std::filesystem::path& text : texts)
    if (auto bytes = read_file(text)) seeds.push_back(std::move(*bytes));
  return seeds;
}

}  // namespace bookends::test
