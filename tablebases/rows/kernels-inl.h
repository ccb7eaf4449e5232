// Compiled once for each instruction set: see kernels.cpp. No lambdas here: clang does not compile them for the
// instruction set of the function they are in.
#include "tablebases/rows/board_ranks-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bookends::tables::HWY_NAMESPACE {

// ----- pred

HWY_INLINE bool has_row(const std::uint64_t* rows, std::size_t row) { return (rows[row / 64] >> (row % 64) & 1) != 0; }

// The squares of the row men of a row, and its image under a symmetry.
template <int kFiles, int kRanks>
HWY_INLINE std::uint64_t row_squares(std::size_t row, std::size_t men) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < men; ++i, row /= kFiles * kRanks) out |= std::uint64_t{1} << (row % (kFiles * kRanks));
  return out;
}
template <int kFiles, int kRanks>
HWY_INLINE std::size_t mapped_row(std::size_t row, std::size_t men, int symmetry) {
  std::size_t out = 0;
  for (std::size_t i = 0, stride = 1; i < men; ++i, row /= kFiles * kRanks, stride *= kFiles * kRanks)
    out += stride *
           static_cast<std::size_t>(map_square<kFiles, kRanks>(symmetry, static_cast<int>(row % (kFiles * kRanks))));
  return out;
}

template <class B>
struct LaneSquares {
  alignas(64) typename B::W bit[B::kRow];
};
template <int kFiles, int kRanks>
constexpr LaneSquares<Board<kFiles, kRanks>> lane_squares() {
  LaneSquares<Board<kFiles, kRanks>> out{};
  for (int s = 0; s < kFiles * kRanks; ++s)
    out.bit[8 * (s / kFiles) + s % kFiles] = typename Board<kFiles, kRanks>::W{1} << s;
  return out;
}
template <int kFiles, int kRanks>
inline constexpr LaneSquares<Board<kFiles, kRanks>> kLaneSquares = lane_squares<kFiles, kRanks>();

// The squares of the word man that no other man takes; 0 where the lane man's own square is taken.
template <int kFiles, int kRanks>
HWY_INLINE void free_row(std::uint64_t taken, bool has_lanes, Row<Board<kFiles, kRanks>>& out) {
  using B = Board<kFiles, kRanks>;
  const typename B::D d;
  const auto left = static_cast<typename B::W>(B::kAll & ~taken);
  if (!has_lanes) {
    for (int r = 0; r < kRanks; ++r) out.rank[r] = splat<B>(left);
    return;
  }
  const typename B::V open = hn::Set(d, left);
  for (int r = 0; r < kRanks; ++r)
    for (std::size_t i = 0; i < B::kParts; ++i) {
      const typename B::V lane =
          hn::Load(d, kLaneSquares<kFiles, kRanks>.bit + 8 * r + static_cast<int>(i * B::kLanes));
      const auto stands = hn::Ne(hn::And(lane, open), hn::Zero(d));
      out.rank[r].part[i] = hn::IfThenElseZero(stands, hn::AndNot(lane, open));
    }
}

template <int kFiles, int kRanks>
HWY_INLINE void pull_king(const KingPull<typename Board<kFiles, kRanks>::W>& king, std::size_t row, std::size_t men,
                          bool has_lanes, Row<Board<kFiles, kRanks>>& before) {
  using B = Board<kFiles, kRanks>;
  if (king.symmetry == 0) {
    if (!has_row(king.rows, row)) return;
    const typename B::W* from = king.after + row * B::kRow;
    for (int r = 0; r < kRanks; ++r) before.rank[r] = before.rank[r] | load<B>(from + 8 * r);
    return;
  }
  const std::size_t source = mapped_row<kFiles, kRanks>(row, men, king.symmetry);
  if (!has_row(king.rows, source)) return;
  const typename B::W* from = king.after + source * B::kRow;
  alignas(64) typename B::W words[B::kRow];
  const std::uint8_t* map = kLaneMaps<kFiles, kRanks>.from[has_lanes ? king.symmetry : 0];
  for (std::size_t i = 0; i < B::kRow; ++i) words[i] = from[map[i]];
  for (int r = 0; r < kRanks; ++r)
    before.rank[r] = before.rank[r] | turned<kFiles, kRanks>(load<B>(words + 8 * r), king.symmetry);
}

// Moves inside a row, and those of kings that lead into another block.
template <int kFiles, int kRanks>
HWY_INLINE void pred_row(const PredJob<typename Board<kFiles, kRanks>::W>& job, std::size_t row,
                         const typename Board<kFiles, kRanks>::W* leap_sources) {
  using B = Board<kFiles, kRanks>;
  Row<B> before;
  for (int r = 0; r < kRanks; ++r) before.rank[r] = splat<B>(0);
  for (const auto& king : job.kings) pull_king<kFiles, kRanks>(king, row, job.row_men.size(), job.has_lanes, before);
  if ((job.lane_man != nullptr || job.word_man != nullptr) && has_row(job.after_rows, row)) {
    const typename B::W* from = job.after + row * B::kRow;
    Row<B> after, free;
    for (int r = 0; r < kRanks; ++r) after.rank[r] = load<B>(from + 8 * r);
    free_row<kFiles, kRanks>(job.taken | row_squares<kFiles, kRanks>(row, job.row_men.size()), job.has_lanes, free);
    if (job.word_man != nullptr)
      for (int r = 0; r < kRanks; ++r)
        if (!is_zero(after.rank[r]))
          before.rank[r] =
              before.rank[r] | unmove_word<kFiles, kRanks>(*job.word_man, after.rank[r], free.rank[r], leap_sources);
    if (job.lane_man != nullptr) unmove_lanes<kFiles, kRanks>(*job.lane_man, after, free, before);
  }
  for (int r = 0; r < kRanks; ++r) store(before.rank[r], job.before + row * B::kRow + 8 * static_cast<std::size_t>(r));
}

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

