// Endings: names both ways, orientation, what exists and in which order it can be built.
#include "tablebases/material/material.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/rules/games.h"

namespace bookends::tables {
namespace {

using testing::HasSubstr;

Ending ending(const Rules& rules, std::string_view name) {
  const Result<Ending> parsed = parse_ending(rules, name);
  EXPECT_TRUE(parsed.ok()) << name;
  return *parsed;
}

std::vector<std::string> names(const Rules& rules, const std::vector<Ending>& endings) {
  std::vector<std::string> out;
  for (const Ending& e : endings) out.push_back(ending_name(rules, e));
  return out;
}

TEST(Ending, NameIsCanonicalWhateverTheOrderGiven) {
  for (const auto& [given, canonical] : std::vector<std::pair<std::string, std::string>>{{"KQvKR", "KQvKR"},
                                                                                         {"KRvKQ", "KQvKR"},
                                                                                         {"rkvKQ", "KQvKR"},
                                                                                         {"KPvKN", "KNvKP"},
                                                                                         {"KvKPP", "KPPvK"},
                                                                                         {"KvNBK", "KBNvK"},
                                                                                         {"KQvKPP", "KPPvKQ"},
                                                                                         {"KVK", "KvK"}})
    EXPECT_EQ(ending_name(games::fragments, ending(games::fragments, given)), canonical) << given;
  EXPECT_EQ(ending_name(games::makruk, ending(games::makruk, "KPMNSRvK")), "KRSNMPvK");
}

TEST(Ending, WrongNamesSayWhatIsWrong) {
  const auto error = [](std::string_view name) {
    const Result<Ending> parsed = parse_ending(games::fragments, name);
    EXPECT_FALSE(parsed.ok()) << name;
    EXPECT_EQ(parsed.error().code, ErrorCode::invalid_argument);
    return parsed.ok() ? "" : parsed.error().message;
  };
  EXPECT_THAT(error("KQK"), HasSubstr("no 'v'"));
  EXPECT_THAT(error(""), HasSubstr("no 'v'"));
  EXPECT_THAT(error("KSvK"), HasSubstr("'S'"));
  EXPECT_THAT(error("KQvKvK"), HasSubstr("'v'"));
  EXPECT_THAT(error("QvK"), HasSubstr("0 kings"));
  EXPECT_THAT(error("KvQ"), HasSubstr("0 kings"));
  EXPECT_THAT(error("KKvK"), HasSubstr("2 kings"));
  EXPECT_THAT(error("KQQQvKQQQ"), HasSubstr("8 pieces"));
}

TEST(Ending, OrientedWithTheStrongerSideFirst) {
  PieceCounts counts{};
  counts[0][slot(Kind::king)] = counts[1][slot(Kind::king)] = 1;
  counts[1][slot(Kind::rook)] = 1;
  counts[0][slot(Kind::knight)] = 1;
  const Oriented oriented = ending_of(games::chess, counts);
  EXPECT_EQ(ending_name(games::chess, oriented.ending), "KRvKN");
  EXPECT_TRUE(oriented.swapped);
  counts[0][slot(Kind::knight)] = 0;
  counts[0][slot(Kind::rook)] = 1;
  EXPECT_FALSE(ending_of(games::chess, counts).swapped);
  EXPECT_TRUE(ending_of(games::chess, counts).ending.symmetric());
  counts[0][slot(Kind::pawn)] = 1;
  EXPECT_FALSE(ending_of(games::chess, counts).swapped) << "more men are stronger";
}

TEST(Endings, ThereAreThirtySixWithFourMen) {
  for (const Rules* rules : all_games()) {
    if (rules->strength.size() != kKinds) continue;  // a game may lack a piece
    EXPECT_EQ(endings_up_to(*rules, 2).size(), 1u);
    EXPECT_EQ(endings_up_to(*rules, 3).size(), 6u);
    EXPECT_EQ(endings_up_to(*rules, 4).size(), 36u);
    EXPECT_EQ(endings_up_to(*rules, 5).size(), 146u);  // the 145 that are commonly counted, and KvK
  }
}

TEST(Endings, LackThePieceThatTheGameLacks) {
  Rules rules = games::gardner;
  rules.pieces[slot(Kind::bishop)] = {};
  rules.strength = "KQRNP";
  rules.promotes_to = "QRN";
  EXPECT_THAT(names(rules, endings_up_to(rules, 3)), testing::ElementsAre("KvK", "KQvK", "KRvK", "KNvK", "KPvK"));
  EXPECT_EQ(endings_up_to(rules, 4).size(), 25u);
  EXPECT_EQ(ending_name(rules, ending(rules, "KPvKN")), "KNvKP");
  EXPECT_FALSE(parse_ending(rules, "KBvK").ok());
  EXPECT_FALSE(parse_ending(rules, std::string_view("K\0vK", 4)).ok());
}

TEST(Endings, NamesAreUniqueAndRoundTrip) {
  for (const Rules* rules : all_games()) {
    std::set<std::string> seen;
    for (const Ending& e : endings_up_to(*rules, 6)) {
      const std::string name = ending_name(*rules, e);
      EXPECT_TRUE(seen.insert(name).second) << name;
      EXPECT_EQ(ending(*rules, name), e) << name;
    }
  }
}

TEST(Endings, EveryDependencyComesBefore) {
  for (const Rules* rules : all_games()) {
    std::set<Ending> built;
    for (const Ending& e : endings_up_to(*rules, 6)) {
      for (const Ending& d : dependencies(*rules, e))
        EXPECT_TRUE(built.contains(d)) << ending_name(*rules, e) << " needs " << ending_name(*rules, d);
      built.insert(e);
    }
  }
}

TEST(Endings, DependenciesAreOneCaptureOrPromotionAway) {
  const auto of = [](const Rules& rules, std::string_view name) {
    return names(rules, dependencies(rules, ending(rules, name)));
  };
  EXPECT_THAT(of(games::fragments, "KvK"), testing::IsEmpty());
  EXPECT_THAT(of(games::fragments, "KQvKR"), testing::UnorderedElementsAre("KQvK", "KRvK"));
  EXPECT_THAT(of(games::fragments, "KPvK"), testing::UnorderedElementsAre("KvK", "KQvK"));
  EXPECT_THAT(of(games::fragments, "KPvKR"), testing::UnorderedElementsAre("KPvK", "KRvK", "KQvKR", "KQvK"));
  EXPECT_THAT(of(games::gardner, "KPvK"), testing::UnorderedElementsAre("KvK", "KQvK", "KRvK", "KBvK", "KNvK"));
  EXPECT_THAT(of(games::makruk, "KPvK"), testing::UnorderedElementsAre("KvK", "KMvK"));
}

// Of KPvKP only the defender is to move after what leads to it: the pawn that became a queen is White's everywhere.
TEST(Endings, OfSomeDependenciesOnlyOneSideIsEverToMove) {
  const auto sides = [](std::string_view name) {
    std::map<std::string, std::array<bool, 2>> out;
    for (const Dependency& d : dependencies_by_side(games::fragments, ending(games::fragments, name)))
      out[ending_name(games::fragments, d.ending)] = d.to_move;
    return out;
  };
  const std::array<bool, 2> stronger{true, false}, weaker{false, true};
  const std::map<std::string, std::array<bool, 2>> pawns{{"KPvK", weaker}, {"KQvK", weaker}, {"KQvKP", weaker}};
  EXPECT_EQ(sides("KPvKP"), pawns);
  const std::map<std::string, std::array<bool, 2>> pieces{{"KQRvK", weaker}, {"KQvKR", stronger}, {"KRvKR", stronger}};
  EXPECT_EQ(sides("KQRvKR"), pieces);
}

TEST(Endings, DeadMaterialFollowsTheRules) {
  EXPECT_TRUE(is_dead(games::fragments, ending(games::fragments, "KvK")));
  EXPECT_FALSE(is_dead(games::fragments, ending(games::fragments, "KNvK")));
  EXPECT_TRUE(is_dead(games::chess, ending(games::chess, "KBvK")));
  EXPECT_TRUE(is_dead(games::gardner, ending(games::gardner, "KNvK")));
  EXPECT_FALSE(is_dead(games::chess, ending(games::chess, "KPvK")));
  EXPECT_FALSE(is_dead(games::chess, ending(games::chess, "KBvKN")));
}

}  // namespace
}  // namespace bookends::tables
