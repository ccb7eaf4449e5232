// Every code of a solution against the codes of the positions one move on, found by the core's move generator. A table
// that agrees everywhere is right: decided positions by induction on their distance, drawn ones because neither side
// can leave the draw without losing.
#include "tablebases/solve/solve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/tablebases/solve_support.h"

namespace bookends::tables {
namespace {

// What one ply of search says: plies_to_end and draws as codes.
template <const Rules& R>
DtmCode by_one_ply(Solved<R>& solved, const Position<R>& position);

template <const Rules& R>
DtmCode code_of(Solved<R>& solved, const Position<R>& position) {
  // En passant rights are not in the tables: search over them.
  return position.en_passant() == kNoSquare ? solved.code(position) : by_one_ply(solved, position);
}

template <const Rules& R>
DtmCode by_one_ply(Solved<R>& solved, const Position<R>& position) {
  int fastest_win = -1, slowest_loss = -1;
  bool draw = false;
  const MoveList moves = position.legal_moves();
  if (moves.empty()) {
    const bool lost = position.in_check() || R.stalemate == Stalemate::loses;
    return lost ? decided_in(0) : kDrawCode;
  }
  for (const Move m : moves) {
    const Position<R> after = position.after(m);
    const DtmCode next = under_new_count(position, after, code_of(solved, after));
    EXPECT_NE(next, kIllegal) << position.fen();
    if (next == kDrawCode) draw = true;
    if (is_loss(next) && (fastest_win < 0 || plies_of(next) < fastest_win)) fastest_win = plies_of(next) + 1;
    if (is_win(next)) slowest_loss = std::max(slowest_loss, plies_of(next) + 1);
  }
  if (fastest_win >= 0) return decided_in(fastest_win);
  return draw ? kDrawCode : decided_in(slowest_loss);
}

// Looks at every `stride`-th index.
template <const Rules& R>
void expect_consistent(int men, const Ending& ending, std::uint64_t stride) {
  auto& solved = Solved<R>::upto(men);
  const PlacementIndex<R>& index = solved.index(ending);
  int wrong = 0;
  for (std::uint64_t number = 0; number < index.size() && wrong < 3; number += stride) {
    const bool canonical = index.multiplicity(number) != 0;
    for (int side = 0; side < 2; ++side) {
      const DtmCode code = solved.solution(ending).dtm[slot(side)][number];
      if (!canonical) {
        EXPECT_EQ(code, kIllegal) << ++wrong;
        continue;
      }
      const auto position = position_at(index, number, side);
      EXPECT_EQ(position.ok(), code != kIllegal) << R.name << " " << ending_name(R, ending) << " " << number;
      if (!position.ok() || code == kIllegal) continue;
      const DtmCode expected = by_one_ply(solved, *position);
      EXPECT_EQ(code, expected) << R.name << " " << position->fen() << (code != expected ? ++wrong : 0);
    }
  }
}

template <const Rules& R>
void expect_all_consistent(int men, std::uint64_t stride) {
  for (const Ending& e : Solved<R>::upto(men).endings())
    if (e.men() == men) expect_consistent<R>(men, e, stride);
}

TEST(Solve, ThreeMenOfEveryGameFollowFromTheirSuccessors) {
  for (const Rules* rules : all_games()) with_game(*rules, []<const Rules & R>() { expect_all_consistent<R>(3, 7); });
}

TEST(Solve, FourMenOnSmallBoardsFollowFromTheirSuccessors) {
  expect_all_consistent<games::fragments>(4, 11);
  expect_all_consistent<games::fragments_sd>(4, 31);
  expect_all_consistent<games::gardner>(4, 31);
}

TEST(SolveSlow, ThreeMenOfEveryGameWithoutAGap) {
  for (const Rules* rules : all_games()) with_game(*rules, []<const Rules & R>() { expect_all_consistent<R>(3, 1); });
}

TEST(SolveSlow, FourMenOnSmallBoardsWithoutAGap) {
  expect_all_consistent<games::fragments>(4, 1);
  expect_all_consistent<games::fragments_sd>(4, 1);
  expect_all_consistent<games::gardner>(4, 1);
}

TEST(SolveSlow, FourMenOnLargeBoards) {
  expect_all_consistent<games::chess>(4, 499);
  expect_all_consistent<games::makruk>(4, 499);
}

// After a2-a4 Black, to move, has nothing but the en passant capture: without it he is stalemated, a draw here.
TEST(SolveSlow, EnPassantIsForcedWhenItIsTheOnlyMove) {
  auto& solved = Solved<games::fragments_sd>::upto(5);
  const auto position = Position<games::fragments_sd>::from_fen("5/1p3/1K3/P2R1/k4 w - - 0 1");
  ASSERT_TRUE(position.ok());
  const auto after = position->after(Move(5, 15));
  ASSERT_EQ(after.count_legal_moves(), 1);
  EXPECT_EQ(solved.code(after), kDrawCode);
  EXPECT_EQ(solved.code(*position), by_one_ply(solved, *position));
}

// Five men with several pawns: double steps past pawns of the other side, and the stalemate that en passant breaks.
TEST(SolveSlow, FiveMenWithPawnsOnBothSides) {
  auto& solved = Solved<games::fragments_sd>::upto(5);
  for (const char* name : {"KPPvKP", "KRPvKP", "KPPvKR", "KRRvKN", "KPPPvK"})
    expect_consistent<games::fragments_sd>(5, *parse_ending(games::fragments_sd, name), 97);
  EXPECT_EQ(solved.endings().size(), 146u);
}

// Six men have two that move along rows: what is true of one need not be true of both (quarter turns of the board are
// not their own inverse).
TEST(SolveSlow, SixMenOnSmallBoards) {
  for (const char* name : {"KQRvKRB", "KQRBvKN", "KRBvKBN"}) {
    const Ending ending = *parse_ending(games::fragments, name);
    Solved<games::fragments>::upto(4).add_with_all(ending);
    expect_consistent<games::fragments>(4, ending, 97);
  }
}

template <const Rules& R>
void expect_same_for_any_threads(int men, std::string_view name) {
  const Ending ending = *parse_ending(R, name);
  auto& solved = Solved<R>::upto(ending.has_pawns() ? men : men - 1);  // promotions keep the number of men
  Progress progress;
  const auto one = solve<R>(ending, solved.source(), {.threads = 1, .dtz = true, .hints = true}, progress);
  ASSERT_TRUE(one.ok());
  for (const int threads : {2, 3}) {
    const auto more = solve<R>(ending, solved.source(), {.threads = threads, .dtz = true, .hints = true}, progress);
    ASSERT_TRUE(more.ok());
    EXPECT_EQ(one->dtm, more->dtm) << name << " with " << threads << " threads";
    EXPECT_EQ(one->dtz, more->dtz) << name << " with " << threads << " threads";
    EXPECT_EQ(one->hints, more->hints) << name << " with " << threads << " threads";
  }
}

TEST(Solve, TheNumberOfThreadsChangesNothing) {
  for (const char* name : {"KRvKN", "KBNvK", "KPvKP", "KNNvK", "KQvKP"})
    expect_same_for_any_threads<games::fragments>(4, name);
  expect_same_for_any_threads<games::chess>(3, "KPvK");
  expect_same_for_any_threads<games::chess>(4, "KQvKR");
}

// What the solver asks for.
class WatchedSource final : public SolutionSource {
 public:
  explicit WatchedSource(SolutionSource& source) : source_(source) {}
  Result<std::shared_ptr<const SideCodes>> find(const Ending& ending, int side) override {
    asked.emplace(ending, side);
    return source_.find(ending, side);
  }
  std::set<std::pair<Ending, int>> asked;