template <int kFiles, int kRanks>
void pred(const PredJob<typename Board<kFiles, kRanks>::W>& job) {
  using B = Board<kFiles, kRanks>;
  typename B::W leap_sources[24] = {};
  if (job.word_man != nullptr)
    for (std::size_t i = 0; i < static_cast<std::size_t>(job.word_man->leap_count); ++i)
      leap_sources[i] = B::sources(job.word_man->leaps[i].files, job.word_man->leaps[i].ranks);
  for (std::size_t w = 0; w < job.targets.size(); ++w)
    for (std::uint64_t left = job.targets[w]; left != 0; left &= left - 1)
      pred_row<kFiles, kRanks>(job, 64 * w + hwy::Num0BitsBelowLS1Bit_Nonzero64(left), leap_sources);
  for (std::size_t man = 0; man < job.row_men.size(); ++man)
    if (job.row_men[man] != nullptr) unmove_row_men<kFiles, kRanks>(job, man);
}

// ----- Steps

template <int kFiles, int kRanks>
bool win(std::span<const std::uint64_t> targets, typename Board<kFiles, kRanks>::W* before,
         typename Board<kFiles, kRanks>::W* open, std::uint64_t* fresh, std::uint64_t* wanted) {
  using B = Board<kFiles, kRanks>;
  std::uint64_t found = 0;
  for (std::size_t w = 0; w < targets.size(); ++w) {
    fresh[w] = 0;
    for (std::uint64_t left = targets[w]; left != 0; left &= left - 1) {
      const std::size_t at = (64 * w + hwy::Num0BitsBelowLS1Bit_Nonzero64(left)) * B::kRow;
      Rank<B> any = splat<B>(0), rest = splat<B>(0);
      for (std::size_t i = at; i < at + B::kRow; i += kRankWords) {
        const Rank<B> was = load<B>(open + i), won = load<B>(before + i) & was, is = and_not(won, was);
        store(won, before + i);
        store(is, open + i);
        any = any | won;
        rest = rest | is;
      }
      if (!is_zero(any)) fresh[w] |= left & (0 - left);
      if (is_zero(rest)) wanted[w] &= ~(left & (0 - left));
    }
    found |= fresh[w];
  }
  return found != 0;
}

template <int kFiles, int kRanks>
bool lose(std::span<const std::uint64_t> targets, const typename Board<kFiles, kRanks>::W* before,
          typename Board<kFiles, kRanks>::W* closed, typename Board<kFiles, kRanks>::W* lost, std::uint64_t* fresh,
          std::uint64_t* wanted) {
  using B = Board<kFiles, kRanks>;
  const Rank<B> all = splat<B>(static_cast<typename B::W>(~typename B::W{0}));
  std::uint64_t found = 0;
  for (std::size_t w = 0; w < targets.size(); ++w) {
    fresh[w] = 0;
    for (std::uint64_t left = targets[w]; left != 0; left &= left - 1) {
      const std::size_t at = (64 * w + hwy::Num0BitsBelowLS1Bit_Nonzero64(left)) * B::kRow;
      Rank<B> any = splat<B>(0), rest = splat<B>(0);
      for (std::size_t i = at; i < at + B::kRow; i += kRankWords) {
        const Rank<B> was = load<B>(closed + i), now = and_not(load<B>(before + i) | was, all), is = was | now;
        store(now, lost + i);
        store(is, closed + i);
        any = any | now;
        rest = rest | and_not(is, all);
      }
      if (!is_zero(any)) fresh[w] |= left & (0 - left);
      if (is_zero(rest)) wanted[w] &= ~(left & (0 - left));
    }
    found |= fresh[w];
  }
  return found != 0;
}

// Masked stores touch nothing but what is recorded, so that threads may work on neighbouring codes. Narrower
// instruction sets have none for 16 bits; and a few codes are written sooner one at a time.
template <class W>
// NOLINTNEXTLINE(readability-non-const-parameter): written through, in code that depends on the instruction set
HWY_INLINE void record_word(W squares, std::uint16_t* codes, std::uint16_t code) {
#if HWY_TARGET <= HWY_AVX3
  constexpr std::size_t kFew = 10;
  if (hwy::PopCount(squares) > kFew) {
    const hn::CappedTag<std::uint16_t, 32> d;
    std::uint8_t bits[sizeof(W)];
    hwy::CopyBytes<sizeof(W)>(&squares, bits);
    for (std::size_t i = 0; i < 8 * sizeof(W); i += hn::MaxLanes(d))
      hn::BlendedStore(hn::Set(d, code), hn::LoadMaskBits(d, bits + i / 8), d, codes + i);
    return;
  }
#endif
  for (; squares != 0; squares &= squares - 1) codes[hwy::Num0BitsBelowLS1Bit_Nonzero64(squares)] = code;
}

