// DTZ and hints: every code against what one ply of search says, with the core's move generator and the codes of the
// positions one move on; and chess against the figures of another generator.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>

#include "tests/tablebases/solve_support.h"

namespace bookends::tables {
namespace {

// Comparable for the side to move, as plies from a number no distance reaches: 1000 - n is a win in n plies.
constexpr int kFar = 1000;
int score(bool win, int plies) { return win ? kFar - plies : plies - kFar; }
int plies_of_score(int score) { return kFar - std::abs(score); }

int dtm_score(DtmCode code) { return is_decided(code) ? score(is_win(code), plies_of(code)) : 0; }
int dtz_score(DtzCode code) { return is_dtz_decided(code) ? score(is_dtz_win(code), dtz_plies(code)) : 0; }

// One more ply to the end.
int before(int score) { return score > 0 ? 1 - score : score < 0 ? -1 - score : 0; }

template <const Rules& R>
constexpr int kPlyLimit = 2 * R.move_limit;

// By a move that zeroes the clock: only whether the limit comes first is of interest.
template <const Rules& R>
int before_zeroing(int score) {
  if (score == 0) return 0;
  const int plies = plies_of_score(score) <= kPlyLimit<R> ? 1 : kPlyLimit<R> + 1;
  return score > 0 ? plies - kFar : kFar - plies;
}

// 2 won, 1 cursed win, 0 draw, -1 blessed loss, -2 lost; where there is no limit only 2, 0, -2.
template <const Rules& R>
int result(int score) {
  const int sign = score > 0 ? 1 : score < 0 ? -1 : 0;
  return R.move_limit != 0 && plies_of_score(score) > kPlyLimit<R> ? sign : 2 * sign;
}

struct Best {
  std::optional<int> any, zeroing, conversion;
  void take(int value, bool zeroes, bool converts) {
    any = std::max(any.value_or(value), value);
    if (zeroes) zeroing = std::max(zeroing.value_or(value), value);
    if (converts) conversion = std::max(conversion.value_or(value), value);
  }
};

struct OnePly {
  Best dtm, dtz;
};

template <const Rules& R>
OnePly one_ply(Solved<R>& solved, const Position<R>& position) {
  OnePly best;
  const MoveList moves = position.legal_moves();
  if (moves.empty()) {
    const bool lost = position.in_check() || R.stalemate == Stalemate::loses;
    best.dtm.any = best.dtz.any = lost ? -kFar : 0;
  }
  for (const Move m : moves) {
    const auto next = position.after(m);
    int dtm = 0, dtz = 0;
    if (next.en_passant() == kNoSquare) {
      dtm = dtm_score(under_new_count(position, next, solved.code(next)));
      if (R.move_limit != 0) dtz = dtz_score(solved.dtz(next));
    } else {  // rights are not in the tables: search over them
      const OnePly deeper = one_ply(solved, next);
      dtm = *deeper.dtm.any;
      dtz = *deeper.dtz.any;
    }
    const bool zeroes = position.is_zeroing(m), converts = position.is_capture(m) || m.promotes();
    best.dtm.take(before(dtm), zeroes, converts);
    best.dtz.take(zeroes ? before_zeroing<R>(dtz) : before(dtz), zeroes, converts);
  }
  return best;
}

template <const Rules& R>
int expected_hints(const OnePly& best) {
  int hints = 0;
  const Best& decided = R.move_limit != 0 ? best.dtz : best.dtm;
  if (decided.conversion && result<R>(*decided.conversion) == result<R>(*decided.any)) {
    hints |= kConversionDecides;
    if (best.dtm.conversion == best.dtm.any) hints |= kConversionIsBest;
  }
  if (R.move_limit != 0 && best.dtz.any > 0 && best.dtz.zeroing == best.dtz.any) hints |= kZeroingIsBest;
  return hints;
}

// Every `stride`-th index of an ending with mating material.
template <const Rules& R>
void expect_consistent(Solved<R>& solved, const Ending& ending, std::uint64_t stride) {
  const PlacementIndex<R>& index = solved.index(ending);
  const Solution& solution = solved.solution(ending);
  ASSERT_EQ(solution.dtz[0].size(), R.move_limit != 0 ? index.size() : 0);
  ASSERT_EQ(solution.hints[0].size(), index.size());
  int wrong = 0;
  for (std::uint64_t number = 0; number < index.size() && wrong < 3; number += stride) {
    for (int side = 0; side < 2; ++side) {
      const bool legal = solution.dtm[slot(side)][number] != kIllegal;
      if (R.move_limit != 0) {
        EXPECT_EQ(solution.dtz[slot(side)][number] != kIllegal, legal) << number;
      }
      if (!legal) {
        EXPECT_EQ(solution.hints[slot(side)][number], 0) << ++wrong;
        continue;
      }
      const auto position = position_at(index, number, side);
      const OnePly best = one_ply(solved, *position);
      if (R.move_limit != 0) {
        const int dtz = dtz_score(solution.dtz[slot(side)][number]);
        EXPECT_EQ(dtz, *best.dtz.any) << position->fen() << (dtz != *best.dtz.any ? ++wrong : 0);
      }
      if (is_dead(R, ending)) continue;
      const int hints = solution.hints[slot(side)][number], expected = expected_hints<R>(best);
      EXPECT_EQ(hints, expected) << R.name << " " << position->fen() << (hints != expected ? ++wrong : 0);
    }
  }
}

template <const Rules& R>
void expect_all_dtz_consistent(int men, std::uint64_t stride) {
  auto& solved = Solved<R>::upto(men);
  const std::vector<Ending> endings = solved.endings();
  for (const Ending& e : endings)
    if (e.men() == men) expect_consistent<R>(solved, e, stride);
}

TEST(SolveDtz, ThreeMenOfEveryGameFollowFromTheirSuccessors) {
  for (const Rules* rules : all_games())
    with_game(*rules, []<const Rules & R>() { expect_all_dtz_consistent<R>(3, 17); });
}

TEST(SolveDtz, HintsOfFourMenOnSmallBoards) {
  expect_all_dtz_consistent<games::fragments>(4, 37);
  expect_all_dtz_consistent<games::gardner>(4, 97);
}

TEST(SolveDtzSlow, FourMenOnLargeBoards) {
  expect_all_dtz_consistent<games::chess>(4, 499);
  expect_all_dtz_consistent<games::makruk>(4, 997);
}

// With results that the limit turns into draws. The limit also reaches through exits, and those endings have pawns.
Solved<games::chess>& with_cursed_results() {
  auto& solved = Solved<games::chess>::upto(4);
  if (solved.endings().size() > 36) return solved;
  for (const char* name : {"KBBvKN", "KNNvKQ", "KNNvKR", "KNNvKB", "KNNvKN", "KNNvKP"})
    solved.add(*parse_ending(games::chess, name));
  return solved;
}

// Endings of five men take minutes and gigabytes: these two run with --gtest_also_run_disabled_tests.
TEST(SolveDtzSlow, DISABLED_CursedResultsFollowFromTheirSuccessors) {
  auto& solved = with_cursed_results();
  for (const char* name : {"KBBvKN", "KNNvKP"}) expect_consistent(solved, *parse_ending(games::chess, name), 19997);
}

// Nothing is taken for what is not asked for, and asking changes nothing else.
TEST(SolveDtz, OnlyWhatIsAskedFor) {
  constexpr const Rules& R = games::chess;
  auto& solved = Solved<R>::upto(3);
  const Ending ending = *parse_ending(R, "KPvK");
  const Solution& all = solved.solution(ending);
  Progress progress;
  for (const bool dtz : {false, true})
    for (const bool hints : {false, true}) {
      const auto some = solve<R>(ending, solved.source(), {.threads = 1, .dtz = dtz, .hints = hints}, progress);
      ASSERT_TRUE(some.ok());
      EXPECT_EQ(some->dtm, all.dtm);
      EXPECT_EQ(some->dtz[0].empty() && some->dtz[1].empty(), !dtz);
      EXPECT_EQ(some->hints[0].empty() && some->hints[1].empty(), !hints);
      if (dtz) {
        EXPECT_EQ(some->dtz, all.dtz);
      }
    }
}

// With all that its promotions lead to. No hint is of DTM then, and of losses hints say nothing.
TEST(SolveDtz, WithoutDtmIsTheSame) {
  constexpr const Rules& R = games::chess;
  auto& solved = Solved<R>::upto(3);
  MemorySource source(R);
  Progress progress;
  for (const Ending& ending : solved.endings()) {
    const Solution& all = solved.solution(ending);
    auto some = solve<R>(ending, source, {.threads = 1, .dtm = false, .dtz = true, .hints = true}, progress);
    ASSERT_TRUE(some.ok()) << some.error().message;
    EXPECT_TRUE(some->dtm[0].empty() && some->dtm[1].empty());
    EXPECT_EQ(some->dtz, all.dtz);
    for (const std::size_t side : {0, 1})
      for (std::uint64_t i = 0; i < all.hints[side].size(); ++i) {
        const DtzCode code = all.dtz[side][i];
        if (is_dtz_decided(code) && !is_dtz_win(code)) continue;
        ASSERT_EQ(some->hints[side][i], all.hints[side][i] & ~kConversionIsBest) << ending_name(R, ending);
      }
    source.add(std::move(*some));
  }
}

TEST(SolveDtz, WithoutDtmIsOfNoMeaningWhereNothingElseHasTheResults) {
  Progress progress;
  const auto counted =
      solve<games::makruk>(*parse_ending(games::makruk, "KRvK"), Solved<games::makruk>::upto(2).source(),
                           {.threads = 1, .dtm = false, .dtz = true}, progress);
  ASSERT_TRUE(counted.ok());
  EXPECT_FALSE(counted->dtm[0].empty());
  EXPECT_TRUE(needs_dtm(games::chess, false));
  EXPECT_FALSE(needs_dtm(games::chess, true));
}

TEST(SolveDtz, ADependencyWithoutDtmIsNamed) {
  constexpr const Rules& R = games::chess;
  MemorySource source(R);
  Progress progress;
  source.add(*solve<R>(*parse_ending(R, "KvK"), source, {.threads = 1, .dtm = false, .dtz = true}, progress));
  const auto solution = solve<R>(*parse_ending(R, "KQvK"), source, {.threads = 1, .dtz = true}, progress);
  ASSERT_FALSE(solution.ok());
  EXPECT_EQ(solution.error().code, ErrorCode::not_found);
  EXPECT_THAT(solution.error().message, testing::HasSubstr("KvK has been solved without DTM"));
}

// Codes that come when all places are taken are as good as others: with pawns they are asked for while others come.
TEST(SolveDtz, CodesWithoutAPlaceAreTheSame) {
  constexpr const Rules& R = games::chess;
  auto& solved = Solved<R>::upto(3);
  Progress progress;
  for (const char* name : {"KRvK", "KQvK", "KPvK"}) {
    const Ending ending = *parse_ending(R, name);
    for (const int threads : {1, 3}) {
      const SolveOptions few{.threads = threads, .dtz = true, .hints = true, .places = 7};
      const auto solution = solve<R>(ending, solved.source(), few, progress);
      ASSERT_TRUE(solution.ok());
      EXPECT_TRUE(solution->dtm[0].has_late() && solution->dtz[0].has_late());
      EXPECT_EQ(solution->dtm, solved.solution(ending).dtm) << name;
      EXPECT_EQ(solution->dtz, solved.solution(ending).dtz) << name;
      EXPECT_EQ(solution->hints, solved.solution(ending).hints) << name;
      for (const std::size_t side : {0, 1}) {
        const SideCodes codes = side_codes(R, solution->dtm[side], solution->dtz[side]);
        EXPECT_EQ(codes.meaning, (*solved.source().find(ending, static_cast<int>(side)))->meaning);
      }
    }
  }
}

TEST(SolveDtz, ADependencyWithoutDtzIsNamed) {
  constexpr const Rules& R = games::chess;
  MemorySource source(R);
  Progress progress;
  source.add(*solve<R>(*parse_ending(R, "KvK"), source, {.threads = 1}, progress));
  const auto solution = solve<R>(*parse_ending(R, "KQvK"), source, {.threads = 1, .dtz = true}, progress);
  ASSERT_FALSE(solution.ok());
  EXPECT_EQ(solution.error().code, ErrorCode::not_found);
  EXPECT_THAT(solution.error().message, testing::HasSubstr("KvK has been solved without DTZ"));
}

// ----- Against the figures of another generator. It counts placements that no symmetry of the board maps onto each
// other, and tells identical men apart.

// How many of them a number of the index stands for.
template <const Rules& R>
int counted(const PlacementIndex<R>& index, std::uint64_t number) {
  std::array<Square, kMaxMen> squares{};
  index.squares(number, {squares.data(), index.men().size()});
  const auto on = [&](int symmetry) {
    return std::all_of(squares.begin(), squares.begin() + static_cast<std::ptrdiff_t>(index.men().size()),
                       [&](Square s) { return kSymmetries<R>[slot(symmetry)][slot(s)] == s; });
  };
  int images = index.symmetries();
  if (index.ending().has_pawns()) images = 2;
  if (images == 8 && (on(kTranspose) || on(kTranspose | kMirrorFiles | kMirrorRanks))) images = 4;
  int placements = index.multiplicity(number);
  for (const auto groups : {index.pawn_groups(), index.piece_groups()})
    for (const Group& g : groups)
      for (int i = 2; i <= g.size; ++i) placements *= i;
  return placements / images;
}

std::string figures(const PlacementIndex<games::chess>& index, const CodeArray& codes) {
  std::array<std::int64_t, 5> counts{};  // from the wins to the losses
  int longest_win = -1, longest_loss = -1;
  for (std::uint64_t number = 0; number < codes.size(); ++number) {
    const DtzCode code = codes[number];
    if (code == kIllegal) continue;
    counts[slot(2 - result<games::chess>(dtz_score(code)))] += counted(index, number);
    if (is_dtz_decided(code)) {
      int& longest = is_dtz_win(code) ? longest_win : longest_loss;
      longest = std::max(longest, dtz_plies(code));
    }
  }
  return fmt::format("{}\t{}\t{}", fmt::join(counts, "\t"), longest_win, longest_loss);
}

// Compares the rows of the endings with so many men that `solved` has; returns how many there were.
int expect_figures(Solved<games::chess>& solved, int men) {
  const auto& have = solved.endings();
  std::ifstream file(BOOKENDS_SOURCE_DIR "/tests/data/syzygy-statistics.tsv");
  std::string line;
  int rows = 0;
  while (std::getline(file, line)) {
    const auto ending = parse_ending(games::chess, line.substr(0, line.find('\t')));
    if (!ending || ending->men() != men || std::find(have.begin(), have.end(), *ending) == have.end()) continue;
    ++rows;
    const std::size_t side = line.find("\tw\t") != std::string::npos ? 0 : 1;
    const std::string row = line.substr(line.find('\t') + 3);
    EXPECT_EQ(figures(solved.index(*ending), solved.solution(*ending).dtz[side]), row) << line;
  }
  return rows;
}

TEST(SolveDtz, FiguresOfThreeMen) { EXPECT_EQ(expect_figures(Solved<games::chess>::upto(3), 3), 10); }

TEST(SolveDtzSlow, FiguresOfFourMen) { EXPECT_EQ(expect_figures(Solved<games::chess>::upto(4), 4), 60); }

TEST(SolveDtzSlow, DISABLED_FiguresOfCursedResults) { EXPECT_EQ(expect_figures(with_cursed_results(), 5), 12); }

}  // namespace
}  // namespace bookends::tables
