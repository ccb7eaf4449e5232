// Bytes of a file or of memory are read alike.
#include "core/io/byte_source.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <vector>

#include "core/io/file.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using test::TemporaryFolder;

class BytesOf : public testing::Test {
 protected:
  BytesOf() {
    for (int i = 0; i < 100; ++i) all_.push_back(static_cast<std::byte>(i));
    EXPECT_TRUE(write_file(folder_ / "file", all_));
    sources_.push_back(ByteSource::open(folder_ / "file").value());
    sources_.push_back(ByteSource::of(all_));
  }

  const TemporaryFolder folder_;
  std::vector<std::byte> all_;
  std::vector<ByteSource> sources_;
};

TEST_F(BytesOf, AreReadAtAnyOffset) {
  for (const ByteSource& source : sources_) {
    EXPECT_EQ(source.size(), all_.size());
    std::vector<std::byte> some(30);
    EXPECT_EQ(source.read(10, some).value(), 30u);
    EXPECT_EQ(some, (std::vector<std::byte>(all_.begin() + 10, all_.begin() + 40)));
    EXPECT_EQ(source.read(90, some).value(), 10u) << "as many as there are";
    EXPECT_EQ(some[9], all_.back());
    EXPECT_EQ(source.read(100, some).value(), 0u);
    EXPECT_EQ(source.read(1000, some).value(), 0u);
  }
}

TEST_F(BytesOf, AreViewedWhereAllAre) {
  for (const ByteSource& source : sources_) {
    std::vector<std::byte> buffer;
    const auto seen = source.view(95, 5, buffer);
    ASSERT_TRUE(seen) << seen.error().message;
    EXPECT_EQ(seen->back(), all_.back());
    const auto past = source.view(95, 6, buffer);
    ASSERT_FALSE(past);
    EXPECT_EQ(past.error().code, ErrorCode::corrupt);
  }
}

TEST_F(BytesOf, AFileThatIsCutMeanwhileAreNotAllThere) {
  std::filesystem::resize_file(folder_ / "file", 50);
  std::vector<std::byte> buffer;
  EXPECT_TRUE(sources_[0].view(0, 50, buffer));
  const auto gone = sources_[0].view(0, 51, buffer);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, ErrorCode::corrupt);
}

TEST_F(BytesOf, NoFileAreNone) {
  const auto missing = ByteSource::open(folder_ / "missing");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  const std::filesystem::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto waits = ByteSource::open(pipe);
  ASSERT_FALSE(waits);
  EXPECT_EQ(waits.error().code, ErrorCode::io);
}

}  // namespace
}  // namespace bookends
