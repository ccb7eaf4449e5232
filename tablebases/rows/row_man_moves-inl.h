// Un-moves of a row man, which lead from row to row: whole rows move along the lines of the board.
// Compiled once for each instruction set, as a part of kernels-inl.h: no include guard, no lambdas.

HWY_BEFORE_NAMESPACE();
namespace bookends::tables::HWY_NAMESPACE {

// A word for each lane square, all ones but the middle one: read from the middle less a lane's place, a row in which
// that lane is 0.
template <class B>
struct Hole {
  typename B::W words[2 * B::kRow];
};
template <int kFiles, int kRanks>
constexpr Hole<Board<kFiles, kRanks>> hole() {
  Hole<Board<kFiles, kRanks>> out{};
  for (auto& w : out.words) w = Board<kFiles, kRanks>::kAll;
  out.words[Board<kFiles, kRanks>::kRow] = 0;
  return out;
}
template <int kFiles, int kRanks>
inline constexpr Hole<Board<kFiles, kRanks>> kHole = hole<kFiles, kRanks>();

// A row man's moves while the other row men stand still: rows base + square * stride.
struct RowManWalk {
  std::size_t base, stride;
  std::uint64_t after, targets;  // squares of the row man: whose rows may hold anything, whose rows are wanted
  std::uint64_t taken;           // by all others
};

template <int kFiles, int kRanks>
HWY_INLINE void walk_line(const PredJob<typename Board<kFiles, kRanks>::W>& job, const RowManWalk& walk, int from,
                          int files, int ranks) {
  using B = Board<kFiles, kRanks>;
  const int step = ranks * kFiles + files;
  bool carries = false;
  Row<B> carried;
  for (int r = 0; r < kRanks; ++r) carried.rank[r] = splat<B>(0);
  for (int f = from % kFiles, k = from / kFiles, s = from; f >= 0 && f < kFiles && k >= 0 && k < kRanks;
       f += files, k += ranks, s += step) {
    const std::size_t at = (walk.base + static_cast<std::size_t>(s) * walk.stride) * B::kRow;
    const bool adds = (walk.after >> s & 1) != 0;
    if (carries) {
      if ((walk.targets >> s & 1) != 0) {
        typename B::W* to = job.before + at;
        for (int r = 0; r < kRanks; ++r) store(load<B>(to + 8 * r) | carried.rank[r], to + 8 * r);
      }
      if ((walk.taken >> s & 1) != 0) {
        carries = false;
      } else {
        const Rank<B> word = splat<B>(static_cast<typename B::W>(~(typename B::W{1} << s)));
        const int lane = 8 * (s / kFiles) + s % kFiles;
        const typename B::W* lanes = kHole<kFiles, kRanks>.words + B::kRow - (job.has_lanes ? lane : -1);
        for (int r = 0; r < kRanks; ++r) carried.rank[r] = carried.rank[r] & word & load<B>(lanes + 8 * r);
      }
    }
    if (!adds) continue;
    const typename B::W* after = job.after + at;
    if (carries)
      for (int r = 0; r < kRanks; ++r) carried.rank[r] = carried.rank[r] | load<B>(after + 8 * r);
    else
      for (int r = 0; r < kRanks; ++r) carried.rank[r] = load<B>(after + 8 * r);
    carries = true;
  }
}

// A walk along a line of the board in one direction, from its far end.
struct BoardLine {
  std::uint64_t squares = 0;
  std::int8_t from = 0, files = 0, ranks = 0;
};
struct BoardLines {
  BoardLine line[128];
  int count = 0;
};
template <int kFiles, int kRanks>
constexpr bool on_board(int file, int rank) {
  return file >= 0 && file < kFiles && rank >= 0 && rank < kRanks;
}
template <int kFiles, int kRanks>
constexpr BoardLines board_lines(bool diagonals) {
  BoardLines out{};
  for (int files = -1; files <= 1; ++files)
    for (int ranks = -1; ranks <= 1; ++ranks)
      for (int s = 0; s < kFiles * kRanks && (files != 0 && ranks != 0) == diagonals; ++s) {
        if (files == 0 && ranks == 0) continue;
        int f = s % kFiles, k = s / kFiles;
        if (on_board<kFiles, kRanks>(f - files, k - ranks) || !on_board<kFiles, kRanks>(f + files, k + ranks)) continue;
        BoardLine line{0, static_cast<std::int8_t>(s), static_cast<std::int8_t>(files),
                       static_cast<std::int8_t>(ranks)};
        for (; on_board<kFiles, kRanks>(f, k); f += files, k += ranks)
          line.squares |= std::uint64_t{1} << (k * kFiles + f);
        out.line[out.count++] = line;
      }
  return out;
}
template <int kFiles, int kRanks, bool kDiagonals>
inline constexpr BoardLines kBoardLines = board_lines<kFiles, kRanks>(kDiagonals);

// A line is left out where nothing can come of it.
template <int kFiles, int kRanks, bool kDiagonals>
HWY_INLINE void walk_lines(const PredJob<typename Board<kFiles, kRanks>::W>& job, const RowManWalk& walk) {
  const BoardLines& lines = kBoardLines<kFiles, kRanks, kDiagonals>;
  for (int i = 0; i < lines.count; ++i) {
    const BoardLine& line = lines.line[i];
    if ((line.squares & walk.after) != 0 && (line.squares & walk.targets) != 0)
      walk_line<kFiles, kRanks>(job, walk, line.from, line.files, line.ranks);
  }
}

template <int kFiles, int kRanks>
HWY_INLINE void leap_rows(const PredJob<typename Board<kFiles, kRanks>::W>& job, const RowManWalk& walk,
                          const Movement& man) {
  using B = Board<kFiles, kRanks>;
  for (std::uint64_t left = walk.targets; left != 0; left &= left - 1) {
    const int s = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero64(left));
    typename B::W* to = job.before + (walk.base + static_cast<std::size_t>(s) * walk.stride) * B::kRow;
    for (int i = 0; i < man.leap_count; ++i) {
      const int f = s % kFiles + man.leaps[static_cast<std::size_t>(i)].files;
      const int k = s / kFiles + man.leaps[static_cast<std::size_t>(i)].ranks;
      if (f < 0 || f >= kFiles || k < 0 || k >= kRanks) continue;
      const int source = k * kFiles + f;
      if ((walk.after >> source & 1) == 0) continue;
      const typename B::W* from = job.after + (walk.base + static_cast<std::size_t>(source) * walk.stride) * B::kRow;
      for (int r = 0; r < kRanks; ++r) store(load<B>(to + 8 * r) | load<B>(from + 8 * r), to + 8 * r);
    }
  }
}

