#include "core/rules/games.h"

#include <gtest/gtest.h>

#include <set>

#include "core/position/outcome.h"
#include "core/position/position.h"

namespace bookends {
namespace {

TEST(Games, AreFoundByNameAndOnlySo) {
  for (const Rules* rules : all_games()) EXPECT_EQ(find_game(rules->name).value(), rules);
  const auto unknown = find_game("checkers");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().message,
            "unknown game 'checkers'; the games are fragments, fragments-sd, makruk, chess, gardner");
}

TEST(Games, AreFoundByTheirFingerprints) {
  for (const Rules* rules : all_games()) EXPECT_EQ(find_game(fingerprint(*rules)), rules);
  EXPECT_EQ(find_game(std::uint64_t{1}), nullptr);
}

TEST(Games, WithGameReachesTheGameItself) {
  for (const Rules* rules : all_games())
    EXPECT_EQ(with_game(*rules, []<const Rules & R>() { return &R; })->name, rules->name);
}

TEST(Games, FingerprintsTellRulesApart) {
  std::set<std::uint64_t> seen;
  for (const Rules* rules : all_games()) seen.insert(fingerprint(*rules));
  EXPECT_EQ(seen.size(), all_games().size());
  Rules renamed = games::fragments;
  renamed.name = "another";
  renamed.piece_set = PieceSet::makruk;  // what it looks like is no rule
  renamed.syzygy = true;                 // nor is whether others have files of it
  EXPECT_EQ(fingerprint(renamed), fingerprint(games::fragments));
  Rules changed = games::fragments;
  changed.repetition = 3;
  EXPECT_NE(fingerprint(changed), fingerprint(games::fragments));
}

TEST(Games, EveryStartIsALegalPositionThatRoundTrips) {
  for (const Rules* rules : all_games())
    with_game(*rules, []<const Rules & R>() {
      for (std::size_t i = 0; i < R.starts.size() && !R.starts[i].empty(); ++i) {
        const auto p = Position<R>::from_fen(R.starts[i]);
        ASSERT_TRUE(p.ok());
        EXPECT_EQ(p->fen(), R.starts[i]);
        EXPECT_FALSE(verdict(*p).over());
        EXPECT_EQ(start_fen(R, R.start_names[i]).value(), R.starts[i]);
      }
      EXPECT_EQ(start_fen(R, "").value(), R.starts[0]);
      EXPECT_EQ(start_fen(R, "startpos").value(), R.starts[0]);
      EXPECT_FALSE(start_fen(R, "nowhere").ok());
    });
}

}  // namespace
}  // namespace bookends
