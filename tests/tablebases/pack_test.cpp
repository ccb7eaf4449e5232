// Values to bytes and back.
#include "tablebases/pack.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/tablebases/table_support.h"

namespace bookends::tables {
namespace {

Section section(Metric metric, std::uint8_t bits) {
  Section s;
  s.metric = metric;
  s.bits = bits;
  s.block_log = 12;
  return s;
}

RC_GTEST_PROP(Pack, WhatHasAValueComesBack, (unsigned seed)) {
  const int most = *rc::gen::element(3, 60, 500, 900);
  const auto size = static_cast<std::uint64_t>(*rc::gen::inRange(1, 2000));
  const Solution solution = test::invented(Ending{}, size, seed, most);
  const auto& codes = solution.dtm[0];
  const Section wdl = section(Metric::wdl, 2);
  const Section dtm = section(Metric::dtm, dtm_bits(codes));
  RC_ASSERT(dtm.bits == 8 || most > 510);
  const auto packed_wdl = pack_block(wdl, codes), packed_dtm = pack_block(dtm, codes);
  RC_ASSERT(packed_wdl.size() == (codes.size() + 3) / 4);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] == kIllegal) continue;
    const Wdl result = unpack_wdl(packed_value(wdl, packed_wdl, i));
    RC_ASSERT(unpack_code(result, packed_value(dtm, packed_dtm, i)) == codes[i]);
  }
}

TEST(Pack, DontCaresContinueTheRun) {
  const std::vector<DtmCode> codes{kIllegal,      decided_in(1), kIllegal, kIllegal,
                                   decided_in(4), kDrawCode,     kIllegal, kDrawCode};
  const Section wdl = section(Metric::wdl, 2), dtm = section(Metric::dtm, 8);
  const auto w = pack_block(wdl, codes), d = pack_block(dtm, codes);
  const std::vector<unsigned> expected_wdl{1, 1, 1, 1, 2, 0, 0, 0}, expected_dtm{0, 0, 0, 0, 2, 2, 2, 2};
  for (std::size_t i = 0; i < codes.size(); ++i) {
    EXPECT_EQ(packed_value(wdl, w, i), expected_wdl[i]) << i;
    EXPECT_EQ(packed_value(dtm, d, i), expected_dtm[i]) << i;
  }
}

TEST(Pack, WidthFollowsTheLongestDistance) {
  EXPECT_EQ(dtm_bits(std::vector<DtmCode>{decided_in(511)}), 8);
  EXPECT_EQ(dtm_bits(std::vector<DtmCode>{decided_in(512)}), 16);
  EXPECT_EQ(dtm_bits(std::vector<DtmCode>{kIllegal, kDrawCode}), 8);
}

}  // namespace
}  // namespace bookends::tables
