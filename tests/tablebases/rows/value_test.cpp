// What is kept of a solved ending, as those who move into it see it.
#include "tablebases/rows/value.h"

#include <gtest/gtest.h>

#include "core/rules/games.h"

namespace bookends::tables {
namespace {

// The one code says what the codes of both distances say.
void expect_same(DtmCode dtm, DtzCode dtz) {
  constexpr int kLimitPlies = 2 * games::chess.move_limit;
  const SolvedCode code = solved_code(dtm, dtz, kLimitPlies);
  ASSERT_EQ(dtm_of(code), dtm);
  ASSERT_EQ((value_for_mover<games::chess, Distance::to_mate>(code)),
            (before_exit<games::chess, Distance::to_mate>(value_of<Distance::to_mate>(dtm))));
  ASSERT_EQ((value_for_mover<games::chess, Distance::to_zeroing>(code)),
            (before_exit<games::chess, Distance::to_zeroing>(value_of<Distance::to_zeroing>(dtz))))
      << dtm << " " << dtz;
}

TEST(SolvedCode, SaysWhatBothCodesSay) {
  expect_same(kIllegal, kIllegal);
  expect_same(kDrawCode, kDrawCode);
  for (int plies = 0; plies < 1200; ++plies)
    for (int zeroing = 0; zeroing <= plies; ++zeroing)
      expect_same(decided_in(plies), plies % 2 == 1 ? dtz_won_in(zeroing) : dtz_lost_in(zeroing));
}

}  // namespace
}  // namespace bookends::tables
