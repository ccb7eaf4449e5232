#include "tablebases/zstd/frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tablebases/file/block_codec.h"

namespace bookends::tables::zstd {
namespace {

using Text = std::vector<std::byte>;

constexpr std::size_t kMostOfTheirs = 1 << 18;

// What zstd treats in ways of its own: of few and many symbols, that repeat soon, late, or not at all.
Text made(std::mt19937& random, std::size_t size, int symbols, int repeats_percent) {
  Text text;
  std::geometric_distribution<int> symbol(1.0 / std::max(2, symbols));
  while (text.size() < size) {
    if (text.size() > 8 && static_cast<int>(random() % 100) < repeats_percent) {
      const std::size_t from = random() % text.size(), length = 3 + random() % (random() % 16 == 0 ? 70000 : 40);
      for (std::size_t i = 0; i < length && text.size() < size; ++i) text.push_back(text[from + i]);
    } else {
      text.push_back(static_cast<std::byte>(symbols == 1 ? 0 : symbol(random)));
    }
  }
  return text;
}

Text compressed(const Text& text, int level, bool says_size) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, says_size ? 1 : 0);
  Text frame(ZSTD_compressBound(text.size()));
  const std::size_t n = ZSTD_compress2(context, frame.data(), frame.size(), text.data(), text.size());
  ZSTD_freeCCtx(context);
  EXPECT_EQ(ZSTD_isError(n), 0u);
  frame.resize(n);
  return frame;
}

TEST(ZstdFrame, ReadsWhatZstdWrites) {
  std::mt19937 random(7);
  for (const std::size_t size : {0, 1, 5, 100, 300, 3000, 20000, 140000, 400000})
    for (const int symbols : {1, 2, 6, 40, 200})
      for (const int repeats : {0, 2, 30})
        for (const int level : {1, 3, 9, 19}) {
          if (level == 19 && size > 150000) continue;
          const Text text = made(random, size, symbols, repeats);
          const Text frame = compressed(text, level, random() % 2 == 0);
          Text read(text.size());
          ASSERT_EQ(decompress_frame(frame, read), text.size())
              << size << " bytes, symbols " << symbols << ", repeats " << repeats << ", level " << level;
          ASSERT_EQ(read, text);
        }
}

TEST(ZstdFrame, ReadsBlocksOfTables) {
  std::mt19937 random(8);
  BlockCompressor compressor(19, 4);
  for (const std::size_t size : {64, 4096, 65536}) {
    const Text text = made(random, size, 3, 10);
    Text read(size);
    EXPECT_EQ(decompress_frame(*compressor.compress(text), read), size);
    EXPECT_EQ(read, text);
  }
}

TEST(ZstdFrame, RefusesWhatDoesNotFitOrIsCut) {
  std::mt19937 random(9);
  const Text text = made(random, 5000, 6, 20);
  const Text frame = compressed(text, 3, true);
  Text small(text.size() - 1), right(text.size());
  EXPECT_FALSE(decompress_frame(frame, small));
  for (std::size_t n = 0; n < frame.size(); ++n)
    ASSERT_FALSE(decompress_frame(std::span(frame).first(n), right)) << n << " of " << frame.size();
  Text longer = frame;
  longer.push_back(std::byte{0});
  EXPECT_FALSE(decompress_frame(longer, right));
}

TEST(ZstdFrame, RefusesDictionariesAndChecksums) {
  Text frame = compressed(Text(100), 3, false), out(200);
  ASSERT_TRUE(decompress_frame(frame, out));
  for (const int flag : {1, 2, 4, 8}) {
    Text other = frame;
    other[4] |= static_cast<std::byte>(flag);
    EXPECT_FALSE(decompress_frame(other, out)) << flag;
  }
}

// Of a damaged frame it reads nothing beyond it and writes nothing beyond `out`, as the sanitizers see. Where it finds
// bytes in it, zstd finds the same, given room: it may want more than it fills. (The head stays: what it says of memory
// is for zstd only.)
TEST(ZstdFrame, IsSafeOnDamage) {
  std::mt19937 random(10);
  std::size_t read_by_both = 0;
  for (int i = 0; i < 4000; ++i) {
    const Text text =
        made(random, 20 + random() % 3000, 1 + static_cast<int>(random() % 60), static_cast<int>(random() % 30));
    Text frame = compressed(text, 1 + static_cast<int>(random() % 12), false);
    for (std::size_t n = 1 + random() % 3; n > 0; --n)
      frame[6 + random() % (frame.size() - 6)] = static_cast<std::byte>(random());
    Text ours(text.size() + 500), theirs(kMostOfTheirs);
    const auto n = decompress_frame(frame, ours);
    if (!n) continue;
    const std::size_t m = ZSTD_decompress(theirs.data(), theirs.size(), frame.data(), frame.size());
    ASSERT_EQ(ZSTD_isError(m), 0u) << ZSTD_getErrorName(m);
    ASSERT_EQ(m, *n);
    ASSERT_TRUE(std::equal(ours.begin(), ours.begin() + static_cast<std::ptrdiff_t>(m), theirs.begin()));
    ++read_by_both;
  }
  EXPECT_GT(read_by_both, 100u);  // else nothing was compared
}

}  // namespace
}  // namespace bookends::tables::zstd
