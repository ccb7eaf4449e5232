// The inner loops of the solver against what they mean, square by square, for every instruction set of this processor.
#include <gtest/gtest.h>

#include <random>

#include "core/rules/geometry.h"
#include "tablebases/rows/kernels.h"
#include "tablebases/solve/exits.h"

namespace bookends::tables {
namespace {

// A block with a row man, a lane man and a word man; kings on two squares.
template <const Rules& R>
class Block {
 public:
  using W = Word<R>;
  static constexpr int kSquares = R.squares();

  explicit Block(unsigned seed) : random_(seed) {
    taken_ =
        bit(static_cast<Square>(random_() % slot(kSquares))) | bit(static_cast<Square>(random_() % slot(kSquares)));
    after_ = random_set();
    before_.resize(after_.size());
    rows_ = {(std::uint64_t{1} << (kSquares - 1) << 1) - 1};
  }

  static std::size_t word(Square row, Square lane) {
    return slot(row) * kRowWords<R> + slot(rank_of(R, lane)) * kRankWords + slot(file_of(R, lane));
  }
  bool exists(Square row, Square lane, Square s) const {
    const Bitboard men = bit(row) | bit(lane) | bit(s);
    return count(men) == 3 && (men & taken_) == 0;
  }
  std::vector<W> random_set() {
    std::vector<W> set(slot(kSquares) * kRowWords<R>);
    for (Square row = 0; row < kSquares; ++row)
      for (Square lane = 0; lane < kSquares; ++lane)
        for (Square s = 0; s < kSquares; ++s)
          if (random_() % 16 == 0 && exists(row, lane, s)) set[word(row, lane)] |= W{1} << s;
    return set;
  }
  bool in(const std::vector<W>& set, Square row, Square lane, Square s) const {
    return (set[word(row, lane)] >> s & 1) != 0;
  }

  // The men that move are named by 'r', 'l' and 'w'.
  void expect_unmoves(Kind kind, Color color, char man) {
    const Movement movement = movement_of<R>(kind, color);
    const std::array<const Movement*, 1> row_men{man == 'r' ? &movement : nullptr};
    PredJob<W> job{.targets = rows_, .before = before_.data(), .after = after_.data(), .after_rows = rows_.data()};
    job.taken = taken_;
    job.row_men = row_men;
    job.lane_man = man == 'l' ? &movement : nullptr;
    job.word_man = man == 'w' ? &movement : nullptr;
    RowKernels<R>::pred(job);
    for_all([&](Square row, Square lane, Square s) {
      const Square from = man == 'r' ? row : man == 'l' ? lane : s;
      const Bitboard occupied = taken_ | bit(row) | bit(lane) | bit(s);
      bool moves = false;
      for (const Square to : Squares(attacked_from<R>(kind, color, from, occupied) & ~occupied))
        moves = moves || in(after_, man == 'r' ? to : row, man == 'l' ? to : lane, man == 'w' ? to : s);
      return moves;
    });
  }

  void expect_king(int symmetry) {
    const std::array<KingPull<W>, 1> kings{{{after_.data(), rows_.data(), symmetry}}};
    PredJob<W> job{.targets = rows_, .before = before_.data()};
    job.row_men = no_row_man_;
    job.kings = kings;
    RowKernels<R>::pred(job);
    const SquareMap& map = kSymmetries<R>[slot(symmetry)];
    for_all(
        [&](Square row, Square lane, Square s) { return in(after_, map[slot(row)], map[slot(lane)], map[slot(s)]); });
  }

  void expect_steps() {
    std::vector<W> closed = random_set(), open = random_set(), lost(open.size()), won = after_;
    const std::vector<W> closed_was = closed, open_was = open;
    std::uint64_t fresh = 0, wanted = rows_[0];
    EXPECT_TRUE(RowKernels<R>::win(rows_, won.data(), open.data(), &fresh, &wanted));
    EXPECT_TRUE(RowKernels<R>::lose(rows_, after_.data(), closed.data(), lost.data(), &fresh, &wanted));
    std::vector<std::uint8_t> codes(won.size() * slot(kSquares)), expected = codes;
    std::vector<std::uint64_t> at(won.size());
    const std::vector<W> mask(won.size(), static_cast<W>(geometry<R>.board));
    for (std::size_t i = 0; i < won.size(); ++i) {
      at[i] = i * slot(kSquares);
      ASSERT_EQ(won[i], after_[i] & open_was[i]);
      ASSERT_EQ(open[i], open_was[i] & ~after_[i]);
      ASSERT_EQ(lost[i], static_cast<W>(~(after_[i] | closed_was[i])));
      ASSERT_EQ(closed[i], static_cast<W>(closed_was[i] | lost[i]));
      for (const Square s : Squares(won[i])) expected[at[i] + slot(s)] = 7;
    }
    RowKernels<R>::record(rows_, won.data(), mask.data(), at.data(), codes.data(), 7);
    EXPECT_EQ(codes, expected);
  }

 private:
  template <class F>
  void for_all(F&& expected) {
    int wrong = 0;
    for (Square row = 0; row < kSquares; ++row)
      for (Square lane = 0; lane < kSquares; ++lane)
        for (Square s = 0; s < kSquares && wrong == 0; ++s)
          if (exists(row, lane, s) && in(before_, row, lane, s) != expected(row, lane, s)) ++wrong;
    EXPECT_EQ(wrong, 0);
  }

  std::mt19937 random_;
  Bitboard taken_ = 0;
  std::vector<W> after_, before_;
  std::array<std::uint64_t, 1> rows_{};
  std::array<const Movement*, 1> no_row_man_{};
};

template <const Rules& R>
void expect_kernels() {
  Block<R> block(1);
  for (const Kind kind : {Kind::knight, Kind::bishop, Kind::rook, Kind::queen, Kind::king})
    for (const Color color : kColors)
      for (const char man : {'r', 'l', 'w'}) {
        SCOPED_TRACE(std::string(R.name) + " " + man + " " + std::to_string(static_cast<int>(kind)));
        block.expect_unmoves(kind, color, man);
      }
  for (int symmetry = 0; symmetry < 8; ++symmetry) block.expect_king(symmetry);
  block.expect_steps();
}

TEST(RowKernels, DoWhatTheyMeanForEveryInstructionSet) {
  ASSERT_FALSE(kernel_targets().empty());
  for (const std::string_view target : kernel_targets()) {
    SCOPED_TRACE(target);
    use_kernel_target(target);
    expect_kernels<games::chess>();
    expect_kernels<games::makruk>();
    expect_kernels<games::fragments>();
  }
  use_kernel_target("");
}

}  // namespace
}  // namespace bookends::tables
