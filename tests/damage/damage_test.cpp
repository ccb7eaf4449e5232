// Every kind of file that we make: bits flipped (is_tried() says which), every length, each given to the reader of
// another. What is not sound is said to be so, and nothing crashes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/io/bytes.h"
#include "core/io/file.h"
#include "core/rules/games.h"
#include "tests/damage/allocations.h"
#include "tests/damage/reseal.h"
#include "tests/damage/samples.h"
#include "tests/support/temporary_folder.h"
#include "tools/verify/kinds.h"
#include "tools/verify/verify.h"

namespace bookends::test {
namespace {

using Bytes = std::vector<std::byte>;

// Of places where numbers are tried: each, but under sanitizers, which make it slow.
#ifdef BOOKENDS_SANITIZED
constexpr std::size_t kStep = 5;
#else
constexpr std::size_t kStep = 1;
#endif

// Bytes that a reader may take for a file of some thousand bytes, whatever numbers are in it.
constexpr std::size_t kMostForAbsurdNumbers = 4 << 20;

Result<VerifiedFile> verified(const Bytes& bytes) {
  Progress progress;
  return verify_bytes(bytes, "file", 1, progress);
}

// What may be said of a file that is damaged.
bool is_refusal(const Error& error) {
  return (error.code == ErrorCode::corrupt || error.code == ErrorCode::unsupported) &&
         error.message.starts_with("file:") && error.message.find('\n') == std::string::npos;
}

// Damage that nobody noticed.
bool passes(const SampleFile& file, const Bytes& damaged) {
  const Result<VerifiedFile> found = verified(damaged);
  if (!found) {
    EXPECT_TRUE(is_refusal(found.error())) << found.error().message;
    return false;
  }
  return file.summed == Summed::all || (file.summed == Summed::records && found->findings.warning.empty());
}

TEST(Samples, AreOfEveryKindAndSound) {
  std::vector<std::string_view> kinds, sampled;
  for (const KindOfFile& kind : kinds_of_files()) kinds.push_back(kind.name);
  const TemporaryFolder folder;
  for (const SampleFile& file : sample_files()) {
    SCOPED_TRACE(file.kind);
    if (std::ranges::count(sampled, file.kind) == 0) sampled.push_back(file.kind);
    ASSERT_FALSE(file.bytes.empty());
    EXPECT_LE(file.bytes.size(), std::size_t{64} << 10);
    ASSERT_TRUE(write_file(folder / "file", file.bytes));
    Progress progress;
    const auto found = verify_file(folder / "file", 1, progress);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->kind, file.kind);
    EXPECT_EQ(found->bytes, file.bytes.size());
    EXPECT_FALSE(found->findings.holds.empty());
    Bytes sealed = file.bytes;
    reseal(file.kind, sealed);
    EXPECT_EQ(sealed, file.bytes) << "what is sound is sealed already";
  }
  EXPECT_THAT(sampled, testing::UnorderedElementsAreArray(kinds));
}

// Whether a bit is tried: every one; but of long files between beginning and end, and of those whose damage nobody can
// notice, one of each byte.
bool is_tried(const SampleFile& file, std::size_t byte, int bit) {
  const std::size_t size = file.bytes.size();
  const bool inside = size > 8192 && byte > 2048 && byte + 256 < size;
  return (!inside && file.summed != Summed::nothing) || bit == static_cast<int>(byte % 8);
}

TEST(Damage, FlippedBitsAreNoticed) {
  for (const SampleFile& file : sample_files()) {
    SCOPED_TRACE(file.kind);
    Bytes bytes = file.bytes;
    for (std::size_t i = 0; i < bytes.size(); ++i)
      for (int bit = 0; bit < 8; ++bit) {
        if (!is_tried(file, i, bit)) continue;
        bytes[i] ^= std::byte{1} << bit;
        ASSERT_FALSE(passes(file, bytes)) << "bit " << bit << " of byte " << i;
        bytes[i] ^= std::byte{1} << bit;
      }
  }
}

TEST(Damage, EveryLengthIsNoticed) {
  for (const SampleFile& file : sample_files()) {
    SCOPED_TRACE(file.kind);
    for (std::size_t n = 0; n < file.bytes.size(); n += file.summed == Summed::nothing && n > 500 ? 7 : 1) {
      const Bytes cut(file.bytes.begin(), file.bytes.begin() + static_cast<std::ptrdiff_t>(n));
      const auto found = verified(cut);
      ASSERT_TRUE(found || is_refusal(found.error())) << n;
      ASSERT_TRUE(!found || file.summed != Summed::all) << "length " << n;  // a journal may end between two records
    }
    for (const std::size_t more : {1, 8, 16, 4096})
      for (const std::byte filler : {std::byte{0}, std::byte{0xff}}) {
        Bytes longer = file.bytes;
        longer.insert(longer.end(), more, filler);
        ASSERT_FALSE(passes(file, longer)) << more << " more bytes";
      }
  }
}

// No reader takes a file of another kind for one of its own.
TEST(Damage, FilesOfOtherKindsAreRefused) {
  Progress progress;
  for (const KindOfFile& kind : kinds_of_files())
    for (const SampleFile& file : sample_files()) {
      if (kind.name == file.kind) continue;
      SCOPED_TRACE(std::string(kind.name) + " of a " + std::string(file.kind));
      const auto found = kind.check({"file", file.bytes, false, 1, progress});
      ASSERT_FALSE(found);
      EXPECT_TRUE(is_refusal(found.error())) << found.error().message;
    }
}

// The number at `at`, little-endian, in so many bytes.
void set_number(Bytes& bytes, std::size_t at, std::size_t width, std::uint64_t value) {
  for (std::size_t i = 0; i < width; ++i) bytes[at + i] = static_cast<std::byte>(value >> (8 * i));
}

TEST(Allocations, AreSeenWhereNobodyWritesToThem) {
  if (!kCountsAllocations) GTEST_SKIP() << "a sanitizer allocates";
  begin_counting_allocations();
  Bytes unwritten;
  unwritten.reserve(kMostForAbsurdNumbers + 1);
  EXPECT_GT(most_allocated(), kMostForAbsurdNumbers);
  begin_counting_allocations();
  EXPECT_LT(most_allocated(), 1000u);
}

// Numbers that no file has, wherever one may stand, under checksums that are right.
TEST(Damage, AbsurdNumbersTakeNoMemory) {
  sample_files();
  for (const SampleFile& file : sample_files()) {
    if (file.summed == Summed::nothing) continue;
    SCOPED_TRACE(file.kind);
    const std::size_t end = std::min<std::size_t>(file.bytes.size(), 1024);
    for (std::size_t at = 0; at + 8 <= end; at += at < 128 ? kStep : 9 * kStep)
      for (const std::size_t width : {std::size_t{4}, std::size_t{8}})
        for (const std::uint64_t value : {std::uint64_t{0x7fffffff}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
          Bytes bytes = file.bytes;
          set_number(bytes, at, width, value);
          reseal(file.kind, bytes);
          begin_counting_allocations();
          const auto found = verified(bytes);
          ASSERT_LE(most_allocated(), kMostForAbsurdNumbers) << at << " " << width << " " << value;
          ASSERT_TRUE(found || is_refusal(found.error()))
              << at << " " << width << " " << value << found.error().message;
        }
  }
}

struct Identity {
  std::string_view kind;
  std::size_t version_at;
  std::size_t rules_at;  // fingerprint
};
constexpr std::array kIdentities{Identity{"table", 12, 16},
                                 Identity{"book", 8, 16},
                                 Identity{"packed book", 8, 16},
                                 Identity{"certificate", 8, 16},
                                 Identity{"network", 8, 12},
                                 Identity{"solved ending", 8, 12},
                                 Identity{"snapshot of a book's build", 8, 16},
                                 Identity{"journal of a book's build", 8, 16},
                                 Identity{"plan of a proof", 8, 16}};

TEST(Damage, FutureVersionsAndOtherRulesAreRefusedByName) {
  for (const Identity& identity : kIdentities)
    for (const bool version : {true, false}) {
      SCOPED_TRACE(std::string(identity.kind) + (version ? ", version" : ", rules"));
      const auto file = std::ranges::find(sample_files(), identity.kind, &SampleFile::kind);
      ASSERT_NE(file, sample_files().end());
      Bytes bytes = file->bytes;
      if (version)
        set_number(bytes, identity.version_at, 4, 99);
      else
        set_number(bytes, identity.rules_at, 8, 12345);
      reseal(file->kind, bytes);
      const auto found = verified(bytes);
      ASSERT_FALSE(found);
      EXPECT_EQ(found.error().code, ErrorCode::unsupported) << found.error().message;
    }
}

TEST(Damage, IsNamedWithItsBytes) {
  for (const SampleFile& file : sample_files()) {
    if (file.summed != Summed::all) continue;
    SCOPED_TRACE(file.kind);
    Bytes bytes = file.bytes;
    bytes[bytes.size() - 12] ^= std::byte{1};
    const auto found = verified(bytes);
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error().message, testing::ContainsRegex("bytes [0-9]+ to [0-9]+"));
  }
}

TEST(Verify, OfAFolderTakesWhatIsOurs) {
  const TemporaryFolder folder;
  ASSERT_FALSE(files_to_verify(folder.path()));
  std::filesystem::create_directory(folder / "inner");
  ASSERT_TRUE(write_file(folder / "notes.txt", as_bytes("a text")));
  ASSERT_TRUE(write_file(folder / "KRvK.bkt", as_bytes("no table, by its name one")));
  ASSERT_TRUE(write_file(folder / "inner/any", sample_files().front().bytes));
  const auto files = files_to_verify(folder.path());
  ASSERT_TRUE(files) << files.error().message;
  ASSERT_EQ(files->size(), 2u);
  EXPECT_EQ(files->front().filename(), "KRvK.bkt");
  Progress progress;
  const auto none = verify_file(folder / "KRvK.bkt", 1, progress);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::corrupt);
  EXPECT_TRUE(verify_file(folder / "inner/any", 1, progress));
  EXPECT_EQ(verify_file(folder / "gone", 1, progress).error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace bookends::test