 private:
  SolutionSource& source_;
};

template <const Rules& R>
void expect_only_dependencies(int men) {
  auto& solved = Solved<R>::upto(men);
  for (const Ending& e : solved.endings()) {
    if (is_dead(R, e)) continue;
    std::set<std::pair<Ending, int>> known;
    for (const Dependency& d : dependencies_by_side(R, e))
      for (const int side : {0, 1})
        if (d.to_move[slot(side)]) known.emplace(d.ending, side);
    WatchedSource source(solved.source());
    Progress progress;
    ASSERT_TRUE(solve<R>(e, source, {.threads = 1}, progress).ok());
    EXPECT_EQ(source.asked, known) << ending_name(R, e);
  }
}

TEST(Solve, AsksForTheSidesOfItsDependenciesThatMayBeToMove) {
  expect_only_dependencies<games::fragments>(4);
  expect_only_dependencies<games::gardner>(4);
  expect_only_dependencies<games::makruk>(3);
}

TEST(Solve, AMissingDependencyIsNamed) {
  MemorySource nothing(games::fragments);
  Progress progress;
  const auto solution = solve<games::fragments>(*parse_ending(games::fragments, "KQvK"), nothing, {1}, progress);
  ASSERT_FALSE(solution.ok());
  EXPECT_EQ(solution.error().code, ErrorCode::not_found);
  EXPECT_THAT(solution.error().message, testing::HasSubstr("KvK"));
}

class Stopped : public Progress {
 public:
  bool stop_requested() const override { return true; }
};

TEST(Solve, StopsWhenAsked) {
  Stopped progress;
  const auto solution = solve<games::fragments>(*parse_ending(games::fragments, "KRvKN"),
                                                Solved<games::fragments>::upto(3).source(), {2}, progress);
  ASSERT_FALSE(solution.ok());
  EXPECT_EQ(solution.error().code, ErrorCode::interrupted);
}

TEST(Solve, EndingsWithoutMatingMaterialAreDrawn) {
  for (const char* name : {"KvK", "KBvK", "KNvK"}) {
    const Ending ending = *parse_ending(games::chess, name);
    for (const auto& codes : Solved<games::chess>::upto(3).solution(ending).dtm)
      for (std::uint64_t i = 0; i < codes.size(); ++i)
        ASSERT_TRUE(codes[i] == kDrawCode || codes[i] == kIllegal) << name;
  }
}

}  // namespace
}  // namespace bookends::tables
