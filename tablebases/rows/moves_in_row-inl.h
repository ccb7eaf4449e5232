// Un-moves within a row, of the word man and the lane man, and those of kings, which lead into another block.
// Compiled once for each instruction set, as a part of kernels-inl.h: no include guard, no lambdas.

HWY_BEFORE_NAMESPACE();
namespace bookends::tables::HWY_NAMESPACE {

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

}  // namespace bookends::tables::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
