// Looking positions up in a book: the book file against the binary search of a Polyglot book, on the same keys. Both
// report their bytes a position; half of the look-ups are for positions that are not there.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>

#include "books/file/book_file.h"
#include "books/file/writer.h"

namespace bookends {
namespace {

constexpr std::size_t kPositions = 1'000'000;
constexpr std::size_t kLookUps = 1 << 16;

// Moves, scores and depths as wide as those of a large book.
const std::vector<BookEntry>& entries() {
  static const std::vector<BookEntry> made = [] {
    std::mt19937_64 random(1);
    std::vector<BookEntry> list(kPositions);
    for (BookEntry& e : list) {
      e.key = random();
      e.move_index = static_cast<std::uint16_t>(random() % 40);
      e.score = static_cast<std::int16_t>(static_cast<int>(random() % 1000) - 500);
      e.depth = static_cast<std::uint8_t>(random() % 30);
    }
    return list;
  }();
  return made;
}

const std::vector<Key>& questions() {
  static const std::vector<Key> made = [] {
    std::mt19937_64 random(2);
    std::vector<Key> list(kLookUps);
    for (std::size_t i = 0; i < kLookUps; ++i) list[i] = i % 2 == 0 ? entries()[random() % kPositions].key : random();
    return list;
  }();
  return made;
}

void BM_ProbeFile(benchmark::State& state) {
  const BookHeader header{"chess", 0, BookSide::both, "benchmark", "", {}};
  const std::vector<std::byte> bytes = encode_book(header, entries()).value();
  const auto size = static_cast<double>(bytes.size());
  const BookFile file = BookFile::from_bytes(bytes, "book").value();
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(file.find(questions()[i++ % kLookUps]));
  state.counters["bytes_per_position"] = size / static_cast<double>(kPositions);
}
BENCHMARK(BM_ProbeFile);

// 16 bytes a position, highest byte first, as such a file is read through a memory map.
struct PolyglotFile {
  static constexpr std::size_t kEntry = 16;
  std::vector<std::uint8_t> bytes;

  PolyglotFile() {
    std::vector<BookEntry> sorted = entries();
    std::sort(sorted.begin(), sorted.end(), [](const BookEntry& a, const BookEntry& b) { return a.key < b.key; });
    for (const BookEntry& e : sorted) {
      for (int shift = 56; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::uint8_t>(e.key >> shift));
      bytes.resize(bytes.size() + kEntry - 8);
    }
  }
  Key key_at(std::size_t i) const {
    Key key = 0;
    for (std::size_t b = 0; b < 8; ++b) key = key << 8 | bytes[i * kEntry + b];
    return key;
  }
  bool holds(Key key) const {
    std::size_t low = 0, high = bytes.size() / kEntry;
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (key_at(middle) < key)
        low = middle + 1;
      else
        high = middle;
    }
    return low < bytes.size() / kEntry && key_at(low) == key;
  }
};

void BM_PolyglotBinarySearch(benchmark::State& state) {
  const PolyglotFile file;
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(file.holds(questions()[i++ % kLookUps]));
  state.counters["bytes_per_position"] = static_cast<double>(PolyglotFile::kEntry);
}
BENCHMARK(BM_PolyglotBinarySearch);

}  // namespace
}  // namespace bookends