template <int kFiles, int kRanks>
void record(std::span<const std::uint64_t> rows, const typename Board<kFiles, kRanks>::W* words,
            const typename Board<kFiles, kRanks>::W* mask, const std::uint64_t* at, std::uint16_t* codes,
            std::uint16_t code) {
  using B = Board<kFiles, kRanks>;
  for (std::size_t w = 0; w < rows.size(); ++w)
    for (std::uint64_t left = rows[w]; left != 0; left &= left - 1) {
      const std::size_t first = (64 * w + hwy::Num0BitsBelowLS1Bit_Nonzero64(left)) * B::kRow;
      for (std::size_t i = first; i < first + B::kRow; ++i) {
        const auto squares = static_cast<typename B::W>(words[i] & mask[i]);
        if (squares != 0) record_word(squares, codes + at[i], code);
      }
    }
}

// ----- Exits

// The squares of a row whose value compares with another in the given way.
#define BOOKENDS_VALUE_COMPARISON(name, operation, sign)                               \
  template <int kSquares>                                                              \
  HWY_INLINE std::uint64_t name(const Value* row, int value) {                         \
    const hn::CappedTag<Value, 32> d;                                                  \
    constexpr int kLanes = static_cast<int>(hn::MaxLanes(hn::CappedTag<Value, 32>())); \
    const auto wanted = hn::Set(d, static_cast<Value>(value));                         \
    std::uint8_t bits[8] = {};                                                         \
    int s = 0;                                                                         \
    for (; s + kLanes <= kSquares; s += kLanes)                                        \
      hn::StoreMaskBits(d, operation(hn::LoadU(d, row + s), wanted), bits + s / 8);    \
    std::uint64_t out = 0;                                                             \
    hwy::CopyBytes<8>(bits, &out);                                                     \
    for (; s < kSquares; ++s) out |= std::uint64_t{row[s] sign value} << s;            \
    return out;                                                                        \
  }
BOOKENDS_VALUE_COMPARISON(values_equal, hn::Eq, ==)
BOOKENDS_VALUE_COMPARISON(values_above, hn::Gt, >)
#undef BOOKENDS_VALUE_COMPARISON

template <int kFiles, int kRanks>
ExitSets<typename Board<kFiles, kRanks>::W> exit_sets(const Value* row, typename Board<kFiles, kRanks>::W wanted,
                                                      int limit) {
  using W = typename Board<kFiles, kRanks>::W;
  constexpr int kSquares = kFiles * kRanks;
  ExitSets<W> sets;
  sets.any = wanted & static_cast<W>(~values_equal<kSquares>(row, kNoValue));
  sets.win = wanted & static_cast<W>(values_above<kSquares>(row, 0));
  sets.draw = wanted & static_cast<W>(values_equal<kSquares>(row, 0));
  if (limit != 0) {
    const int late = kSure - limit;
    const std::uint64_t inside = values_above<kSquares>(row, -late) & ~values_above<kSquares>(row, late - 1);
    sets.late = wanted & static_cast<W>(inside) & ~sets.draw;
  }
  return sets;
}

template <int kFiles, int kRanks>
std::size_t exit_groups(const Value* row, const Value* conversions, typename Board<kFiles, kRanks>::W wanted,
                        ExitGroup<typename Board<kFiles, kRanks>::W>* out) {
  using W = typename Board<kFiles, kRanks>::W;
  std::size_t count = 0;
  while (wanted != 0) {
    const Value value = row[hwy::Num0BitsBelowLS1Bit_Nonzero64(wanted)];
    const auto same = static_cast<W>(wanted & static_cast<W>(values_equal<kFiles * kRanks>(row, value)));
    const auto converted = static_cast<W>(same & static_cast<W>(values_equal<kFiles * kRanks>(conversions, value)));
    out[count++] = {value, same, converted};
    wanted &= ~same;
  }
  return count;
}

template <const Rules& R>
constexpr RowFunctions<Word<R>> functions() {
  return {pred<R.files, R.ranks>,      win<R.files, R.ranks>,         lose<R.files, R.ranks>,
          exit_sets<R.files, R.ranks>, exit_groups<R.files, R.ranks>, record<R.files, R.ranks>};
}

constexpr AllRowFunctions kAllFunctions = {None{}
#define BOOKENDS_FUNCTIONS_OF(game) \
  , FunctionsOf<games::game> { functions<games::game>() }
                                           BOOKENDS_FOR_EACH_GAME(BOOKENDS_FUNCTIONS_OF)
#undef BOOKENDS_FUNCTIONS_OF
};
inline const AllRowFunctions* all_functions() { return &kAllFunctions; }

}  // namespace bookends::tables::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
