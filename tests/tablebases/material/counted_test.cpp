// Values under Makruk's counting, against games and searches played by the core's rules.
#include "tablebases/material/counted.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "tests/tablebases/solve_support.h"

namespace bookends::tables {
namespace {

constexpr const Rules& kGame = games::makruk;
using Pos = Position<games::makruk>;
using Wdl = OracleValue::Wdl;
using Makruk = Solved<games::makruk>;

// "KRvKM": the first side is White's.
PieceCounts material(std::string_view name) {
  PieceCounts counts{};
  std::size_t side = 0;
  for (const char ch : name) {
    if (ch == 'v')
      side = 1;
    else
      ++counts[side][slot(kGame.slot_of(ch))];
  }
  return counts;
}

int after_change(std::string_view before, std::string_view after, Color turn) {
  return longest_mate_that_counts(kGame, material(before), material(after), turn);
}

OracleValue value_of_code(DtmCode code) {
  if (code == kDrawCode) return {};
  return {is_win(code) ? Wdl::win : Wdl::loss, plies_of(code)};
}

TEST(LongestMate, IsWhatTheRulesSayForABaredKhun) {
  constexpr Color kBare = Color::black;
  EXPECT_EQ(after_change("KRRvKM", "KRRvK", kBare), 2 * 4);
  EXPECT_EQ(after_change("KRvKN", "KRvK", kBare), 2 * 13);
  EXPECT_EQ(after_change("KSSvKR", "KSSvK", kBare), 2 * 18);
  EXPECT_EQ(after_change("KNNvKM", "KNNvK", kBare), 2 * 28);
  EXPECT_EQ(after_change("KSvKM", "KSvK", kBare), 2 * 41);
  EXPECT_EQ(after_change("KMvKM", "KMvK", kBare), 2 * 61);
  EXPECT_EQ(after_change("KRNvKM", "KRNvK", kBare), 2 * 12);
  EXPECT_EQ(after_change("KMvKR", "KvKR", Color::white), 2 * 13);
}

TEST(LongestMate, IsLimitedToWhenTheLastBiaGoes) {
  EXPECT_EQ(after_change("KRPvK", "KRvK", Color::white), 2 * 14 - 1);  // taken by the bare Khun
  EXPECT_EQ(after_change("KRPvK", "KRMvK", Color::black), 2 * 12);     // promoted
  EXPECT_EQ(after_change("KRvKP", "KRvK", Color::black), 2 * 13);
  EXPECT_EQ(after_change("KPPvK", "KMPvK", Color::black), kNoLimit);
  EXPECT_EQ(after_change("KRPvKN", "KRPvK", Color::black), kNoLimit);
}

TEST(LongestMate, IsNotLimitedWhereNoCountBegins) {
  EXPECT_EQ(after_change("KRNvK", "KRvK", Color::white), kNoLimit);  // frozen long ago
  EXPECT_EQ(after_change("KRNvKM", "KRvKM", Color::white), kNoLimit);
  EXPECT_EQ(after_change("KRvK", "KvK", Color::white), kNoLimit);
  EXPECT_EQ(longest_mate_that_counts(games::chess, material("KRvKN"), material("KRvK"), Color::black), kNoLimit);
}

TEST(LongestMate, LeavesShorterOnesAndDrawsAsTheyAre) {
  EXPECT_EQ(limited(decided_in(8), 8), decided_in(8));
  EXPECT_EQ(limited(decided_in(9), 8), kDrawCode);
  EXPECT_EQ(limited(decided_in(500), kNoLimit), decided_in(500));
  EXPECT_EQ(limited(kDrawCode, 8), kDrawCode);
  EXPECT_EQ(limited(kIllegal, 8), kIllegal);
}

// A random position of three men and White, the chaser, or Black to move; not mate.
Pos random_position(std::mt19937& dice, const std::vector<Ending>& endings) {
  for (;;) {
    const auto& index = Makruk::upto(3).index(endings[dice() % endings.size()]);
    const std::uint64_t number = dice() % index.size();
    if (index.multiplicity(number) == 0) continue;
    if (const auto p = position_at(index, number, static_cast<int>(dice() % 2))) return *p;
  }
}

std::vector<Ending> bare_endings() {
  std::vector<Ending> out;
  for (const char* name : {"KRvK", "KSvK", "KMvK", "KNvK"}) out.push_back(parse_ending(kGame, name).value());
  return out;
}

Pos with_count(const Pos& position, Count count) {
  Setup setup = position.setup();
  setup.count = count;
  return Pos::from_setup(setup).value();
}

Move best_move(const Pos& position) {
  Move best;
  int best_rank = 0;
  for (const Move m : position.legal_moves()) {
    const DtmCode code = Makruk::upto(3).code(position.after(m));
    const int rank = is_loss(code) ? 100000 - code : is_win(code) ? code - 100000 : 0;
    if (!best || rank > best_rank) best = m, best_rank = rank;
  }
  return best;
}

// With the shortest mate and the longest defence, the count ends the game exactly when the module says so.
TEST(RunningCount, EndsGamesOfPerfectPlayAsPredicted) {
  std::mt19937 dice(11);
  const std::vector<Ending> endings{parse_ending(kGame, "KRvK").value()};
  int wins = 0, draws = 0;
  while (wins + draws < 400) {
    const Pos bare = random_position(dice, endings);
    const DtmCode code = Makruk::upto(3).code(bare);
    if (!is_decided(code) || plies_of(code) == 0) continue;
    // Around the decision; even where the bare side is to move, as every count of a game.
    const int left = std::min(32, plies_of(code) + static_cast<int>(dice() % 5) - 2);
    const int plies = std::max(0, 32 - left) / 2 * 2 + (bare.turn() == Color::white ? 1 : 0);
    const Pos start = with_count(bare, {32, static_cast<std::uint16_t>(plies)});
    const auto predicted = value_under_counting(start, value_of_code(code));
    ASSERT_TRUE(predicted);
    Game<games::makruk> game(start);
    while (!verdict(game.position()).over()) game.play(best_move(game.position()));
    const Verdict end = verdict(game.position());
    ASSERT_EQ(end.ending == bookends::Ending::checkmate, predicted->wdl != Wdl::draw) << start.fen();
    ASSERT_EQ(end.ending == bookends::Ending::counting, predicted->wdl == Wdl::draw) << start.fen();
    ++(predicted->wdl == Wdl::draw ? draws : wins);
  }
  EXPECT_GT(wins, 100);
  EXPECT_GT(draws, 100);
}

// Whether White mates before the count runs out, by the rules alone.
bool mates(const Pos& position) {
  const Verdict v = verdict(position);
  if (v.over()) return v.ending == bookends::Ending::checkmate && position.turn() == Color::black;
  const MoveList moves = position.legal_moves();
  const auto wins = [&](Move m) { return mates(position.after(m)); };
  return position.turn() == Color::white ? std::any_of(moves.begin(), moves.end(), wins)
                                         : std::all_of(moves.begin(), moves.end(), wins);
}

TEST(RunningCount, AgreesWithSearchingEveryMoveToItsEnd) {
  std::mt19937 dice(5);
  const std::vector<Ending> endings = bare_endings();
  int wins = 0, draws = 0;
  while (wins + draws < 300) {
    const Pos bare = random_position(dice, endings);
    const DtmCode code = Makruk::upto(3).code(bare);
    if (!is_decided(code) || plies_of(code) > 6) continue;
    const int left = static_cast<int>(dice() % 6);
    const Pos start = with_count(bare, {88, static_cast<std::uint16_t>(88 - left)});
    const auto predicted = value_under_counting(start, value_of_code(code));
    ASSERT_TRUE(predicted);
    ASSERT_EQ(mates(start), predicted->wdl != Wdl::draw) << start.fen();
    ++(predicted->wdl == Wdl::draw ? draws : wins);
  }
  EXPECT_GT(wins, 50);
  EXPECT_GT(draws, 50);
}

// Without a count of its own a position has the one of a Khun that has just been left bare.
TEST(NoCount, IsTheCountOfAFreshlyBaredKhun) {
  const Pos bare = Pos::from_fen("8/8/8/3k4/8/8/8/K6R b - - 0 1").value();
  EXPECT_EQ(value_under_counting(bare, {Wdl::loss, 26})->wdl, Wdl::loss);
  EXPECT_EQ(value_under_counting(bare, {Wdl::loss, 28})->wdl, Wdl::draw);
  EXPECT_EQ(value_under_counting(bare, {Wdl::loss, 28})->plies, -1);
  const Pos chaser = Pos::from_fen("8/8/8/3k4/8/8/8/K6R w - - 0 1").value();
  EXPECT_EQ(value_under_counting(chaser, {Wdl::win, 27})->wdl, Wdl::win);
  EXPECT_EQ(value_under_counting(chaser, {Wdl::win, 29})->wdl, Wdl::draw);
  // The same, played out: the first move of the chaser starts the count.
  EXPECT_EQ(chaser.after(parse_uci(chaser, "h1h2").value()).count(), (Count{32, 6}));
}

TEST(NoCount, IsNotDecidedWithoutADistance) {
  const Pos bare = Pos::from_fen("8/8/8/3k4/8/8/8/K6R b - - 0 1").value();
  EXPECT_FALSE(value_under_counting(bare, {Wdl::loss, -1}));
  EXPECT_EQ(value_under_counting(bare, {})->wdl, Wdl::draw);
}

// Bia are left and the loser has the bare Khun: nothing is counted, and what will be is in the value.
TEST(NoCount, LeavesValuesWithBiaAgainstABareKhun) {
  const Pos p = Pos::from_fen("8/8/8/3k4/8/4P3/8/K6R w - - 0 1").value();
  EXPECT_EQ(value_under_counting(p, {Wdl::win, 301})->plies, 301);
  EXPECT_EQ(value_under_counting(p, {Wdl::win, -1})->wdl, Wdl::win);
}

TEST(BoardsHonour, MakesShortMatesSureAndLongOnesUnknown) {
  const auto at = [](std::string_view count) {
    return Pos::from_fen("6nk/8/8/8/8/8/8/RR5K b - " + std::string(count) + " 1").value();
  };
  EXPECT_EQ(value_under_counting(at("128 100"), {Wdl::loss, 28})->wdl, Wdl::loss);
  EXPECT_FALSE(value_under_counting(at("128 100"), {Wdl::loss, 30}));
  EXPECT_EQ(value_under_counting(at("128 128"), {Wdl::loss, 2})->wdl, Wdl::draw);
  EXPECT_EQ(value_under_counting(at("128 128"), {Wdl::loss, 0})->wdl, Wdl::loss);
  EXPECT_EQ(value_under_counting(at("128 100"), {})->wdl, Wdl::draw);
  EXPECT_EQ(value_under_counting(at("- 0"), {Wdl::loss, 128})->wdl, Wdl::loss);
  EXPECT_FALSE(value_under_counting(at("- 0"), {Wdl::loss, 130}));
  EXPECT_FALSE(value_under_counting(at("- 0"), {Wdl::loss, -1}));
}

TEST(OtherGames, CountNothing) {
  const auto p = Position<games::chess>::from_fen("8/8/8/3k4/8/8/8/K6R w - - 0 1").value();
  EXPECT_EQ(value_under_counting(p, {Wdl::win, 99})->plies, 99);
}

// Some endings of four men and what they depend on.
class Four {
 public:
  static Four& get() {
    static Four all({"KRvKM", "KMvKP", "KRPvK"});
    return all;
  }
  const Solution& solution(const Ending& e) { return source_.solution(e); }
  const PlacementIndex<games::makruk>& index(const Ending& e) { return indices_.at(e); }
  DtmCode code(const Pos& position) {
    const Placed at = placed(position);
    if (is_dead(kGame, at.ending)) return kDrawCode;
    return solution(at.ending).dtm[slot(at.side)][index_of(index(at.ending), position, at.swapped)];
  }

