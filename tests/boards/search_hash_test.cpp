#include <gtest/gtest.h>

#include "tools/pages/book_search.h"

namespace bookends::test {
namespace {

// The number that the script computes in a browser.
TEST(SearchHash, IsOfFourFields) {
  constexpr std::uint64_t kHash = 0x4b3b0e01ec8c981d;
  for (const char* fen : {"rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1", "rqknb/ppppp/5/PPPPP/BNKQR w - -"})
    EXPECT_EQ(search_hash(fen), kHash) << fen;
  EXPECT_NE(search_hash("rqknb/ppppp/5/PPPPP/BNKQR b - - 0 1"), kHash);
}

}  // namespace
}  // namespace bookends::test
