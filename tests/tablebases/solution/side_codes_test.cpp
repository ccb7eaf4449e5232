// What other endings see of a solved one: codes by their places, in a byte or two each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "tablebases/solution/solution_file.h"
#include "tests/tablebases/solve_support.h"
#include "tests/tablebases/table_support.h"

namespace bookends::tables::test {
namespace {

// So many different plies to mate, one after another, between draws and what is no position.
Solution with_plies(int different) {
  Solution solution{ending(games::chess, "KQvK"), {}};
  std::vector<DtmCode> codes{kIllegal};
  for (int plies = different; plies-- > 0;) {
    codes.push_back(decided_in(plies));
    codes.push_back(kDrawCode);
  }
  for (auto& side : solution.dtm) side = CodeArray::of(codes);
  return solution;
}

// As if every distance were one to zeroing.
std::vector<DtzCode> dtz_codes(const CodeArray& dtm) {
  std::vector<DtzCode> codes;
  for (std::uint64_t i = 0; i < dtm.size(); ++i) {
    const DtmCode code = dtm[i];
    const int plies = is_decided(code) ? plies_of(code) : 0;
    codes.push_back(!is_decided(code) ? code : is_win(code) ? dtz_won_in(plies) : dtz_lost_in(plies));
  }
  return codes;
}

void expect_codes(const SideCodes& side, const Solution& solution, int of) {
  const auto& dtm = solution.dtm[slot(of)];
  const auto& dtz = solution.dtz[slot(of)];
  ASSERT_EQ(side.size(), dtm.size());
  for (std::size_t i = 0; i < dtm.size(); ++i) {
    const SolvedCode wanted = dtz.empty() ? dtm[i] : solved_code(dtm[i], dtz[i], 2 * games::chess.move_limit);
    ASSERT_EQ(side[i], wanted) << "number " << i;
  }
}

TEST(SideCodes, TakeAByteUpTo256DifferentOnes) {
  for (const int different : {0, 1, 254, 255, 256, 2000}) {  // and a draw, and no position
    const Solution solution = with_plies(different);
    const SideCodes side = side_codes(games::chess, solution.dtm[0], solution.dtz[0]);
    EXPECT_EQ(side.is_narrow(), different <= 254) << different;
    EXPECT_EQ(side.bytes(), solution.dtm[0].size() * (different <= 254 ? 1 : 2));
    EXPECT_TRUE(side.known.mate);
    EXPECT_FALSE(side.known.limit);
    EXPECT_TRUE(std::ranges::is_sorted(side.meaning));
    expect_codes(side, solution, 0);
  }
}

TEST(SideCodes, KnowWhatIsBeyondTheMoveLimit) {
  Solution solution = with_plies(240);
  solution.dtz[0] = CodeArray::of(dtz_codes(solution.dtm[0]));
  const SideCodes side = side_codes(games::chess, solution.dtm[0], solution.dtz[0]);
  EXPECT_TRUE(side.known.limit);
  EXPECT_TRUE(std::ranges::any_of(side.meaning, [](SolvedCode c) { return c != kIllegal && (c & kBeyondLimit) != 0; }));
  expect_codes(side, solution, 0);
}

TEST(SideCodes, AreTheSameFromAFile) {
  for (const int different : {100, 1000}) {
    const TemporaryFolder folder;
    const Solution solution = with_plies(different);
    const SideCodes side = side_codes(games::chess, solution.dtm[1], {});
    ASSERT_TRUE(save_side(games::chess, solution.ending, 1, side, folder.path()).ok());
    const auto read = load_side(games::chess, solution.ending, 1, side.size(), Known(), folder.path());
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(read->meaning, side.meaning);
    expect_codes(*read, solution, 1);
  }
}

// A file that somebody made, with a right checksum.
TEST(SideCodes, MoreThanThereCanBeAreCorrupt) {
  const TemporaryFolder folder;
  const Solution solution = with_plies(10);
  const SideCodes side = side_codes(games::chess, solution.dtm[0], {});
  ASSERT_TRUE(save_side(games::chess, solution.ending, 0, side, folder.path()).ok());
  const std::filesystem::path path = solution_path(games::chess, solution.ending, 0, folder.path());
  std::vector<std::byte> bytes = read_file(path).value();
  constexpr std::size_t kAt = 8 + 4 + 8 + 1 + 1 + 8;  // after magic, version, rules, side, what is known and positions
  ASSERT_EQ(get<std::uint32_t>(bytes.data() + kAt), side.meaning.size());
  for (const std::uint32_t wrong : {std::uint32_t{65537}, std::uint32_t{5}}) {
    std::vector<std::byte> made(bytes.begin(), bytes.begin() + kAt);
    put(made, wrong);
    made.insert(made.end(), bytes.begin() + kAt + 4, bytes.end() - 8);
    put(made, checksum(made));
    put_bytes(path, made);
    const auto read = load_side(games::chess, solution.ending, 0, side.size(), Known(), folder.path());
    ASSERT_FALSE(read.ok()) << wrong;
    EXPECT_EQ(read.error().code, ErrorCode::corrupt);
  }
}

TEST(SideCodes, OfNothingAreEmpty) {
  const SideCodes side = side_codes(games::chess, {}, {});
  EXPECT_EQ(side.size(), 0u);
  EXPECT_EQ(side.bytes(), 0u);
}

// Children with places of two bytes, though one would do.
class WideSource final : public SolutionSource {
 public:
  explicit WideSource(SolutionSource& source) : source_(source) {}
  Result<std::shared_ptr<const SideCodes>> find(const Ending& ending, int side) override {
    auto found = source_.find(ending, side);
    if (!found) return found;
    const SideCodes& narrow = **found;
    auto wide = std::make_shared<SideCodes>();
    wide->known = narrow.known;
    wide->meaning.assign(300, kDrawCode);  // which nobody has the places of
    wide->meaning.insert(wide->meaning.end(), narrow.meaning.begin(), narrow.meaning.end());
    wide->wide = Buffer<std::uint16_t>(narrow.size());
    for (std::uint64_t i = 0; i < narrow.size(); ++i)
      wide->wide[i] = static_cast<std::uint16_t>(300 + narrow.narrow[i]);
    return std::shared_ptr<const SideCodes>(std::move(wide));
  }

 private:
  SolutionSource& source_;
};

template <const Rules& R>
void expect_same_from_wide() {
  auto& solved = Solved<R>::upto(3);
  WideSource wide(solved.source());
  Progress progress;
  for (const Ending& ending : solved.endings()) {
    const auto again = solve<R>(ending, wide, {.threads = 1, .dtz = true, .hints = true}, progress);
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(again->dtm, solved.solution(ending).dtm) << ending_name(R, ending);
    EXPECT_EQ(again->dtz, solved.solution(ending).dtz) << ending_name(R, ending);
    EXPECT_EQ(again->hints, solved.solution(ending).hints) << ending_name(R, ending);
  }
}

TEST(SideCodes, OfTwoBytesLeadToTheSame) {
  expect_same_from_wide<games::fragments>();
  expect_same_from_wide<games::makruk>();
  expect_same_from_wide<games::chess>();
}

}  // namespace
}  // namespace bookends::tables::test