 private:
  explicit Four(const std::vector<std::string>& names) {
    for (const std::string& name : names) add(parse_ending(kGame, name).value());
  }
  void add(const Ending& e) {
    if (indices_.contains(e)) return;
    for (const Ending& child : dependencies(kGame, e)) add(child);
    Progress progress;
    source_.add(solve<games::makruk>(e, source_, {1}, progress).value());
    indices_.emplace(e, e);
  }

  MemorySource source_{kGame};
  std::map<Ending, PlacementIndex<games::makruk>> indices_;
};

// The code of a position after a move, under the count that the core gives it.
DtmCode code_in_game(const Pos& position) {
  const DtmCode code = Four::get().code(position);
  const bool bare = position.pieces(Kind::pawn) == 0 &&
                    (!several(position.pieces(Color::white)) || !several(position.pieces(Color::black)));
  if (!bare || !is_decided(code)) return code;
  return plies_of(code) == 0 || position.count().plies + plies_of(code) <= position.count().limit ? code : kDrawCode;
}

// Every position of an ending against the moves it has in a game of the core; `changed` counts those with a move to a
// mate that comes too late.
void expect_counted(std::string_view name, int& changed) {
  Four& solved = Four::get();
  const Ending ending = parse_ending(kGame, name).value();
  const auto& index = solved.index(ending);
  for (std::uint64_t number = 0; number < index.size(); number += 23)
    for (int side = 0; side < 2; ++side) {
      const DtmCode code = solved.solution(ending).dtm[slot(side)][number];
      if (code == kIllegal) continue;
      const Pos p = position_at(index, number, side).value();
      int best = -100001;
      for (const Move m : p.legal_moves()) {
        const Pos after = p.after(m);
        const DtmCode child = code_in_game(after);
        changed += child != solved.code(after);
        best = std::max(best, is_loss(child) ? 100000 - child : is_win(child) ? child - 100000 : 0);
      }
      const DtmCode right = best < -100000 ? (p.in_check() ? decided_in(0) : kDrawCode)
                            : best > 0     ? static_cast<DtmCode>(100000 - best + 1)
                            : best < 0     ? static_cast<DtmCode>(best + 100000 + 1)
                                           : kDrawCode;
      ASSERT_EQ(code, right) << p.fen();
    }
}

TEST(CountedSolutionSlow, HoldsWhatGamesWithCountsComeTo) {
  int changed = 0;
  for (const char* name : {"KRvKM", "KMvKP", "KRPvK"}) expect_counted(name, changed);
  EXPECT_GT(changed, 1000);
}

}  // namespace
}  // namespace bookends::tables
