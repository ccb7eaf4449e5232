// The cache of decoded blocks, by one thread and by many.
#include "tablebases/block_cache.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <thread>

namespace bookends::tables {
namespace {

constexpr std::size_t kWords = 64;

// A block whose every word says which block and which word it is.
std::vector<std::byte> block(std::size_t number) {
  std::vector<std::byte> bytes(kWords * 8);
  for (std::size_t w = 0; w < kWords; ++w) {
    const std::uint64_t word = number << 32 | w;
    std::memcpy(bytes.data() + w * 8, &word, 8);
  }
  return bytes;
}

TEST(BlockCache, FindsWhatWasInserted) {
  BlockCache cache(10, kWords * 8, 1 << 20);
  EXPECT_FALSE(cache.find(3, 0));
  cache.insert(3, block(3));
  EXPECT_EQ(cache.find(3, 7), std::uint64_t{3} << 32 | 7);
  EXPECT_FALSE(cache.find(4, 7));
}

TEST(BlockCache, KeepsItsBudget) {
  BlockCache cache(100, kWords * 8, 5 * kWords * 8);
  for (std::size_t b = 0; b < 100; ++b) cache.insert(b, block(b));
  int here = 0;
  for (std::size_t b = 0; b < 100; ++b)
    if (const auto word = cache.find(b, 1)) {
      EXPECT_EQ(*word, b << 32 | 1);
      ++here;
    }
  EXPECT_EQ(here, 5);
}

TEST(BlockCache, KeepsWhatIsUsed) {
  BlockCache cache(100, kWords * 8, 5 * kWords * 8);
  cache.insert(0, block(0));
  for (std::size_t b = 1; b < 100; ++b) {
    ASSERT_TRUE(cache.find(0, 0)) << b;
    cache.insert(b, block(b));
  }
}

TEST(BlockCache, ShortBlocks) {
  BlockCache cache(2, kWords * 8, 1 << 20);
  const std::vector<std::byte> three(3, std::byte{0xff});
  cache.insert(1, three);
  EXPECT_EQ(cache.find(1, 0), 0xffffffu);
}

TEST(BlockCache, ThreadsNeverSeeTheWrongBlock) {
  constexpr std::size_t kBlocks = 40;
  BlockCache cache(kBlocks, kWords * 8, 6 * kWords * 8);
  std::vector<std::vector<std::byte>> blocks;
  for (std::size_t b = 0; b < kBlocks; ++b) blocks.push_back(block(b));
  std::atomic<int> wrong = 0, hits = 0;
  const auto work = [&](unsigned seed) {
    std::mt19937 dice(seed);
    for (int i = 0; i < 100000; ++i) {
      const std::size_t b = dice() % kBlocks, w = dice() % kWords;
      if (const auto word = cache.find(b, w)) {
        ++hits;
        if (*word != (b << 32 | w)) ++wrong;
      } else {
        cache.insert(b, blocks[b]);
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) threads.emplace_back(work, t);
  for (auto& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(hits, 1000);
}

}  // namespace
}  // namespace bookends::tables
