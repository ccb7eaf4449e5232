// The cache of decoded blocks, by one thread and by many.
#include "tablebases/probe/block_cache.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <tuple>

namespace bookends::tables {
namespace {

constexpr std::size_t kWords = 64;

// What tells a block's reader how to read it, and goes where it goes.
unsigned tag_of(std::size_t block) { return static_cast<unsigned>(block % 4); }

// A block whose every word says which block and which word it is.
std::vector<std::uint64_t> block(std::size_t number) {
  std::vector<std::uint64_t> words(kWords);
  for (std::size_t w = 0; w < kWords; ++w) words[w] = number << 32 | w;
  return words;
}

std::optional<std::uint64_t> find(const BlockCache& cache, std::size_t block, std::size_t word) {
  return cache.read(block, [&](auto words) { return words(word); });
}

TEST(BlockCache, FindsWhatWasInserted) {
  BlockCache cache(10, kWords, 10 * kWords, 1 << 20);
  EXPECT_FALSE(find(cache, 3, 0));
  cache.insert(3, block(3));
  EXPECT_EQ(find(cache, 3, 7), std::uint64_t{3} << 32 | 7);
  EXPECT_FALSE(find(cache, 4, 7));
}

TEST(BlockCache, KeepsItsBudget) {
  BlockCache cache(100, kWords, 100 * kWords, 5 * kWords * 8);
  for (std::size_t b = 0; b < 100; ++b) cache.insert(b, block(b));
  int here = 0;
  for (std::size_t b = 0; b < 100; ++b)
    if (const auto word = find(cache, b, 1)) {
      EXPECT_EQ(*word, b << 32 | 1);
      ++here;
    }
  EXPECT_EQ(here, 5);
}

TEST(BlockCache, KeepsWhatIsUsed) {
  BlockCache cache(100, kWords, 100 * kWords, 5 * kWords * 8);
  cache.insert(0, block(0));
  for (std::size_t b = 1; b < 100; ++b) {
    ASSERT_TRUE(find(cache, 0, 0)) << b;
    cache.insert(b, block(b));
  }
}

TEST(BlockCache, ShortBlocks) {
  BlockCache cache(2, kWords, 2 * kWords, 1 << 20);
  const std::vector<std::uint64_t> one{0xffffff};
  cache.insert(1, one);
  EXPECT_EQ(find(cache, 1, 0), 0xffffffu);
}

// Several words under one look at the place.
TEST(BlockCache, ReadsManyWordsOfOneBlock) {
  BlockCache cache(4, kWords, 4 * kWords, 1 << 20);
  cache.insert(2, block(2));
  cache.prefetch(2, [](unsigned) { return 5; });
  cache.prefetch(3, [](unsigned) { return 5; });
  const auto sum = cache.read(2, [](auto words) { return words(1) + words(2) - 2 * words(0); });
  EXPECT_EQ(sum, 3u);
}

// Blocks of any sizes fill the ring without gaps, the last come stay, and each has its own words.
TEST(BlockCache, BlocksOfManySizes) {
  constexpr std::size_t kBlocks = 500, kBudgetWords = 40 * kWords;
  BlockCache cache(kBlocks, kWords, kBlocks * kWords, kBudgetWords * 8);
  std::mt19937 dice(1);
  std::vector<std::vector<std::uint64_t>> blocks;
  for (std::size_t b = 0; b < kBlocks; ++b) {
    blocks.push_back(block(b));
    blocks.back().resize(1 + dice() % kWords);
  }
  for (std::size_t round = 0; round < 20000; ++round) {
    const std::size_t b = dice() % kBlocks;
    if (!find(cache, b, 0)) cache.insert(b, blocks[b], tag_of(b));
    std::size_t words = 0;
    for (std::size_t i = 0; round % 100 == 0 && i < kBlocks; ++i) {
      const auto sum = cache.read(i, [&](auto word) {
        std::uint64_t different = word.tag ^ tag_of(i);
        for (std::size_t w = 0; w < blocks[i].size(); ++w) different |= word(w) ^ blocks[i][w];
        return different;
      });
      ASSERT_EQ(sum.value_or(0), 0u) << i;
      words += sum ? (blocks[i].size() + 7) / 8 * 8 : 0;
    }
    ASSERT_LE(words, kBudgetWords);
    if (round > kBlocks && round % 100 == 0) {
      ASSERT_GT(words, kBudgetWords - 2 * kWords) << "little is wasted";
    }
  }
}

// A small block that comes does not drive out large ones that are in use.
TEST(BlockCache, LargeBlocksThatAreUsedStay) {
  BlockCache cache(4, kWords, 4 * kWords, 3 * kWords * 8);
  for (std::size_t b = 0; b < 3; ++b) cache.insert(b, block(b));
  ASSERT_TRUE(find(cache, 0, 0));
  ASSERT_TRUE(find(cache, 1, 0));
  cache.insert(3, std::vector<std::uint64_t>{7});
  EXPECT_TRUE(find(cache, 0, 0));
  EXPECT_TRUE(find(cache, 1, 0));
  EXPECT_FALSE(find(cache, 2, 0));
  EXPECT_TRUE(find(cache, 3, 0));
}

TEST(BlockCache, NothingIsKeptWithoutRoomOrWords) {
  BlockCache none(2, kWords, 2 * kWords, 0);
  none.insert(0, block(0));
  EXPECT_FALSE(find(none, 0, 0));
  for (const std::size_t budget : {std::size_t{0}, std::size_t{1}}) {
    BlockCache cache(2, kWords, 2 * kWords, budget);
    cache.insert(1, {});
    EXPECT_FALSE(find(cache, 1, 0));
  }
}

TEST(BlockCache, NumbersFromWordsOfAnotherBlockDoNoHarm) {
  BlockCache cache(2, kWords, 2 * kWords, 1);
  cache.insert(0, block(~std::size_t{0}));
  EXPECT_TRUE(cache.read(0, [](auto words) { return words(words(0) >> 8); }));
}

// Blocks of many sizes move over each other while they are read.
TEST(BlockCache, ThreadsNeverSeeTheWrongBlock) {
  constexpr std::size_t kBlocks = 40;
  BlockCache cache(kBlocks, kWords, kBlocks * kWords, 6 * kWords * 8);
  std::vector<std::vector<std::uint64_t>> blocks;
  for (std::size_t b = 0; b < kBlocks; ++b) {
    blocks.push_back(block(b));
    blocks.back().resize(1 + b * 37 % kWords);
  }
  std::atomic<int> wrong = 0, hits = 0;
  const auto work = [&](unsigned seed) {
    std::mt19937 dice(seed);
    for (int i = 0; i < 100000; ++i) {
      const std::size_t b = std::min(dice() % kBlocks, dice() % kBlocks), w = dice() % blocks[b].size();
      const auto words = cache.read(b, [&](auto word) { return std::tuple(word.tag, word(0), word(w)); });
      if (words) {
        ++hits;
        if (*words != std::tuple(tag_of(b), std::uint64_t{b} << 32, std::uint64_t{b} << 32 | w)) ++wrong;
      } else {
        cache.insert(b, blocks[b], tag_of(b));
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
