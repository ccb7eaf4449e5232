#include "core/io/zstd_said.h"

#include <gtest/gtest.h>

#include <array>

namespace bookends {
namespace {

TEST(ZstdSaid, TellsWantOfMemoryFromDamage) {
  const auto error = [](ZSTD_ErrorCode code) { return static_cast<std::size_t>(-static_cast<std::ptrdiff_t>(code)); };
  EXPECT_FALSE(is_zstd_error(12345));
  EXPECT_TRUE(is_zstd_error(error(ZSTD_error_corruption_detected)));
  EXPECT_THROW(is_zstd_error(error(ZSTD_error_memory_allocation)), std::bad_alloc);
  const std::array<char, 4> nonsense{'n', 'o', 'n', 'e'};
  std::array<char, 4> out{};
  EXPECT_TRUE(is_zstd_error(ZSTD_decompress(out.data(), out.size(), nonsense.data(), nonsense.size())));
}

TEST(ZstdSaid, AContextThatIsNotThereIsWantOfMemory) {
  EXPECT_THROW(zstd_context(static_cast<ZSTD_DCtx*>(nullptr)), std::bad_alloc);
  ZSTD_DCtx* made = ZSTD_createDCtx();
  EXPECT_EQ(zstd_context(made), made);
  ZSTD_freeDCtx(made);
}

}  // namespace
}  // namespace bookends