template <int kFiles, int kRanks>
HWY_INLINE void unmove_row_man(const PredJob<typename Board<kFiles, kRanks>::W>& job, const RowManWalk& walk,
                               const Movement& man) {
  leap_rows<kFiles, kRanks>(job, walk, man);
  if (man.orthogonal) walk_lines<kFiles, kRanks, false>(job, walk);
  if (man.diagonal) walk_lines<kFiles, kRanks, true>(job, walk);
}

template <int kFiles, int kRanks>
HWY_NOINLINE void unmove_row_men(const PredJob<typename Board<kFiles, kRanks>::W>& job, std::size_t man) {
  constexpr std::size_t kSquares = kFiles * kRanks;
  const std::size_t men = job.row_men.size();
  std::size_t rows = 1, stride = 1;
  for (std::size_t i = 0; i < men; ++i) rows *= kSquares;
  for (std::size_t i = man + 1; i < men; ++i) stride *= kSquares;
  for (std::size_t high = 0; high < rows; high += stride * kSquares)
    for (std::size_t low = 0; low < stride; ++low) {
      RowManWalk walk{high + low, stride, 0, 0, job.taken};
      std::size_t rest = walk.base;
      for (std::size_t i = men; i-- > 0; rest /= kSquares)
        if (i != man) walk.taken |= std::uint64_t{1} << (rest % kSquares);
      for (std::size_t s = 0; s < kSquares; ++s) {
        walk.after |= std::uint64_t{has_row(job.after_rows, walk.base + s * stride)} << s;
        walk.targets |= std::uint64_t{has_row(job.targets.data(), walk.base + s * stride)} << s;
      }
      walk.targets &= ~walk.taken;
      if (walk.after != 0 && walk.targets != 0) unmove_row_man<kFiles, kRanks>(job, walk, *job.row_men[man]);
    }
}

}  // namespace bookends::tables::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
