// What goes into files when memory runs out: all of it, or nothing.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <new>
#include <string>

#include "books/grow/history.h"
#include "books/proof/plan/history.h"
#include "books/proof/prove/tail_search.h"
#include "books/work/settings.h"
#include "core/io/file.h"
#include "core/notation/pgn.h"
#include "core/rules/games.h"
#include "tests/damage/allocations.h"
#include "tests/damage/samples.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"
#include "tools/verify/verify.h"

namespace bookends::test {
namespace {

// Each allocation fails once.
template <class F>
void expect_whole_or_nothing(const F& make) {
  if (!kCountsAllocations) GTEST_SKIP() << "a sanitizer allocates";
  const std::string whole = make();
  std::size_t n = 0;
  for (bool failed = true; failed;) {
    std::string made = whole;
    fail_allocation(++n);
    try {
      made = make();
    } catch (const std::bad_alloc&) {
    }
    failed = end_of_failing();
    ASSERT_EQ(made, whole) << "without allocation " << n;
  }
  EXPECT_GT(n, 2u) << "nothing was tried";
}

TEST(MemoryOfText, SettingsOfABookAreWholeOrNotThere) {
  BuildSettings settings;
  settings.game = games::fragments.name;
  settings.starts.emplace_back(games::fragments.starts[0]);
  expect_whole_or_nothing([&] { return settings.text(); });
}

TEST(MemoryOfText, NamedSettingsAreAllReadOrNone) {
  const std::string text = "start=the first of two long names\nnodes=1\nstart=the second of two long names\n";
  expect_whole_or_nothing([&] {
    std::string all;
    for (const std::string& start : settings_named(text, "start")) all += start + ";";
    return all;
  });
}

TEST(MemoryOfText, MovesOfAPgnAreWholeOrNotThere) {
  expect_whole_or_nothing([&] {
    PgnText text;
    for (int i = 0; i < 200; ++i) text.word("a word " + std::to_string(i));
    text.words("a comment with a word that is long enough to be allocated-by-itself");
    return text.take();
  });
}

TEST(MemoryOfText, PgnBeginsAnewAfterItIsTaken) {
  PgnText text;
  text.word("one");
  EXPECT_EQ(text.take(), "one");
  EXPECT_EQ(text.take(), "");
}

// That memory runs out says nothing of a file. Each of the first allocations fails once, of the later ones every few.
TEST(MemoryOfReaders, IsNotTakenForDamage) {
  if (!kCountsAllocations) GTEST_SKIP() << "a sanitizer allocates";
  Progress progress;
  for (const SampleFile& file : sample_files()) {
    SCOPED_TRACE(file.kind);
    if (file.kind == "plan of tables") continue;  // JSON, whose library asks for memory when it gives some back
    std::size_t n = 0;
    for (bool failed = true; failed;) {
      n += 1 + n / 50;
      fail_allocation(n);
      try {
        const auto found = verify_bytes(file.bytes, "file", 1, progress);
        failed = end_of_failing();
        ASSERT_TRUE(found || (failed && found.error().code == ErrorCode::limit))
            << "without allocation " << n << ": " << found.error().message;
      } catch (const std::bad_alloc&) {
        end_of_failing();
      }
    }
    EXPECT_GT(n, 2u) << "nothing was tried";
  }
}

TEST(MemoryOfFiles, AHistoryKeepsItsLines) {
  if (!kCountsAllocations) GTEST_SKIP() << "a sanitizer allocates";
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "a name that is too long to be kept without an allocation";
  std::string lines = "seconds\tpositions\tvalue1\n";
  for (const char digit : {'1', '2', '3'}) lines += digit + std::string(300, '0') + "\t10\t0\n";
  ASSERT_TRUE(write_file(path, as_bytes(lines)));
  std::size_t n = 0;
  for (bool failed = true; failed;) {
    fail_allocation(++n);
    try {
      const History history(path, 1);
      failed = end_of_failing();
    } catch (const std::bad_alloc&) {
      end_of_failing();
    }
    ASSERT_EQ(text_of(path), lines) << "without allocation " << n;
  }
  EXPECT_GT(n, 2u) << "nothing was tried";
}

TEST(MemoryOfFiles, AProofsHistoryKeepsItsLines) {
  if (!kCountsAllocations) GTEST_SKIP() << "a sanitizer allocates";
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "a name that is too long to be kept without an allocation";
  std::string lines = std::string(kProofHistoryColumns) + '\n';
  for (const char digit : {'1', '2', '3'})
    lines += digit + std::string(".0") + std::string(300, '0') + "\t1\t1\t1\t1\t1\t1\t1\t1\n";
  ASSERT_TRUE(write_file(path, as_bytes(lines)));
  std::size_t n = 0;
  for (bool failed = true; failed;) {
    fail_allocation(++n);
    try {
      ProofHistory history;
      history.open(path, std::chrono::hours(1));
      failed = end_of_failing();
    } catch (const std::bad_alloc&) {
      end_of_failing();
    }
    ASSERT_EQ(text_of(path), lines) << "without allocation " << n;
  }
  EXPECT_GT(n, 2u) << "nothing was tried";
}

// Its tables count for --memory, each at its largest.
TEST(MemoryOfSearches, ATableGoesBeforeALargerOneComes) {
  if (!kCountsAllocations) GTEST_SKIP() << "a sanitizer allocates";
  using Tail = TailSearch<games::fragments>;
  const Solved solved;
  const std::atomic<bool> stop = true;
  const auto root = Position<games::fragments>::from_fen("k4/5/2N2/5/4K w - - 0 1").value();
  Tail tail(solved, nullptr, root.turn());
  tail.run(root, 100'000, stop);
  begin_counting_allocations();
  tail.run(root, 200'000, stop);
  EXPECT_EQ(tail.held_bytes(), Tail::bytes_for(200'000));
  EXPECT_GT(most_allocated(), 0u);
  EXPECT_LT(most_allocated(), Tail::bytes_for(200'000) * 3 / 4) << "beyond the old one, which is half as large";
  tail.run(root, 100'000, stop);
  EXPECT_EQ(tail.held_bytes(), Tail::bytes_for(200'000)) << "it is kept for the next long one";
}

TEST(MemoryOfFiles, OneThatIsNotBegunLeavesNothing) {
  if (!kCountsAllocations) GTEST_SKIP() << "a sanitizer allocates";
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "a name that is too long to be kept without an allocation";
  std::size_t n = 0;
  for (bool failed = true; failed;) {
    fail_allocation(++n);
    try {
      const auto begun = AtomicFile::create(path);
      failed = end_of_failing();
      EXPECT_TRUE(failed || begun);
    } catch (const std::bad_alloc&) {
      end_of_failing();
    }
    ASSERT_EQ(folder.names().size(), 0u) << "without allocation " << n;
  }
  EXPECT_GT(n, 2u) << "nothing was tried";
}

}  // namespace
}  // namespace bookends::test
